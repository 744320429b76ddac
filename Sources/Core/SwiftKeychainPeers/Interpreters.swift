// SPDX-License-Identifier: Apache-2.0
// Table: programs that run code of their user's choice.

/// The programs that run any code a user gives them, so that their file attests nothing.
enum Interpreters {
    private static let names: Set<String> = [
        "sh", "ash", "bash", "bb", "bun", "busybox", "chez", "clisp", "csh", "dart", "dash", "deno",
        "dotnet", "ecl", "elixir", "elvish", "emacs", "env", "erl", "escript", "expect", "fish",
        "gawk", "gdb",
        "gforth", "ghc", "ghci", "gjs", "groovy", "gst", "guile", "irb", "java", "jexec", "jjs",
        "jruby", "julia", "jython", "ksh", "lldb", "lua", "luajit", "m4", "make", "mawk", "mksh",
        "mono",
        "nawk", "node", "nodejs", "nu", "nvim", "ocaml", "octave", "oksh", "original-awk", "osh",
        "pdksh",
        "perl", "php", "pwsh", "pypy", "python", "qjs", "racket", "raku", "rhino", "rksh", "ruby",
        "runhaskell",
        "sbcl", "scala", "script", "sed", "socat", "strace", "swift", "swift-frontend", "swipl",
        "tcc", "tclsh",
        "tcsh", "toybox", "valgrind", "vi", "vim", "wasmtime", "wine", "wine64", "wish", "xonsh",
        "yash",
        "zsh", "awk", "tcl", "R", "Rscript",
        // The tools of valgrind: memcheck-amd64-linux, memcheck-arm64-linux.
        "cachegrind", "callgrind", "dhat", "drd", "helgrind", "lackey", "massif", "memcheck",
        "none",
    ]

    /// Returns whether the program at a path is an interpreter, in any version: `python3.12`, or the dynamic
    /// linker, which runs any file.
    static func contains(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        if ["ld-", "ld.so", "qemu-"].contains(where: name.hasPrefix) { return true }
        // Without the version: python3.12-dbg, perl5.36.0, lua5.4, php8.2, tclsh8.6, vim.basic.
        let stem = name.prefix { !$0.isNumber && $0 != "." }
        return names.contains(String(name)) || names.contains(String(stem))
            || names.contains(String(stem.prefix { $0 != "-" }))
    }
}
