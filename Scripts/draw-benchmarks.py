#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the measurements of Benchmarks/results/latest.json as Docs/internals/images/*.svg.

Uses Debian's matplotlib. The same measurements give the same bytes.
"""
import json
import pathlib

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot, ticker  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMAGES = ROOT / "Docs" / "internals" / "images"
STYLE = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "swift-keychain",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Helvetica", "Arial"],
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": "#dddddd",
    "axes.titlesize": 11,
}
# Way of the measurements: colour, marker and name.
WAYS = {
    "floor": ("#767676", "s", "SQLite and libsodium alone"),
    "typed": ("#0b62c4", "o", "typed API"),
    "SecItem": ("#b3450b", "^", "SecItemCopyMatching"),
    "command": ("#0b62c4", "o", "security"),
    "secret-tool": ("#8a3ab9", "D", "secret-tool"),
}


def draw(rows, name, unit, divisor, panels, ways):
    """Draws one figure: for each operation of `panels`, the cost of each way over the number of items."""
    figure, axes = pyplot.subplots(1, len(panels), figsize=(3.2 * len(panels), 3.2))
    for axis, (operation, title) in zip(axes, panels.items()):
        for way in ways:
            points = sorted((row["items"], row["p50"] / divisor) for row in rows
                            if row["operation"] == operation and row["way"] == way)
            if points:
                colour, marker, label = WAYS[way]
                axis.plot(*zip(*points), color=colour, marker=marker, markersize=5, label=label)
        axis.set_title(title)
        axis.set_xlabel("items in the store")
        axis.set_xscale("log")
        axis.xaxis.set_major_locator(ticker.LogLocator())
        axis.xaxis.set_major_formatter(ticker.EngFormatter(sep=""))
        axis.xaxis.set_minor_locator(ticker.NullLocator())
        axis.margins(x=0.1, y=0.1)
        axis.set_ylim(bottom=0)
        axis.tick_params(length=0)
    axes[0].set_ylabel(f"median, {unit}")
    # Every way of the figure is in its first panel.
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=len(labels), frameon=False)
    figure.tight_layout(rect=(0, 0.09, 1, 1))
    # A white ground: readable on light and dark pages.
    figure.savefig(IMAGES / name, facecolor="white", metadata={"Date": None})
    pyplot.close(figure)


def main():
    rows = json.loads((ROOT / "Benchmarks/results/latest.json").read_text())["rows"]
    IMAGES.mkdir(exist_ok=True)
    with pyplot.rc_context(STYLE):
        draw(rows, "in-process.svg", "µs", 1,
             {"find": "find", "find, miss": "find nothing", "add, durable": "add, durable"},
             ("floor", "typed", "SecItem"))
        draw(rows, "processes.svg", "ms", 1000, {"find": "find", "add, durable": "add, durable"},
             ("command", "secret-tool"))


if __name__ == "__main__":
    main()
