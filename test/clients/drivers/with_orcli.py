"""One round with the client `orcli`: python with_orcli.py ADDRESS FILE RECIPE OUTPUT; prints what the client saw as one line of JSON."""

import json
import sys

from orcli import Refine

address, file, recipe, output = sys.argv[1:]
refine = Refine(address)
project = refine.create_project(file, "round trip")
found = refine.get_project_id_by_name("round trip")
columns = refine.get_column_names()
applied = refine.apply_operations_from_file(recipe, wait=True)
refine.set_project_metadata("creator", "orcli")
creator = refine.get_all_projects_metadata()[project]["creator"]
models = refine.get_models()
refine.export_data(output, "csv")
refine.delete_project()
print(
    json.dumps(
        {
            "project": project,
            "found": found,
            "columns": columns,
            "applied": [answer["code"] for answer in applied],
            "creator": creator,
            "changedColumns": [column["name"] for column in models["columnModel"]["columns"]],
            "left": list(refine.get_all_projects_metadata()),
        }
    )
)
