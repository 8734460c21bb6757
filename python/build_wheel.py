"""Builds the wheel: the modules of this folder and the program as `npm pack` makes it. It needs nothing from a registry.

`pip wheel --no-deps --wheel-dir FOLDER ./python` makes it, in the folder of the repository after `npm ci`. SAMEAS_ARCHIVE names an archive that `npm pack` has made already.
"""

import base64
import hashlib
import json
import os
import re
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The same bytes of the same contents: no time of now.
TIME = (1980, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel and gives its name (PEP 517)."""
    with tempfile.TemporaryDirectory() as folder:
        archive = os.environ.get("SAMEAS_ARCHIVE") or _packed(folder)
        with tarfile.open(archive) as packed:
            files = {
                member.name.removeprefix("package/"): packed.extractfile(member).read()
                for member in packed.getmembers()
                if member.isfile()
            }
    version = json.loads(files["package.json"])["version"]
    info = f"sameas-{version}.dist-info"
    contents = {f"sameas/program/{name}": data for name, data in files.items()}
    for path in sorted((HERE / "sameas").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            contents[f"sameas/{path.name}"] = path.read_bytes()
    contents[f"{info}/licenses/LICENSE"] = files["LICENSE"]
    contents[f"{info}/METADATA"] = _metadata(version).encode()
    contents[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: sameas\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    contents[f"{info}/entry_points.txt"] = b"[console_scripts]\nsameas = sameas._program:main\n"
    record = f"{info}/RECORD"
    contents[record] = "".join([*(_line(*item) for item in contents.items()), f"{record},,\n"]).encode()
    name = f"sameas-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents.items():
            wheel.writestr(zipfile.ZipInfo(path, TIME), data, zipfile.ZIP_DEFLATED)
    return name


def _packed(folder):
    """The archive that `npm pack` makes of the repository."""
    command = ["npm", "pack", "--silent", "--pack-destination", folder]
    subprocess.run(command, cwd=HERE.parent, check=True, stdout=subprocess.DEVNULL)
    [archive] = Path(folder).glob("*.tgz")
    return archive


def _line(path, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(data)}\n"


def _metadata(version):
    """What pyproject.toml says, which Python reads by itself from 3.11 on only."""
    project = (HERE / "pyproject.toml").read_text("utf-8")
    said = dict(re.findall(r'^([\w-]+) = "(.*)"$', project, re.MULTILINE))
    [dependencies] = re.findall(r"^dependencies = (\[.*\])$", project, re.MULTILINE)
    return "\n".join(
        [
            "Metadata-Version: 2.4",
            "Name: sameas",
            f"Version: {version}",
            f"Summary: {said['description']}",
            "License-Expression: MIT",
            "License-File: LICENSE",
            f"Requires-Python: {said['requires-python']}",
            *(f"Requires-Dist: {one}" for one in json.loads(dependencies)),
            "",
        ]
    )
