"""go test, go build and go vet; the truth is `go test -json` of the same tests."""

from __future__ import annotations

import json
import re

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

STOCK = """
    package PACKAGE

    import (
    	"fmt"
    	"strconv"
    	"strings"
    )

    // Parse reads name=count.
    func Parse(line string) (string, int, error) {
    	name, count, found := strings.Cut(line, "=")
    	if !found {
    		return "", 0, fmt.Errorf("no '=' in %q", line)
    	}
    	number, err := strconv.Atoi(strings.TrimSpace(count))
    	return strings.TrimSpace(name), number, err
    }
"""
GOOD = """
    package PACKAGE

    import (
    	"fmt"
    	"testing"
    )

    func TestParseMany(t *testing.T) {
    	for count := 0; count < COUNT; count++ {
    		t.Run(fmt.Sprintf("count %d", count), func(t *testing.T) {
    			if _, got, err := Parse(fmt.Sprintf("nut=%d", count)); err != nil || got != count {
    				t.Errorf("got %d, %v", got, err)
    			}
    		})
    	}
    }

    func TestName(t *testing.T) {
    	t.Log("a name with blanks around it")
    	if name, _, _ := Parse(" nut = 1"); name != "nut" {
    		t.Fatal(name)
    	}
    }
"""
FAILS = """
    package PACKAGE

    import (
    	"fmt"
    	"testing"
    )

    func TestRejects(t *testing.T) {
    	cases := []string{"nut", "nut=", "nut=many", "nut=1"}
    	for _, line := range cases {
    		t.Run(line, func(t *testing.T) {
    			if _, _, err := Parse(line); err == nil {
    				t.Errorf("Parse(%q): wanted an error", line)
    			}
    		})
    	}
    }

    func TestCount(t *testing.T) {
    	fmt.Println("counting nuts")
    	_, got, err := Parse("nut=many")
    	if err != nil {
    		t.Errorf("Parse: %v", err)
    	}
    	if got != 3 {
    		t.Fatalf("got %d\\nwant %d", got, 3)
    	}
    }

    func TestWarehouse(t *testing.T) { t.Skip("needs the warehouse") }
"""
PANICS = """
    package PACKAGE

    import "testing"

    func TestFirst(t *testing.T) {}

    func TestPanics(t *testing.T) {
    	var parts map[string]int
    	parts["nut"] = 1
    }

    func TestNeverRuns(t *testing.T) {}
"""
WRONG = """
    package PACKAGE

    import (
    	"os"
    	"fmt"
    )

    func Wrong() int {
    	count := "three"
    	fmt.Printf("%d parts", "three")
    	return count + missing
    }
"""


def make(lab: Lab) -> None:
    """Make all samples of go."""
    good = {name: {"stock.go": STOCK, "good_test.go": GOOD} for name in ("bolt", "nut", "pin", "rivet")}
    counts = {"bolt": 60, "nut": 110, "pin": 4, "rivet": 120}
    fails = {"cart": {"stock.go": STOCK, "cart_test.go": FAILS}}
    panics = {"panic": {"stock.go": STOCK, "panic_test.go": PANICS}}
    wrong = {"wrong": {"wrong.go": WRONG, "stock.go": STOCK}}
    vetted = {"vetted": {"vetted.go": WRONG.replace("count + missing", "len(count) + len(os.Args)")}}
    for label, packages in (
        ("passing", good),
        ("failing", {**good, **fails, **panics, **wrong}),
        ("few", fails),
        ("small", {"pin": good["pin"]}),
        ("panic", panics),
    ):
        files = {"go.mod": "module example.org/parts\n\ngo 1.19\n", "empty/empty.go": "package empty\n"}
        for package, sources in packages.items():
            for name, text in sources.items():
                filled = text.replace("PACKAGE", package).replace("COUNT", str(counts.get(package, 0)))
                files[f"{package}/{name}"] = filled
        folder = lab.project(f"go-{label}", files)
        shown = laboratory.run(folder, ["go", "test", "-count=1", "-json", "./..."], merge=False)[1]
        for manner, flags in (("plain", []), ("verbose", ["-v"]), ("race", ["-v", "-cover"])):
            found = laboratory.run(folder, ["go", "test", "-count=1", *flags, "./..."])
            laboratory.keep(
                "go_test_digest",
                f"{label}-{manner}",
                " ".join(["go", "test", *flags, "./..."]),
                found,
                read_events(shown),
            )
    _builds(lab, {**wrong, **vetted})


def _builds(lab: Lab, packages: dict[str, dict[str, str]]) -> None:
    files = {
        f"{package}/{name}": text.replace("PACKAGE", package)
        for package, sources in packages.items()
        for name, text in sources.items()
    }
    folder = lab.project("go-wrong", {"go.mod": "module example.org/parts\n\ngo 1.19\n", **files})
    for tool in ("build", "vet"):
        found = laboratory.run(folder, ["go", tool, "./..."])
        truth = Truth(keep=re.findall(r"(?m)^(?:vet: )?\S+\.go:\d+.*", found[1]))
        laboratory.keep("go_test_digest", f"wrong-{tool}", f"go {tool} ./...", found, truth)


def read_events(shown: str) -> Truth:
    """What `go test -json` says: each failed test of each package with the first line that it logged."""
    truth = Truth()
    output: dict[tuple[str, str], list[str]] = {}
    passed = 0
    for line in shown.splitlines():
        if not line.startswith("{"):
            continue
        event = json.loads(line)
        key = (event["Package"], event.get("Test", ""))
        if event["Action"] == "output":
            output.setdefault(key, []).append(event["Output"])
        elif event["Action"] == "fail" and key[1]:
            lines = [text.strip() for text in output.get(key, []) if not re.match(r"\s*(=== |--- )", text)]
            logged = next((text for text in lines if re.match(r"\w+\.go:\d+: |panic: ", text)), "")
            place, _, message = logged.partition(": ") if ".go:" in logged else ("", "", logged)
            truth.fail(key[1], message, place)
        elif event["Action"] == "pass" and key[1]:
            passed += 1
    truth.counts = {"passed": passed, "failing": len(truth.failing)}
    return truth
