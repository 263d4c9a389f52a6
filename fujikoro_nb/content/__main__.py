"""Write what is made from other files: the JSON schema and the compiled house pack."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from fujikoro_nb.content._schema import emitted_schema
from fujikoro_nb.content.reading import read_pack

HERE = Path(__file__).parent


def made_files() -> dict[Path, bytes]:
    """The content of every file that is made, by path."""
    house = read_pack(HERE / "house")
    compiled = msgspec.json.format(msgspec.json.encode(house.records), indent=0)
    return {
        HERE / "schema" / "pack.json": f"{json.dumps(emitted_schema(), indent=2)}\n".encode(),
        HERE / "house" / "pack.json": compiled.replace(b'{"id"', b'\n{"id"') + b"\n",
    }


if __name__ == "__main__":
    for path, content in made_files().items():
        path.write_bytes(content)
        print(path.name, len(content))
