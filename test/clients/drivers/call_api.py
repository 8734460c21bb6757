"""Calls operations of openapi.yaml by the Python client that was generated of it.

    call_api.py FOLDER ADDRESS KEY     FOLDER holds the package sameas_client

Reads calls from the standard input, one a line: {"operation", "parameters", "body", "as"}, and answers each with a line: {"status", "location", "text", "parsed"}. A status that the document does not have for the
operation is an error.
"""
import enum
import importlib
import inspect
import json
import pkgutil
import re
import sys
import typing

folder, address, key = sys.argv[1:]
sys.path.insert(0, folder)
import sameas_client.api  # noqa: E402
from sameas_client import AuthenticatedClient  # noqa: E402
from sameas_client.types import File  # noqa: E402

client = AuthenticatedClient(base_url=address, token=key, raise_on_unexpected_status=True)
modules = {
    module.name.rsplit(".", 1)[1]: module.name
    for module in pkgutil.walk_packages(sameas_client.api.__path__, "sameas_client.api.")
    if not module.ispkg
}


def snake_case(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def classes_in(hint):
    return [one for one in (typing.get_args(hint) or (hint,)) if inspect.isclass(one)]


def value_of(value, hint):
    for one in classes_in(hint):
        if issubclass(one, enum.Enum):
            return one(value)
    return value


# Where an operation takes bodies of several media types, the class for each is called after it, or after a schema of the document.
NAMES = {"json": "Json", "form": "Data|Fields", "file": "Files|Form$"}


def body_of(body, kind, hint):
    models = [one for one in classes_in(hint) if hasattr(one, "from_dict")]
    model = next((one for one in models if re.search(NAMES[kind], one.__name__)), models[0])
    files = {"project-file": body["project-file"].encode()} if "project-file" in body else {}
    made = model.from_dict({**body, **files})
    for attribute in made.__attrs_attrs__:
        value = getattr(made, attribute.name)
        if isinstance(value, File):
            value.file_name = "table.csv"
    return made


for line in sys.stdin:
    call = json.loads(line)
    module = importlib.import_module(modules[snake_case(call["operation"])])
    hints = typing.get_type_hints(module.sync_detailed)
    names = {name.rstrip("_"): name for name in hints}
    arguments = {}
    for name, value in call.get("parameters", {}).items():
        argument = names[snake_case(name)]
        arguments[argument] = value_of(value, hints[argument])
    if "body" in call:
        arguments["body"] = body_of(call["body"], call["as"], hints["body"])
    answer = module.sync_detailed(client=client, **arguments)
    content = answer.content.decode("utf-8", "replace")
    print(json.dumps({"status": answer.status_code, "location": answer.headers.get("location", ""), "text": content, "parsed": type(answer.parsed).__name__}), flush=True)
