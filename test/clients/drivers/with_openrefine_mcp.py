"""One round with the client inside `openrefine-mcp`: python with_openrefine_mcp.py ADDRESS URL_OF_DATA RECIPE OUTPUT; prints what the client saw as one line of JSON."""

import asyncio
import json
import sys

from openrefine_mcp.openrefine_client import OpenRefineClient


async def one_round(address, url, recipe, output):
    async with OpenRefineClient(address) as client:
        project = await client.create_project(url, "round trip")
        models = await client.get_project_models(project.project_id)
        with open(recipe, encoding="utf-8") as file:
            summary = await client.apply_operations(project.project_id, file.read())
        changed = await client.get_project_models(project.project_id)
        with open(output, "wb") as file:
            file.write(await client.export_csv(project.project_id))
        deleted = await client.delete_project(project.project_id)
        try:
            await client.get_project_models(project.project_id)
            refusal = None
        except ValueError as error:
            refusal = str(error)
        return {
            "project": str(project.project_id),
            "columns": [column.name for column in models.column_model.columns],
            "languages": [models.scripting.grel.default_expression, models.scripting.jython.default_expression, models.scripting.clojure.default_expression],
            "applied": summary.applied,
            "changedColumns": [column.name for column in changed.column_model.columns],
            "deleted": deleted,
            "refusal": refusal,
        }


print(json.dumps(asyncio.run(one_round(*sys.argv[1:]))))
