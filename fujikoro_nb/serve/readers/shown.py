"""Widgets as plain data, for pages that only look on: such a page needs no kernel, only what there is to draw.

A tree of our widgets becomes one mapping of models, each with the name of its front end and its synced traits. Two such
mappings differ in a few traits after a change, and only those travel.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fujikoro_nb.widgets.base.widget import FujiWidget

LEFT_OUT = frozenset({"layout", "look", "tabbable", "tooltip"})
"""Traits of every widget that a page of ours does not draw."""


class Shown(msgspec.Struct, frozen=True):
    """``models`` by where they stand in the tree: ``{"module": "hex_map", "state": {trait: value}}``.

    The outermost is `ROOT`. A trait that holds a widget holds its reference as Jupyter writes it, ``IPY_MODEL_NAME``.
    """

    models: dict[str, dict[str, Any]]

    def since(self, before: Shown) -> dict[str, dict[str, Any]]:
        """What is new or other than before, model by model; those that are gone are left to the page."""
        news: dict[str, dict[str, Any]] = {}
        for name, model in self.models.items():
            old = before.models.get(name)
            if old is None or old["module"] != model["module"]:
                news[name] = model
                continue
            traits = {key: value for key, value in model["state"].items() if old["state"].get(key) != value}
            if traits:
                news[name] = {"module": model["module"], "state": traits}
        return news

    def with_root(self, **traits: Any) -> Shown:
        """The same picture with other traits of the outermost model."""
        root = self.models[ROOT]
        return Shown({**self.models, ROOT: {**root, "state": {**root["state"], **traits}}})


ROOT = "page"


def shown(root: FujiWidget) -> Shown:
    """A widget and those inside it, as they are now."""
    models: dict[str, dict[str, Any]] = {}
    _collect(root, ROOT, models)
    return Shown(models)


def _collect(widget: FujiWidget, name: str, models: dict[str, dict[str, Any]]) -> None:
    drawn = [trait for trait in widget.keys if not trait.startswith("_") and trait not in LEFT_OUT]
    inside = {trait: value for trait in drawn if isinstance(value := getattr(widget, trait), FujiWidget)}
    plain = widget.get_state([trait for trait in drawn if trait not in inside])
    references = {trait: f"IPY_MODEL_{name}.{trait}" for trait in inside}
    # Not those of rules that it named before: the picture is the same whatever was shown until now.
    titles = {"rule_titles": widget.titles_for(plain)}
    models[name] = {"module": widget.front_end, "state": {**plain, **titles, **references}}
    for trait, inner in inside.items():
        _collect(inner, f"{name}.{trait}", models)
