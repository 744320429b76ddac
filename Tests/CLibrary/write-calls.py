#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes calls.h for bad-input.c: a function that calls each exported function with any pointers, and a table of them.

The parameters are those of Scripts/generate-c-interface.py, so that no function is left out.
"""

import importlib.util
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("interface", ROOT / "Scripts" / "generate-c-interface.py")
interface = importlib.util.module_from_spec(spec)
spec.loader.exec_module(interface)

# They free memory that the library allocated, or end what other calls need.
NULL_ONLY = ("Free", "Delete", "sec_retain", "sec_release")
# Pointers to an object that is read, and to a size that is replaced by the one that is needed.
CHANGED = {"keyToUnwrap": "MEMORY", "ioPathLength": "SIZE"}
# The types of objects: the wrong ones are refused. Any object is taken for the others.
KINDS = {"object": "OBJECT", "string": "OBJECT", "out": "OUT", "error": "ERROR", "closure": "NOTHING", "ignored": "NOTHING"}


def main():
    made = interface.Interface()
    rows = []
    for name in interface.TOPICS:
        for function in made.order(name):
            if function not in made.functions:
                continue
            parameters, result = made.chosen(function)
            kind = made.result(result)
            arguments, table = [], []
            for place, (label, type) in enumerate(parameters):
                how, c, _, inner, optional = made.parameter(type)
                c = c.replace("_Nullable", "").replace("_Nonnull", "").strip()
                if how in ("number", "enum", "options"):
                    index = label in ("ix", "signerIndex") or how != "number"
                    arguments.append(f"({c})({'number' if index else '0'})")
                    table.append('{NUMBER, "", 1}')
                    continue
                takes = {"string": "CFString", "object": inner}.get(how, "")
                if takes in ("CFTypeRef", "CFAllocator"):
                    takes = ""
                if how == "closure":
                    arguments.append("NULL")
                else:
                    arguments.append(f"({c})a[{place}]")
                passed = CHANGED.get(label) or KINDS.get(how, "MEMORY")
                table.append(f'{{{passed}, "{takes}", {int(optional)}}}')
            call = f"{function}({', '.join(arguments)})"
            shape = {"none": "NONE", "object": "CREATED", "unmanaged": "CREATED"}.get(kind[0])
            if "Get" in function and shape == "CREATED":
                shape = "LENT"
            shape = shape or ("STATUS_RESULT" if kind[1] in ("OSStatus", "int") else "NUMBER_RESULT")
            body = f"{call}; return 0" if shape == "NONE" else f"return (long){call}"
            print(f"static long call_{function}(void **a, long number) {{ (void)a; (void)number; {body}; }}")
            only = int(any(word in function for word in NULL_ONLY))
            rows.append(f'    {{"{function}", call_{function}, {shape}, {only}, {len(table)}, {{{", ".join(table) or "{0}"}}}}},')
    print("static const struct function functions[] = {")
    print("\n".join(rows))
    print("};")


main()
