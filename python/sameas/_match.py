from __future__ import annotations

import json
import os
import tempfile
from datetime import datetime, time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence, Sized, TypeVar, Union

from ._program import SameasError, run

MIDNIGHT = time()

#: A data frame of pandas or of polars; what comes back is of the same kind.
Frame = TypeVar("Frame", bound=Sized)
#: A file, as `sameas serve` takes it, several files of one list, or a data frame.
Dataset = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]], Any]


def match(
    table: Frame,
    dataset: Dataset,
    *,
    on: Optional[str] = None,
    type: Optional[str] = None,
    prefix: str = "match_",
    properties: bool = True,
    learning: bool = True,
    options: Sequence[str] = (),
) -> Frame:
    """The table with what each row means in the dataset, in four further columns.

    match_id           id of the entity that is meant; missing where the decision is not "match"
    match_name         name of the likeliest entity; missing where the decision is "none"
    match_probability  that this entity is meant, from 0 to 1
    match_decision     "match"; "ambiguous": one of several may be meant; "none": probably nothing in the dataset; "error": the row has no name

    on          column of the names; found by its heading and its values when left out
    type        only entities of this type
    prefix      what the four columns begin with
    properties  whether other columns are evidence, such as a year; they are aligned by their values
    learning    whether the whole table teaches what its columns say
    options     further options of `sameas match`, such as ["--property", "born=birth"]

    Raises SameasError with the reason for what cannot be used.
    """
    _library_of(table)
    columns: Dict[str, List[Any]] = {f"{prefix}{name}": [] for name in ("id", "name", "probability", "decision")}
    taken = [name for name in columns if name in _headings(table)]
    if taken:
        raise SameasError(f'The table has a column "{taken[0]}" already. Choose another prefix.', "parameter-invalid")
    if on is not None and on not in _headings(table):
        raise SameasError(f'The table has no column "{on}". Its columns are {", ".join(_headings(table))}.', "column-unknown")
    if len(table) == 0:
        return _with_columns(table, columns)
    with tempfile.TemporaryDirectory(prefix="sameas-") as folder:
        source, out = Path(folder, "table.json"), Path(folder, "matched.jsonl")
        _write(table, source)
        arguments = ["match", str(source), *_files_of(dataset, Path(folder)), "--out", str(out), "--no-review"]
        for flag, value in (("--query-column", on), ("--type", type)):
            if value is not None:
                arguments += [flag, value]
        arguments += [*([] if properties else ["--no-properties"]), *([] if learning else ["--no-learning"]), *options]
        run(arguments)
        for answer in _answers(out):
            for name, values in columns.items():
                values.append(answer[name[len(prefix) :]])
    answered = len(columns[f"{prefix}id"])
    if answered != len(table):
        raise SameasError(f"The table has {len(table)} rows, of which {answered} were answered.", "internal")
    return _with_columns(table, columns)


def _answers(out: Path) -> Iterator[Dict[str, Any]]:
    with out.open(encoding="utf-8") as lines:
        for line in lines:
            answer = json.loads(line)
            decision, candidates = answer["decision"], answer["candidates"]
            first = candidates[0] if candidates and decision != "none" else {}
            features = {feature["id"]: feature["value"] for feature in first.get("features", [])}
            yield {
                "id": first.get("id") if decision == "match" else None,
                "name": first.get("name"),
                "probability": features.get("probability"),
                "decision": decision,
            }


def _files_of(dataset: Dataset, folder: Path) -> List[str]:
    if isinstance(dataset, (str, os.PathLike)):
        return [os.fspath(dataset)]
    if isinstance(dataset, (list, tuple)):
        return [os.fspath(file) for file in dataset]
    path = folder / "dataset.json"
    _write(dataset, path)
    return [str(path)]


def _library_of(frame: Any) -> str:
    library: str = frame.__class__.__module__.split(".")[0]
    if library not in ("pandas", "polars") or not hasattr(frame, "columns"):
        raise TypeError(f"A data frame of pandas or polars is wanted, not {frame.__class__.__name__}.")
    return library


def _headings(frame: Any) -> List[str]:
    return [str(heading) for heading in frame.columns]


def _write(frame: Any, path: Path) -> None:
    if _library_of(frame) == "pandas":
        columns = [frame.iloc[:, place].tolist() for place in range(len(frame.columns))]
    else:
        columns = [frame.to_series(place).to_list() for place in range(len(frame.columns))]
    headings = _headings(frame)
    if len(set(headings)) < len(headings):
        raise SameasError("Two columns have the same name. Rename one of them.", "parameter-invalid")
    # Records, in which nothing has to be guessed: neither what is a heading nor what stands between cells.
    rows = zip(*([_text_of(value) for value in column] for column in columns))
    with path.open("w", encoding="utf-8") as file:
        json.dump([dict(zip(headings, row)) for row in rows], file, ensure_ascii=False)


def _text_of(value: Any) -> str:
    if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value:
        return ""
    if isinstance(value, float) and value.is_integer():
        # Whole numbers become fractions in a column that lacks some.
        return str(int(value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime) and value.time() == MIDNIGHT:
        return value.date().isoformat()
    if isinstance(value, (list, tuple)):
        return "|".join(map(_text_of, value))
    return str(value)


def _with_columns(table: Frame, columns: Dict[str, List[Any]]) -> Frame:
    frame: Any = table
    if _library_of(frame) == "pandas":
        result: Frame = frame.assign(**columns)
        return result
    import polars

    kinds = [polars.String, polars.String, polars.Float64, polars.String]
    result = frame.with_columns([polars.Series(name, values, dtype=kind) for (name, values), kind in zip(columns.items(), kinds)])
    return result
