"""The installed wheel, with data frames of pandas and of polars."""

import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
from pathlib import Path

import pandas
import polars
import sameas

AUTHORS = """id,name,born,country
a1,"Woolf, Virginia",1882,United Kingdom
a2,"Achebe, Chinua",1930,Nigeria
a3,"Lispector, Clarice",1920,Brazil
a4,"Smith, John",1850,Ireland
a5,"Smith, John",1901,Canada
"""
NAMES = ["Virginia Wolf", "Somebody Else", 'Chinua "Albert" Achebe', None, "John Smith", "Clarice\nLispector"]
YEARS = [1882, 1900, 1930, None, None, 1920]
DECISIONS = ["match", "none", "match", "error", "ambiguous", "match"]


class Matching(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.authors = Path(folder.name, "authors.csv")
        self.authors.write_text(AUTHORS, "utf-8")

    def test_pandas(self):
        table = pandas.DataFrame({"author": NAMES, "year": YEARS}, index=[10, 20, 30, 40, 50, 60])
        matched = sameas.match(table, self.authors, on="author")
        self.assertIsInstance(matched, pandas.DataFrame)
        self.assertEqual(list(matched.index), list(table.index))
        self.assertEqual(list(matched.columns), ["author", "year", "match_id", "match_name", "match_probability", "match_decision"])
        self.assertEqual(list(matched["match_decision"]), DECISIONS)
        self.assertEqual([None if pandas.isna(one) else one for one in matched["match_id"]], ["a1", None, "a2", None, None, "a3"])
        self.assertEqual(matched["match_name"].iloc[0], "Woolf, Virginia")
        self.assertTrue(matched["match_probability"].iloc[0] > 0.8)
        pandas.testing.assert_frame_equal(matched[["author", "year"]], table)

    def test_polars(self):
        table = polars.DataFrame({"author": NAMES, "year": YEARS})
        matched = sameas.match(table, str(self.authors), on="author", prefix="m_")
        self.assertIsInstance(matched, polars.DataFrame)
        self.assertEqual(matched["m_decision"].to_list(), DECISIONS)
        self.assertEqual(matched["m_id"].to_list(), ["a1", None, "a2", None, None, "a3"])
        self.assertEqual(matched["m_probability"].dtype, polars.Float64)
        self.assertTrue(matched.select("author", "year").equals(table))

    def test_evidence_of_other_columns(self):
        table = pandas.DataFrame({"author": ["John Smith"] * 2, "born": [1850, 1901]})
        self.assertEqual(list(sameas.match(table, self.authors, on="author")["match_id"]), ["a4", "a5"])

    def test_a_data_frame_as_the_dataset(self):
        dataset = polars.read_csv(self.authors)
        matched = sameas.match(polars.DataFrame({"author": ["Virginia Wolf"]}), dataset)
        self.assertEqual(matched["match_id"].to_list(), ["a1"])

    def test_no_rows(self):
        matched = sameas.match(pandas.DataFrame({"author": []}), self.authors, on="author")
        self.assertEqual(len(matched), 0)
        self.assertIn("match_id", matched.columns)

    def test_what_cannot_be_used(self):
        table = pandas.DataFrame({"author": ["Virginia Wolf"], "match_id": [1]})
        for arguments, wanted in [
            ({"on": "writer", "prefix": "m_"}, 'no column "writer"'),
            ({"on": "author"}, 'a column "match_id" already'),
            ({"type": "Planet", "prefix": "m_"}, "Planet"),
        ]:
            with self.assertRaisesRegex(sameas.SameasError, wanted):
                sameas.match(table, self.authors, **arguments)
        with self.assertRaises(sameas.SameasError) as raised:
            sameas.match(table, "none.csv", prefix="m_")
        self.assertEqual(raised.exception.code, "file-not-found")
        with self.assertRaisesRegex(TypeError, "list"):
            sameas.match(["Virginia Wolf"], self.authors)

    def test_serving(self):
        with sameas.serve(self.authors) as service:
            [first, second] = service.reconcile(["Virginia Wolf", {"query": "Achebe", "limit": 1}])
            self.assertEqual((first[0]["id"], len(second)), ("a1", 1))
            url = service.url
        with self.assertRaises(urllib.error.URLError):
            urllib.request.urlopen(url)
        with self.assertRaises(sameas.SameasError) as raised:
            with sameas.serve("none.csv"):
                self.fail("It is not served.")
        self.assertEqual(raised.exception.code, "file-not-found")

    def test_the_command(self):
        command = Path(sys.executable).with_name("sameas")
        done = subprocess.run([command, "check", self.authors], capture_output=True, encoding="utf-8", check=True)
        self.assertIn("5 entities with 5 names", done.stdout)


if __name__ == "__main__":
    unittest.main()
