// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux

extension System {
    /// The arguments that main() got, the name of the program first, as C strings of the process.
    package static var argumentPointers: [UnsafeMutablePointer<CChar>] {
        var count: Int32 = 0
        guard let words = keychain_arguments(&count) else { return [] }
        return (0..<Int(count)).map { words[$0]! }
    }

    /// The arguments behind the name of the program. Swift's runtime has none without /proc, and in a program that it is
    /// linked into also where a library has moved the environment.
    package static var arguments: [String] {
        argumentPointers.dropFirst().map { String(path: UnsafePointer($0)) }
    }
}
