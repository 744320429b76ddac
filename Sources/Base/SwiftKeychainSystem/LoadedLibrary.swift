// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// A library that a program may lack, loaded when it is needed.
package struct LoadedLibrary {
    /// The library isn't installed, or has no such symbol.
    package struct Missing: Error {}

    private let handle: UnsafeMutableRawPointer

    /// Loads a library by its file name, as ld.so finds it. It is never unloaded, so that its symbols stay valid.
    /// A static program, which has no address of the dynamic linker, can load none.
    package init(_ file: String) throws(Missing) {
        guard getauxval(UInt(AT_BASE)) != 0, let handle = dlopen(file, RTLD_NOW) else {
            throw Missing()
        }
        self.handle = handle
    }

    /// Returns a function, or a pointer to a variable, as the type that the caller expects.
    /// Nothing checks the type.
    package func symbol<Symbol>(_ name: String) throws(Missing) -> Symbol {
        guard let symbol = dlsym(handle, name) else { throw Missing() }
        return unsafeBitCast(symbol, to: Symbol.self)
    }
}
