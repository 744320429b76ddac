#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the way of a call through the sources: files, functions, and the frames of its trunk.

A function is on the way if it is called more often the more operations there are, counted with callgrind over 3 and 13 of
them in a debug build, which inlines nothing and has an object for each file. Its file is the one whose object defines it. What
the compiler makes by itself doesn't count: thunks, outlined copies, metadata, witnesses, default arguments.

Also counts the hand-written lines of Sources (tables say in their first line what they are), and the closures that must spell
the error that they throw.

The trunk is the stack of a find at the sqlite3_step of its row, from SecItemCopyMatching to the call of SQLite.

    Scripts/measure-way.py [--build FOLDER] [--list OPERATION] [--trunk] [--check] [--write]

--check compares with Benchmarks/way.tsv and exits with 1 where a number is greater; --write replaces the numbers there. --list
prints the functions on the way of an operation, --trunk the frames. The build (default .build/debug) must have keychain-bench.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "Benchmarks" / "way.tsv"
FEW, MANY = 3, 13
OPERATIONS = ("SecItem", "SecItem-miss", "SecItem-add", "sign")
# What `swift demangle` says of a symbol that no line of the sources declares.
MADE = re.compile(
    r"^(reabstraction thunk|outlined |protocol witness|partial apply|merged |type metadata|lazy |value witness|generic specialization"
    r"|default argument|variable initialization|one-time init|protocol conformance|associated |method descriptor|dispatch thunk"
    r"|nominal type|full type|base witness|metaclass|method lookup|key path|curry thunk|instantiation function|demangling cache"
    r"|variable store|direct field|global initialization|.*unsafeMutableAddressor|.*__derived_enum_equals|.*__derived_struct_equals"
    r"|.*__deallocating_deinit|\w+ value witness for )")


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def read_symbols(build):
    """Returns the source file, module/name, of each symbol that an object of ours defines."""
    files = {}
    for folder in sorted(build.glob("*.build")):
        if not any(ROOT.glob(f"Sources/*/{folder.stem}")):
            continue
        for path in sorted(folder.glob("*.swift.o")):
            # A build leaves the objects of sources that are gone.
            if not any(ROOT.glob(f"Sources/*/{folder.stem}/**/{path.name[:-2]}")):
                continue
            for line in run(["nm", "--defined-only", path]).splitlines():
                found = re.match(r"[0-9a-f]+ [tT] (\S+)$", line)
                # Of a header of the standard library, in each object that uses it.
                if found and not found[1].startswith("_swift_stdlib_"):
                    files[found[1]] = f"{folder.stem}/{path.name[:-2]}"
    return files


def demangle(names):
    if not names:
        return {}
    text = run(["swift", "demangle", "--compact"], input="\n".join(names))
    return dict(zip(names, text.splitlines()))


def environment(folder):
    return {"PATH": os.environ["PATH"], "HOME": folder, "SWIFT_DETERMINISTIC_HASHING": "1"}


def count_calls(program, operation, count, store):
    """Returns how often each function was called in a whole run on a copy of the store."""
    with tempfile.TemporaryDirectory() as folder:
        home, out = os.path.join(folder, "home"), os.path.join(folder, "out")
        shutil.copytree(store, home)
        run(["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={out}", program, "--repeat", operation,
             str(count), home], env=environment(folder))
        names, calls, callee = {}, {}, None
        for line in open(out, errors="replace"):
            if line.startswith(("fn=", "cfn=")):
                number, _, name = line.rstrip("\n").partition("=")[2].partition(" ")
                if name:
                    names[number] = name
                callee = names[number] if line.startswith("cfn=") else callee
            elif line.startswith("calls="):
                calls[callee] = calls.get(callee, 0) + int(line[6:].split()[0])
        # callgrind marks recursion with a quote.
        return {name.partition("'")[0]: number for name, number in calls.items()}


def find_way(program, operation, store, files):
    """Returns (file, function) of those on the way."""
    few, many = (count_calls(program, operation, count, store) for count in (FEW, MANY))
    # One call more or less is chance: a lock that was waited for, a table that grew.
    names = [name for name in many if name in files and many[name] - few.get(name, 0) >= (MANY - FEW) / 2]
    words = demangle(names)
    return sorted((files[name], words[name]) for name in names if not MADE.match(words[name]))


def find_trunk(program, store, files):
    """Returns (file, function) of the frames from SecItemCopyMatching to the step of the row."""
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "home")
        shutil.copytree(store, home)
        commands = os.path.join(folder, "commands")
        pathlib.Path(commands).write_text(
            "set pagination off\nset print frame-arguments none\nset print entry-values no\nset width 0\nset breakpoint pending on\n"
            "break sqlite3_step\ncommands\nsilent\nbt\necho ====\\n\ncontinue\nend\nrun\n")
        text = run(["gdb", "-q", "-batch", "-x", commands, "--args", program, "--repeat", "SecItem", "3", home],
                   env=environment(folder))
    best = []
    for stack in text.split("===="):
        frames = re.findall(r"^#\d+ +(?:0x[0-9a-f]+ in )?(\S+)", stack, re.M)
        ends = [index for index, name in enumerate(frames) if "SecItemCopyMatching" in name]
        # StoreReader.rows(_:after:limit:), with the module's words replaced.
        if ends and any("ReaderC4rows" in name for name in frames):
            best = [name for name in frames[1 : ends[-1] + 1]]
    words = demangle(best)
    return [(files.get(name, "?"), words[name]) for name in best if not MADE.match(words[name])]


def count_changes(trunk):
    modules = [file.partition("/")[0] for file, _ in trunk if file != "?"]
    return sum(first != second for first, second in zip(modules, modules[1:]))


def count_sources():
    lines = closures = 0
    for path in (ROOT / "Sources").rglob("*.swift"):
        text = path.read_text().removeprefix("// SPDX-License-Identifier: Apache-2.0\n")
        if re.match(r"// (Table|Generated|A generated)", text):
            continue
        lines += text.count("\n")
        closures += len(re.findall(r"throws\(\w+\)\s*(?:->\s*[^{}\n]*?)?\s*in\b", text))
    return lines, closures


def measure(program, build, arguments):
    lines, closures = count_sources()
    yield "lines", lines
    yield "closures", closures
    files = read_symbols(build)
    with tempfile.TemporaryDirectory() as store:
        run([program, "--make", store])
        trunk = find_trunk(program, store, files)
        if arguments.trunk:
            for file, words in trunk:
                print(f"{file:60} {words[:150]}")
        if not trunk:
            sys.exit("measure-way: no find of a row in the stacks that gdb printed")
        yield "trunk frames", len(trunk)
        yield "trunk files", len({file for file, _ in trunk})
        yield "trunk module changes", count_changes(trunk)
        for operation in OPERATIONS:
            way = find_way(program, operation, store, files)
            if arguments.list == operation:
                for file, words in way:
                    print(f"{file:60} {words[:150]}")
            yield f"{operation} files", len({file for file, _ in way})
            yield f"{operation} functions", len(way)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=str(ROOT / ".build/debug"))
    parser.add_argument("--list")
    parser.add_argument("--trunk", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    missing = [tool for tool in ("valgrind", "gdb", "nm", "swift") if not shutil.which(tool)]
    if missing:
        sys.exit(f"measure-way: {', '.join(missing)} not installed")
    build = pathlib.Path(arguments.build).resolve()
    recorded = {}
    if TABLE.exists():
        recorded = dict(line.split("\t") for line in TABLE.read_text().splitlines() if line and line[0] != "#")
    grown, rows = [], {}
    with tempfile.TemporaryDirectory() as folder:
        # valgrind can't read Swift's debug information.
        program = os.path.join(folder, "bench")
        run(["strip", "-g", "-o", program, build / "keychain-bench"])
        for name, number in measure(program, build, arguments):
            most = recorded.get(name)
            print(f"{name:24}{number:8}" + (f"{most:>8}" if most else ""), flush=True)
            rows[name] = number
            if most and number > int(most):
                grown.append(f"{name}: {number}, at most {most} allowed")
    if arguments.write:
        comments = [line for line in TABLE.read_text().splitlines() if line.startswith("#")] if TABLE.exists() else []
        TABLE.write_text("\n".join(comments + [f"{name}\t{number}" for name, number in rows.items()]) + "\n")
    if arguments.check and grown:
        sys.exit("\n".join(grown))


main()
