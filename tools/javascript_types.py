"""Writes what the JavaScript is checked against to a file of TypeScript declarations.

``Api`` has the models of the OpenAPI document, and what each address gives; ``PageElements`` has the elements
of the pages by their ids, and ``PageForms`` the fields of their forms.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from tilewright.web.app import create_api
from tilewright.web.pages import NOT_FOUND, PARTS, STATIC, pages
from tilewright.web.settings import ServerSettings
from tilewright.web.state import AppState

FIELDS = ("input", "select", "textarea", "button", "output")
"""The elements of a form that its names lead to."""


def declarations() -> str:
    """The text of the declarations."""
    document = create_api(AppState.create(ServerSettings())).openapi()
    models = document["components"]["schemas"]
    interfaces = "".join(f"  {declaration(name, model)}\n" for name, model in sorted(models.items()))
    interfaces += requests(document["paths"])
    elements, forms = page_elements()
    return (
        f"declare namespace Api {{\n{interfaces}}}\n\n"
        f"interface PageElements {{\n{_members(elements)}}}\n\n"
        f"interface PageForms {{\n{_members(forms)}}}\n"
    )


def declaration(name: str, model: dict[str, Any]) -> str:
    """The declaration of a model of the OpenAPI document."""
    if "properties" in model:
        return f"interface {_identifier(name)} {type_of(model)}"
    return f"type {_identifier(name)} = {type_of(model)};"


def type_of(schema: dict[str, Any]) -> str:
    """The type of what a JSON schema describes."""
    if "$ref" in schema:
        return _identifier(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(type_of(one) for one in schema[several]))
    match schema.get("type"):
        case "object" if "properties" in schema:
            required = schema.get("required", ())
            fields = (
                f"{json.dumps(name)}{'' if name in required else '?'}: {type_of(one)}; "
                for name, one in schema["properties"].items()
            )
            return f"{{ {''.join(fields)}}}"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(type_of(one) for one in schema['prefixItems'])}]"
        case "array":
            return f"({type_of(schema.get('items', {}))})[]"
        case "string" | "boolean" | "null" as simple:
            return str(simple)
        case "integer" | "number":
            return "number"
    return "unknown"


def requests(paths: dict[str, dict[str, Any]]) -> str:
    """``Sent`` and ``Received``: the types of what is sent to an address below /api, and of what comes back,
    by the method and the address, which may have parameters and a query; unknown for other addresses."""
    types: dict[str, list[str]] = {"Sent": [], "Received": []}
    for path in sorted(
        paths, key=lambda one: (-one.count("/"), one)
    ):  # a parameter also matches what has a /
        address = re.sub(r"\{\w+\}", "${string}", path.removeprefix("/api"))
        for method, operation in paths[path].items():
            success = next(one for status, one in sorted(operation["responses"].items()) if status[0] == "2")
            messages = {"Sent": operation.get("requestBody", {}), "Received": success}
            for name, message in messages.items():
                if type_of_message := _content_type(message):
                    types[name].append(f"Path extends `{method} {address}` ? {type_of_message}")
    return "".join(
        f"  type {name}<Path extends string> =\n"
        f"    Path extends `${{infer Address}}?${{string}}` ? {name}<Address>\n"
        + "".join(f"    : {row}\n" for row in rows)
        + "    : unknown;\n"
        for name, rows in types.items()
    )


def _content_type(message: dict[str, Any]) -> str:
    """The type of a body in JSON; "" if there is none."""
    schema = message.get("content", {}).get("application/json", {}).get("schema")
    return "" if schema is None else type_of(schema)


def _identifier(name: str) -> str:
    return name.replace("-", "_")


class _Elements(HTMLParser):
    """Collects the elements of a page by their ids, and the fields of its forms by the ids of the forms."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: dict[str, str] = {}
        self.forms: dict[str, dict[str, str]] = {}
        self._form = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        name = values.get("id") or ""
        if tag == "form":
            self._form = name
            self.forms[name] = {}
        if name:
            self.elements[name] = f'HTMLElementTagNameMap["{tag}"]' if tag != "svg" else "SVGSVGElement"
            if tag == "form":
                self.elements[name] += f' & PageForms["{name}"]'
        if self._form and tag in FIELDS and values.get("name"):
            is_choice = values.get("type") == "radio"
            kind = "RadioNodeList" if is_choice else f'HTMLElementTagNameMap["{tag}"]'
            self.forms[self._form][str(values["name"])] = kind

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""


def page_elements() -> tuple[dict[str, str], dict[str, str]]:
    """The types of the elements of all pages by their ids, and those of the fields of forms; where the
    elements of two pages have one id, each page may use what its own has."""
    elements: defaultdict[str, set[str]] = defaultdict(set)
    forms: defaultdict[str, dict[str, str]] = defaultdict(dict)
    paths = [page.directory / f"{page.name}.html" for page in (*pages(), NOT_FOUND)]
    for path in (STATIC / "layout.html", *sorted(PARTS.glob("*.html")), *paths):
        parser = _Elements()
        parser.feed(path.read_text())
        for name, kind in parser.elements.items():
            elements[name].add(kind)
        for name, fields in parser.forms.items():
            forms[name] |= fields
    together = {name: " & ".join(sorted(kinds)) for name, kinds in sorted(elements.items())}
    fields_of = {
        name: "{ " + "".join(f"{json.dumps(one)}: {kind}; " for one, kind in fields.items()) + "}"
        for name, fields in sorted(forms.items())
    }
    return together, fields_of


def _members(types: dict[str, str]) -> str:
    return "".join(f"  {json.dumps(name)}: {kind};\n" for name, kind in types.items())


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(declarations())
