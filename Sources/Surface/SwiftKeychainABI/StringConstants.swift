// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

@_silgen_name("keychain_first_constant") private func firstConstant() -> UnsafeRawPointer
@_silgen_name("keychain_constants_count") private func constantsCount() -> Int
@_silgen_name("keychain_constant_size") private func constantSize() -> Int

/// The string constants, each as an object of C and one of Swift.
///
/// C needs constants that exist before the program runs; Swift's strings have separate storage. Both
/// are equal, with equal hashes, and Scripts/generate-c-interface.py writes both in the same order.
enum StringConstants {
    /// Returns Swift's constant for the constant of C at an address; nil for any other object.
    static func constant(at pointer: UnsafeRawPointer) -> NSString? {
        let distance = pointer - first
        guard distance >= 0, distance < count * size else { return nil }
        return all[distance / size]
    }

    /// Returns the constant of C with these characters, which is never released; nil if there is none.
    static func pointer(to text: String) -> UnsafeRawPointer? { pointers[text] }

    /// Returns the constant of C at a place of ``all``.
    static func pointer(at index: Int) -> UnsafeRawPointer { first + index * size }

    // C's constants are one array: ``count`` objects of ``size`` bytes each, from the address ``first`` on.
    nonisolated(unsafe) private static let first = firstConstant()
    static let count = constantsCount()
    private static let size = constantSize()

    // Several constants have the same characters.
    nonisolated(unsafe) private static let pointers = Dictionary(
        all.enumerated().map { ($1 as String, pointer(at: $0)) },
        uniquingKeysWith: { first, _ in first })
}
