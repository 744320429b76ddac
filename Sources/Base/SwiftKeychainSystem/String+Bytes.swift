// SPDX-License-Identifier: Apache-2.0
import Glibc

extension String {
    /// Writes a number with zeros before it, so that it has at least `width` digits.
    package init(_ number: some BinaryInteger, radix: Int = 10, width: Int) {
        let digits = String(number, radix: radix)
        self = String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }

    /// Returns whether both texts have the same UTF-8 bytes.
    ///
    /// `==` compares by canonical equivalence: an é in one character equals an e with an accent.
    package func hasSameBytes(as other: String) -> Bool {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard left.count == right.count else { return false }
                guard let a = left.baseAddress, let b = right.baseAddress else { return true }
                return memcmp(a, b, left.count) == 0
            }
        }
    }

    /// The one spelling of an absolute path without repeated slashes, components "." and a slash at the end of a folder.
    /// A component ".." stays, since it may follow a link.
    package var plainPath: String {
        let slash = UInt8(ascii: "/")
        var plain: [UInt8] = []
        for name in utf8.split(separator: slash) where !name.elementsEqual(".".utf8) {
            plain.append(slash)
            plain += name
        }
        return plain.isEmpty ? "/" : String(decoding: plain, as: UTF8.self)
    }

    /// Returns whether bytes are UTF-8, without making a text of them.
    package static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        (try? UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span)) != nil
    }
}
