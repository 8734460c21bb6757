"""Full-text search by trigrams in SQLite (FTS5): any trigram of the query, by bm25, the first fifty re-ranked.

Reads one JSON object from standard input: names, queries (each text and target, folded), seconds.
Writes one: queries answered, seconds taken, hits among ten.
"""

import json
import sqlite3
import sys
import time


def bigrams(text):
    return {text[i : i + 2] for i in range(len(text) - 1)}


def dice(a, b):
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0


def main():
    task = json.load(sys.stdin)
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE names USING fts5(name, tokenize='trigram')")
    database.executemany("INSERT INTO names (name) VALUES (?)", ((name,) for name in task["names"]))
    database.execute("INSERT INTO names (names) VALUES ('optimize')")
    hits = answered = 0
    start = time.perf_counter()
    for query in task["queries"]:
        text = query["text"]
        grams = {text[i : i + 3] for i in range(len(text) - 2)}
        found = []
        if grams:
            wanted = " OR ".join('"' + gram.replace('"', '""') + '"' for gram in sorted(grams))
            statement = "SELECT name FROM names WHERE names MATCH ? ORDER BY bm25(names) LIMIT 50"
            found = [row[0] for row in database.execute(statement, (wanted,))]
        own = bigrams(text)
        found.sort(key=lambda name: -dice(own, bigrams(name)))
        hits += query["target"] in found[:10]
        answered += 1
        if time.perf_counter() - start > task["seconds"]:
            break
    json.dump({"answered": answered, "seconds": time.perf_counter() - start, "hits": hits}, sys.stdout)


main()
