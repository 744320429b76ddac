// SPDX-License-Identifier: Apache-2.0
/// A name on a relay: parts of lower-case letters and digits, with slashes between them.
package struct RelayName: Hashable, Sendable {
    private static let longest = 128
    package let text: String

    /// Checks a name; nil for one that no device writes.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy {
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                }
        }
        guard isName, text.utf8.count <= Self.longest else { return nil }
        self.text = text
    }
}
