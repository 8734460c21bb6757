"""The examples of docs/pandas.md, in their order: a block with a file name is a file, one of Python is run, and the text behind it is what it prints."""

import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)[ ]?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Documentation(unittest.TestCase):
    def test_examples(self):
        text = Path(os.environ["DOCUMENT"]).read_text("utf-8")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        printed, names, compared = None, {}, 0
        for language, name, content in BLOCK.findall(text):
            if name:
                Path(name).write_text(content, "utf-8")
            elif language == "python":
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    exec(content, names)
                printed = out.getvalue()
            elif language == "text":
                self.assertEqual(_words(printed), _words(content))
                compared += 1
        self.assertGreater(compared, 1)


def _words(text):
    """Columns of data frames may be of any width."""
    return [line.split() for line in text.strip().splitlines()]
