"""Our extension comes into pi's folder and goes again; what is not ours stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import SettingsUnusable, UsageError
from tallystick.host.environment import Surroundings
from tallystick.model import installing
from tallystick.tasks.install_pi import install, remarks, uninstall

AGENT = ".pi/agent"
FILE = f"{AGENT}/extensions/tallystick.ts"


@pytest.fixture
def place(tmp_path: Path) -> Surroundings:
    """A home with a pi in it."""
    (tmp_path / AGENT).mkdir(parents=True)
    return Surroundings(str(tmp_path / "root"), None, {"HOME": str(tmp_path)}, 0)


def tree(folder: Path) -> dict[str, bytes | None]:
    """Every file and folder."""
    return {str(one.relative_to(folder)): one.read_bytes() if one.is_file() else None for one in folder.rglob("*")}


def test_in_and_out_again(place: Surroundings, tmp_path: Path) -> None:
    """Twice does nothing, and afterwards all is as it was."""
    before = tree(tmp_path)
    done = [install(place).outcome, install(place).outcome]
    there = (tmp_path / FILE).exists()
    done += [uninstall(place).outcome, uninstall(place).outcome]

    assert [installing.INSTALLED, installing.ALREADY, installing.REMOVED, installing.NOTHING] == done
    assert there
    assert before == tree(tmp_path)


def test_a_dry_run_changes_nothing(place: Surroundings, tmp_path: Path) -> None:
    """It has the difference."""
    before = tree(tmp_path)
    done = install(place, dry_run=True)

    assert before == tree(tmp_path)
    assert 151 == sum(line.startswith("+") and not line.startswith("+++") for line in done.diff)
    install(place)
    assert 151 == sum(
        line.startswith("-") and not line.startswith("---") for line in uninstall(place, dry_run=True).diff
    )
    assert (tmp_path / FILE).exists()


def test_one_of_another_installation_is_renewed(place: Surroundings, tmp_path: Path) -> None:
    """It still knows that the folder was made for it."""
    before = tree(tmp_path)
    other = Surroundings(str(tmp_path / "other"), None, place.environ, 0)
    install(other)
    told = [remark.text for remark in remarks(place)]

    assert [
        "~/.pi/agent/extensions/tallystick.ts is of another installation of tally: tally install pi lets this one answer"
    ] == told
    assert installing.RENEWED == install(place).outcome
    assert ["~/.pi/agent/extensions/tallystick.ts starts this tally"] == [remark.text for remark in remarks(place)]
    uninstall(other)
    assert before == tree(tmp_path)


@pytest.mark.parametrize("text", ["export default () => {};\n", "// tallystick for pi: mine\n"])
def test_what_is_not_ours_stays(text: str, place: Surroundings, tmp_path: Path) -> None:
    """Another's extension of that name, and one of ours that somebody edited."""
    path = tmp_path / FILE
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(SettingsUnusable, match="stays: move it away"):
        install(place)
    is_edited = text.startswith("//")
    if is_edited:
        with pytest.raises(SettingsUnusable, match="was edited since"):
            uninstall(place)
    else:
        assert installing.NOTHING == uninstall(place).outcome

    assert text == path.read_text()
    assert [is_edited] == [remark.is_warning for remark in remarks(place)]


def test_without_pi_there_is_nowhere_to_put_it(tmp_path: Path) -> None:
    """And nothing to remark."""
    place = Surroundings(str(tmp_path / "root"), None, {"HOME": str(tmp_path)}, 0)
    with pytest.raises(UsageError, match="there is no pi here"):
        install(place)

    assert [] == list(remarks(place))
    assert installing.NOTHING == uninstall(place).outcome


def test_several_folders_are_one_too_many(tmp_path: Path) -> None:
    """One has to be named."""
    named = Surroundings(str(tmp_path / "root"), [str(tmp_path), "/srv/pi"], {"HOME": str(tmp_path)}, 0)
    with pytest.raises(UsageError, match="there are several folders of pi"):
        install(named)


def test_a_link_is_a_remark(place: Surroundings, tmp_path: Path) -> None:
    """It is not followed."""
    path = tmp_path / FILE
    path.parent.mkdir()
    path.symlink_to(tmp_path)

    assert [True] == [remark.is_warning for remark in remarks(place)]
