from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Union

from ._program import command, fault_in

Query = Union[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Service:
    """A running service. `url` is the address to register in OpenRefine or another client."""

    url: str

    def reconcile(self, queries: Sequence[Query]) -> List[List[Dict[str, Any]]]:
        """For each query the candidates, the best first. A query is a name, or an object of the protocol: {"query": "Woolf", "properties": [{"pid": "born", "v": 1882}]}."""
        batch = {str(i): {"query": query} if isinstance(query, str) else query for i, query in enumerate(queries)}
        form = urllib.parse.urlencode({"queries": json.dumps(batch)}).encode()
        with urllib.request.urlopen(self.url, form) as answer:
            results = json.load(answer)
        return [results[str(i)]["result"] for i in range(len(queries))]


@contextmanager
def serve(
    dataset: Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]],
    *,
    port: int = 0,
    options: Sequence[str] = (),
    timeout: float = 300,
) -> Iterator[Service]:
    """Serves a list while the block runs. `port`: 0 for a free one; `options`: further options of `sameas serve`; `timeout`: seconds until it answers. Raises SameasError for what cannot be served."""
    files = [dataset] if isinstance(dataset, (str, os.PathLike)) else list(dataset)
    chosen = port or _free_port()
    url = f"http://127.0.0.1:{chosen}/"
    program = subprocess.Popen(
        command(["serve", *(os.fspath(file) for file in files), "--port", str(chosen), *options]),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    said: List[str] = []
    # Read all the time, so that the program never waits for a reader.
    reader = threading.Thread(target=lambda: said.extend(program.stderr or ()), daemon=True)
    reader.start()
    try:
        end = time.monotonic() + timeout
        while not _is_ready(url):
            if program.poll() is not None:
                reader.join()
                raise fault_in("".join(said))
            if time.monotonic() > end:
                raise TimeoutError(f"The service did not answer within {timeout} seconds.")
            time.sleep(0.05)
        yield Service(url)
    finally:
        program.terminate()
        program.wait()
        reader.join()
        if program.stderr is not None:
            program.stderr.close()


def _is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(url + "ready", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
