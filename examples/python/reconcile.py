#!/usr/bin/env python3
"""Match the names of a CSV file with a reconciliation service, and write the answers as JSON lines.

    python3 reconcile.py http://127.0.0.1:8000/ names.csv answers.jsonl --column name

Needs Python 3.8 and nothing else. The queries are sent in batches. Where the service is busy (429, 503) or cannot be
reached, a batch is sent again: after the time in Retry-After, else after waits that double. Each batch of answers is on the
disk before the next one is sent. Run the same command again after an interruption: it goes on behind the last complete answer.
"""

import argparse
import csv
import email.utils
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

RETRIES = 6
FIRST_WAIT_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 30
TIMEOUT_SECONDS = 60
PASSING = (429, 502, 503, 504)


class ServiceError(Exception):
    """The service refuses, or cannot be reached any more."""


def ask(address, form=None, key=None):
    """The JSON that the service answers with; sends the form where there is one, and sends it again where the service is busy."""
    body = None if form is None else urllib.parse.urlencode(form).encode("ascii")
    headers = {"Accept": "application/json"}
    if key:
        headers["Authorization"] = "Bearer " + key
    for attempt in range(RETRIES + 1):
        wait = min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2**attempt) * random.uniform(0.5, 1)
        try:
            with urllib.request.urlopen(urllib.request.Request(address, body, headers), timeout=TIMEOUT_SECONDS) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            fault = "%s answered with status %d: %s" % (address, error.code, message_in(error))
            if error.code not in PASSING:
                raise ServiceError(fault) from error
            asked = seconds_in(error.headers.get("Retry-After"))
            wait = wait if asked is None else asked
        except (OSError, http.client.HTTPException, ValueError) as error:
            # Not reachable, or an answer that broke off.
            fault = "%s cannot be reached: %s" % (address, error)
        if attempt < RETRIES:
            print("%s Sent again in %.1f s." % (fault, wait), file=sys.stderr)
            time.sleep(wait)
    raise ServiceError(fault)


def message_in(error):
    try:
        told = json.load(error)
        return told.get("message") or told.get("detail") or error.reason
    except (OSError, http.client.HTTPException, ValueError, AttributeError):
        return error.reason


def seconds_in(header):
    """Seconds that Retry-After names, as a number or as a date; None where it names none."""
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def batches(rows, size):
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def answers_kept(path):
    """Number of complete answers in the file, from which what was cut off in the middle is removed."""
    if not os.path.exists(path):
        return 0
    kept = end = 0
    with open(path, "r+b") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            kept += 1
            end += len(line)
        file.truncate(end)
    return kept


def query_of(row, column, limit):
    properties = [{"pid": name, "v": value} for name, value in row.items() if name != column and name and value]
    query = {"query": row.get(column) or "", "limit": limit}
    if properties:
        query["properties"] = properties
    return query


def main():
    parser = argparse.ArgumentParser(description="Match the names of a CSV file with a reconciliation service.")
    parser.add_argument("address", help="address of the service, such as http://127.0.0.1:8000/")
    parser.add_argument("names", help="CSV file in UTF-8 with a heading; other columns are sent as properties")
    parser.add_argument("answers", help="file for the answers, one line of JSON for each row")
    parser.add_argument("--column", default="name", help="column with the names")
    parser.add_argument("--limit", type=int, default=5, help="most candidates of a row")
    parser.add_argument("--key", default=os.environ.get("SAMEAS_API_KEY"), help="API key, for services that ask for one")
    options = parser.parse_args()
    try:
        size = int(ask(options.address, key=options.key).get("batchSize") or 50)
        kept = answers_kept(options.answers)
        with open(options.names, encoding="utf-8-sig", newline="") as names, open(options.answers, "a", encoding="utf-8") as answers:
            rows = csv.DictReader(names)
            if options.column not in (rows.fieldnames or []):
                raise ServiceError('%s has no column "%s".' % (options.names, options.column))
            for _ in range(kept):
                next(rows, None)
            done = kept
            for batch in batches(rows, size):
                queries = {"q%d" % place: query_of(row, options.column, options.limit) for place, row in enumerate(batch)}
                found = ask(options.address, {"queries": json.dumps(queries)}, options.key)
                for place, row in enumerate(batch):
                    answer = found.get("q%d" % place, {})
                    answers.write(json.dumps({"name": row[options.column], "result": answer.get("result", []), **({"error": answer["error"]} if "error" in answer else {})}, ensure_ascii=False) + "\n")
                answers.flush()
                os.fsync(answers.fileno())
                done += len(batch)
                print("%d rows." % done, file=sys.stderr)
    except (ServiceError, OSError) as error:
        sys.exit("reconcile.py: %s" % error)


if __name__ == "__main__":
    main()
