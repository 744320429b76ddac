// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A function of libcrypto, which the static command contains.
///
/// The first use of one loads the library, and stops the process if it isn't installed, as the dynamic
/// linker would. A program that was linked with libcrypto would spend about a millisecond on it at its
/// start, and most need passwords alone.
enum LoadedFunction {
    nonisolated(unsafe) private static let library = required(
        dlopen(keychain_crypto_library(), RTLD_NOW))

    /// Returns the function with this name.
    static func named<Function>(_ name: StaticString) -> Function {
        let symbol = name.withUTF8Buffer { name in
            name.withMemoryRebound(to: CChar.self) { name in
                keychain_crypto_linked(name.baseAddress!)
                    ?? required(dlsym(library, name.baseAddress!))
            }
        }
        return unsafeBitCast(symbol, to: Function.self)
    }

    private static func required(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        guard let pointer else { fatalError(String(cString: dlerror())) }
        return pointer
    }
}
