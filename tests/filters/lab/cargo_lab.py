"""cargo test, build and clippy; the truth is libtest's JSON (unstable, so asked for by RUSTC_BOOTSTRAP) and rustc's JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = '[package]\nname = "NAME"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nDEPENDENCIES\n'
LIB = """
    //! Parts in a store.

    #[derive(Debug, PartialEq, Clone)]
    pub struct Part {
        pub name: String,
        pub count: u32,
    }

    /// Parses `name=count`.
    ///
    /// ```
    /// assert_eq!(NAME::parse("nut=3").unwrap().count, 3);
    /// ```
    pub fn parse(line: &str) -> Result<Part, String> {
        let (name, count) = line.split_once('=').ok_or_else(|| format!("no '=' in {line:?}"))?;
        let count = count.trim().parse().map_err(|error| format!("{line:?}: {error}"))?;
        Ok(Part { name: name.trim().to_string(), count })
    }

    pub fn total(parts: &[Part]) -> u32 {
        parts.iter().map(|part| part.count).sum()
    }
"""
GOOD = """
    use NAME::{parse, total};

    macro_rules! sums {
        ($($name:ident: $count:expr),* $(,)?) => {
            $(#[test] fn $name() { assert_eq!(total(&[parse(&format!("p={}", $count)).unwrap()]), $count); })*
        };
    }

    sums! { SUMS }
"""
FAILS = """
    use NAME::{parse, total, Part};

    #[test]
    fn parses() { assert_eq!(parse("nut=3").unwrap(), Part { name: "nut".into(), count: 3 }); }

    #[test]
    fn parses_wrong() {
        println!("about to compare two parts");
        assert_eq!(parse("nut=3").unwrap(), Part { name: "bolt".into(), count: 4 }, "parts of one line");
    }

    #[test]
    fn panics() { parse("nut").unwrap(); }

    #[test]
    fn returns_error() -> Result<(), String> { parse("nut=many").map(|_| ()) }

    #[test]
    #[should_panic(expected = "too many")]
    fn should_have_panicked() { total(&[]); }

    #[test]
    #[ignore = "needs the warehouse"]
    fn counts_warehouse() { panic!(); }

    mod deep {
        #[test]
        fn is_long() {
            let left: Vec<u32> = (0..20).collect();
            let right: Vec<u32> = (0..20).map(|n| if n == 7 { 70 } else { n }).collect();
            assert_eq!(left, right);
        }
    }
"""
WARNS = """
    use std::collections::HashMap;
    use std::fs::File;

    struct Unused { field: u32 }

    fn never_called(count: i32) -> i32 { let twice = count * 2; count }

    pub fn compare(left: &Vec<u32>, right: Vec<u32>) -> bool {
        let mut result = false;
        if left.len() == 0 { result = true; }
        for index in 0..right.len() { println!("{}", right[index]); }
        return result;
    }
"""
ERRORS = """
    pub fn wrong_type() -> u32 { "text" }

    pub fn moved() -> usize {
        let name = String::from("nut");
        let taken = name;
        name.len() + taken.len()
    }

    pub fn unknown() -> Store { Store::new(missing) }

    pub fn borrowed<'a>() -> &'a str { let text = String::new(); &text }
"""


def make(lab: Lab) -> None:
    """Make all samples of cargo."""
    names = [f"sum_{number}" for number in range(1, 280)]
    sums = ", ".join(f"{name}: {number}" for number, name in enumerate(names, 1))
    few = ", ".join(f"{name}: {number}" for number, name in enumerate(names[:4], 1))
    cases = {
        "passing": {"tests/sums.rs": GOOD.replace("SUMS", sums)},
        "failing": {"tests/sums.rs": GOOD.replace("SUMS", sums), "tests/parts.rs": FAILS},
        "few": {"tests/parts.rs": FAILS},
        "small": {"tests/sums.rs": GOOD.replace("SUMS", few)},
    }
    for label, files in cases.items():
        folder = _project(lab, f"parts_{label}", {"src/lib.rs": LIB, **files})
        _tests(lab, folder, f"{label}-first", [])
        _tests(lab, folder, f"{label}-again", [])
        _tests(lab, folder, f"{label}-all", ["--no-fail-fast"])
        _tests(lab, folder, f"{label}-quiet", ["-q", "--no-fail-fast"])
        _tests(lab, folder, f"{label}-colour", ["--color", "always", "--no-fail-fast"])
    _builds(lab)


def _project(lab: Lab, name: str, files: dict[str, str], dependencies: str = "") -> Path:
    files = {inside: text.replace("NAME", name) for inside, text in files.items()}
    manifest = MANIFEST.replace("NAME", name).replace("DEPENDENCIES", dependencies)
    return lab.project(name, {**files, "Cargo.toml": manifest})


def _tests(lab: Lab, folder: Path, name: str, flags: list[str]) -> None:
    tail = ["--", "--test-threads=1"]
    found = laboratory.run(folder, ["cargo", "test", "--offline", *flags, *tail], more={"RUST_BACKTRACE": "0"})
    carry_on = [flag for flag in flags if flag == "--no-fail-fast"]
    shown = laboratory.run(
        folder,
        ["cargo", "test", "--offline", *carry_on, *tail, "-Z", "unstable-options", "--format=json"],
        merge=False,
        more={"RUSTC_BOOTSTRAP": "1"},
    )[1]
    truth = Truth()
    for line in shown.splitlines():
        event = json.loads(line) if line.startswith("{") else {}
        if event.get("type") == "test" and event["event"] == "failed":
            lines = [text for text in event.get("stdout", "").splitlines() if text and "note: run with" not in text]
            after = next((n for n, text in enumerate(lines) if " panicked at " in text), -1)
            place = lines[after].rsplit(" panicked at ", 1)[1].rstrip(":") if after >= 0 else ""
            truth.fail(event["name"], "\n".join(lines[after + 1 :]) or event.get("message", ""), place)
        elif event.get("type") == "suite" and event["event"] != "started":
            truth.counts["passed"] = truth.counts.get("passed", 0) + event["passed"]
            truth.counts["failing"] = truth.counts.get("failing", 0) + event["failed"]
    laboratory.keep("cargo_test_digest", name, " ".join(["cargo", "test", *flags]), found, truth)


def _builds(lab: Lab) -> None:
    many = {f"src/part{number}.rs": WARNS for number in range(12)}
    mods = "\n".join(f"pub mod part{number};" for number in range(12))
    clean = {"src/lib.rs": LIB}
    warned = {"src/lib.rs": f"{mods}\n", **many}
    wrong = {"src/lib.rs": "pub mod wrong;\npub mod warned;\n", "src/wrong.rs": ERRORS, "src/warned.rs": WARNS}
    both = {"src/lib.rs": f"{mods}\npub mod wrong;\n", "src/wrong.rs": ERRORS, **many}
    workspace = _workspace(lab)
    for label, folder in (
        ("clean", _project(lab, "clean_parts", clean)),
        ("warned", _project(lab, "warned_parts", warned)),
        ("wrong", _project(lab, "wrong_parts", wrong)),
        ("both", _project(lab, "both_parts", both)),
        ("workspace", workspace),
    ):
        for tool in ("build", "check", "clippy"):
            for manner in ("plain", "colour"):
                flags = ["--color", "always"] if manner == "colour" else []
                laboratory.run(folder, ["cargo", "clean"])
                found = laboratory.run(folder, ["cargo", tool, "--offline", *flags])
                laboratory.run(folder, ["cargo", "clean"])
                shown = laboratory.run(folder, ["cargo", tool, "--offline", "--message-format=json"], merge=False)[1]
                words = " ".join(["cargo", tool, *flags])
                laboratory.keep("cargo_build_digest", f"{label}-{tool}-{manner}", words, found, read_messages(shown))


def _workspace(lab: Lab) -> Path:
    members = [f"member{number}" for number in range(40)]
    files = {"Cargo.toml": '[workspace]\nresolver = "2"\nmembers = ["member*"]\n'}
    for number, name in enumerate(members):
        needs = f'member{number - 1} = {{ path = "../member{number - 1}" }}' if number else ""
        files[f"{name}/Cargo.toml"] = MANIFEST.replace("NAME", name).replace("DEPENDENCIES", needs)
        files[f"{name}/src/lib.rs"] = LIB.replace("NAME", name) + (WARNS if number == 17 else "")
    return lab.project("member_parts", files)


def read_messages(shown: str) -> Truth:
    """What rustc's JSON says: each error and warning with its first place."""
    truth = Truth()
    for line in shown.splitlines():
        event = json.loads(line) if line.startswith("{") else {}
        if event.get("reason") != "compiler-message":
            continue
        message = event["message"]
        span = next((one for one in message["spans"] if one["is_primary"]), None)
        place = f"{span['file_name']}:{span['line_start']}:{span['column_start']}" if span else ""
        if message["level"] == "error" and span:
            truth.fail((message["code"] or {}).get("code", ""), message["message"], place)
        elif message["level"] == "warning" and span:
            truth.warn(message["message"], place)
    truth.counts = {"failing": len(truth.failing), "warnings": len(truth.warnings)}
    return truth
