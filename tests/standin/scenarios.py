"""What the real client is made to do, one function a scenario. The docstring is the page that a capture carries."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from .client import ClientError, kill, leave, prompt_line, tell
from .truth import INTERRUPTED, LOST

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from .client import Client


def play(name: str) -> str:
    """A prompt that names a script."""
    return f"Please go on. %%play:{name}%%"


def hello(client: Client) -> None:
    """One answer of one text block."""
    client.ask(play("hello"))


def parallel(client: Client) -> None:
    """One answer of five blocks (thinking, text, three tool calls of which one fails), then a text."""
    client.ask(play("parallel"))


def agents(client: Client) -> None:
    """Two children in the foreground, three answers each, between two answers of the parent."""
    client.ask(play("agents"))


def agents_later(client: Client) -> None:
    """Two children in the background; the parent answers their notifications."""
    client.ask(play("agents_later"))


def resume(client: Client) -> None:
    """Two answers a run: begun, resumed by id, continued, forked, then the original resumed once more."""
    session = client.ask(play("step1")).session
    client.ask(play("step2"), "--resume", session)
    client.ask(play("step3"), "--continue")
    fork = client.ask(play("step4"), "--resume", session, "--fork-session").session
    if fork == session:
        raise ClientError("the fork kept its parent's session")
    client.ask(play("step5"), "--resume", session)


def compact(client: Client) -> None:
    """A run, a compaction whose request no line holds, and a run after it."""
    session = client.ask(play("step1")).session
    client.ask("/compact", "--resume", session)
    client.ask(play("step2"), "--resume", session)


def compact_fork(client: Client) -> None:
    """A fork of a session that was compacted: what only the client's own sums know comes along with the fork."""
    session = client.ask(play("step1")).session
    client.ask("/compact", "--resume", session)
    client.ask(play("step2"), "--resume", session, "--fork-session")
    client.ask(play("step3"), "--resume", session)


def autocompact(client: Client) -> None:
    """A run that grows past its limit, so that the client compacts by itself in the middle."""
    client.ask(play("grow"), "--autocompact", "100000")


def overload(client: Client) -> None:
    """Two 529 and then the answer; in the same session one 429 and then the answer."""
    session = client.ask(play("overload")).session
    client.ask(play("throttle"), "--resume", session)


def refused(client: Client) -> None:
    """A permanent 400: an error line, and no usage."""
    client.ask(play("refused"), code=1)


def too_long(client: Client) -> None:
    """A prompt that is too long for the model: an error line, and no usage."""
    client.ask(play("too_long"), code=1)


def models(client: Client) -> None:
    """One session on four models, the last of them one that the client has no price for."""
    session = client.ask(play("model_a"), "--model", "claude-sonnet-5-5").session
    client.ask(play("model_b"), "--resume", session, "--model", "claude-haiku-5-5")
    client.ask(play("model_c"), "--resume", session, "--model", "claude-opus-5-5")
    client.ask(play("model_d"), "--resume", session, "--model", "glm-5")


def prices(client: Client) -> None:
    """What changes a price: a prompt at a threshold and one past it, fast serving, one country, web searches."""
    session = client.ask(play("long_under"), "--model", "claude-haiku-5-5").session
    for script, model in (
        ("long_over", "claude-haiku-5-5"),
        ("model_a", "claude-sonnet-4-5"),
        ("fast", "claude-opus-5-5"),
        ("us_only", "claude-sonnet-5-5"),
        ("searches", "claude-fable-5-1"),
    ):
        client.ask(play(script), "--resume", session, "--model", model)


def bash(client: Client) -> None:
    """The shell: both streams, exit 3, a large output, the same large output again."""
    client.ask(play("bash"))


def files(client: Client) -> None:
    """Reading text, a picture, a range, a missing file and the same file again; writing; an edit and a failing one."""
    client.ask(play("files"))


def thinking(client: Client) -> None:
    """Thinking blocks, whose tokens are part of the output."""
    client.ask(play("thinking"))


def cut(client: Client) -> None:
    """An answer that ends at its token limit and is taken up again."""
    client.ask(play("cut"))


def _wait(condition: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise ClientError("waited in vain")
        time.sleep(0.05)


def _last_served(client: Client, script: str) -> int:
    """Wait until the script's answer is under way; its number in the log."""
    _wait(lambda: any(row.get("script") == script for row in client.server.log))
    return max(int(row["serial"]) for row in client.server.log if row.get("script") == script)


def interrupt(client: Client) -> None:
    """An answer interrupted after its first block, so that its true output is in no line; then a whole one."""
    process = client.talk()
    tell(process, prompt_line(play("slow")))
    client.fates[_last_served(client, "slow")] = INTERRUPTED
    client.opening = client.server.scripts["slow"][0].opening_output
    time.sleep(1.5)
    tell(process, {"type": "control_request", "request_id": "stop", "request": {"subtype": "interrupt"}})
    time.sleep(1.0)
    tell(process, prompt_line(play("hello")))
    _last_served(client, "hello")
    time.sleep(1.0)
    leave(process)


def killed(client: Client) -> None:
    """A client killed while an answer is streaming, and its session taken up again by another process."""
    process = client.talk()
    tell(process, prompt_line(play("hello")))
    _last_served(client, "hello")
    time.sleep(1.0)
    tell(process, prompt_line(play("slow")))
    client.fates[_last_served(client, "slow")] = LOST
    time.sleep(1.5)
    kill(process)
    client.ask(play("step2"), "--continue")


def _begin(client: Client, script: str) -> tuple[subprocess.Popen[str], str]:
    """A client that has played a script of two answers and is still running; its session."""
    process = client.talk()
    tell(process, prompt_line(play(script)))
    _wait(lambda: any(row.get("turn") == 1 for row in client.server.log))
    time.sleep(1.0)
    return process, str(client.server.log[-1]["session"])


def fork_twice(client: Client) -> None:
    """A fork, a fork of the fork, and then both parents go on."""
    first = client.ask(play("step1")).session
    second = client.ask(play("step2"), "--resume", first, "--fork-session").session
    client.ask(play("step3"), "--resume", second, "--fork-session")
    client.ask(play("step4"), "--resume", first)
    client.ask(play("step5"), "--resume", second)


def fork_running(client: Client) -> None:
    """A fork of a session whose process still runs and has not written its sums: the fork's sums begin from nothing."""
    process, session = _begin(client, "step1")
    client.ask(play("step2"), "--resume", session, "--fork-session")
    tell(process, prompt_line(play("step3")))
    _last_served(client, "step3")
    time.sleep(1.0)
    leave(process)


def fork_agents(client: Client) -> None:
    """A session with children, compacted, and a fork with children of its own; the first children are the parent's."""
    session = client.ask(play("agents")).session
    client.ask("/compact", "--resume", session)
    client.ask(play("agents"), "--resume", session, "--fork-session")


def clear(client: Client) -> None:
    """The talk is cleared in the middle: a new session in a new file, by the same process."""
    process, _ = _begin(client, "step1")
    tell(process, prompt_line("/clear"))
    time.sleep(1.0)
    tell(process, prompt_line(play("step2")))
    _wait(lambda: any(row.get("script") == "step2" and row["turn"] == 1 for row in client.server.log))
    time.sleep(1.0)
    leave(process)


def together(client: Client) -> None:
    """Four processes take up one session at once and write into one file; each has its own sums."""
    session = client.ask(play("step1")).session
    with ThreadPoolExecutor() as pool:
        asked = [
            pool.submit(client.ask, play(name), "--resume", session) for name in ("step2", "step3", "cut", "parallel")
        ]
        for answer in asked:
            answer.result()


def waste(client: Client) -> None:
    """A program that is not there, one look twice, one failure twice, an edit and its inverse."""
    client.ask(play("waste"))


def waste_again(client: Client) -> None:
    """The same lines read by three processes of one session, the third behind a compaction."""
    session = client.ask(play("waste_read")).session
    client.ask(play("waste_read"), "--resume", session)
    client.ask("/compact", "--resume", session)
    client.ask(play("waste_read"), "--resume", session)


def waste_together(client: Client) -> None:
    """Two children that read the same lines."""
    client.ask(play("waste_agents"))


SCENARIOS: dict[str, Callable[[Client], None]] = {
    act.__name__: act
    for act in (
        hello,
        parallel,
        agents,
        agents_later,
        resume,
        compact,
        compact_fork,
        autocompact,
        overload,
        refused,
        too_long,
        models,
        prices,
        bash,
        files,
        thinking,
        cut,
        interrupt,
        killed,
        fork_twice,
        fork_running,
        fork_agents,
        clear,
        together,
        waste,
        waste_again,
        waste_together,
    )
}
