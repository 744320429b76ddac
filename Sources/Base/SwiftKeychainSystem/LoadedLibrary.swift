// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A library that a program may lack, loaded when it is needed.
struct LoadedLibrary {
    /// The library isn't installed, or has no such symbol.
    struct Missing: Error {}

    private let handle: UnsafeMutableRawPointer

    /// Loads a library by its file name, as ld.so finds it. It is never unloaded, so that its symbols stay valid.
    init(_ file: String) throws(Missing) {
        guard let handle = dlopen(file, RTLD_NOW) else { throw Missing() }
        self.handle = handle
    }

    /// Returns a function, or a pointer to a variable, as the type that the caller expects.
    /// Nothing checks the type.
    func symbol<Symbol>(_ name: String) throws(Missing) -> Symbol {
        guard let symbol = dlsym(handle, name) else { throw Missing() }
        return unsafeBitCast(symbol, to: Symbol.self)
    }
}
