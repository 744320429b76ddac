// SPDX-License-Identifier: Apache-2.0

// A search for a part of a text or of bytes. That of the Swift library comes with its regular expressions, which would be more
// than 1 MB of each installed program.
extension Collection where Element: Equatable {
    /// Returns the first range with the elements of `part`; nil if there is none.
    package func place(of part: some Collection<Element>) -> Range<Index>? {
        indices.lazy.compactMap { start in
            let rest = self[start...]
            guard rest.starts(with: part) else { return nil }
            return start..<rest.index(start, offsetBy: part.count)
        }.first
    }

    package func contains(part: some Collection<Element>) -> Bool { place(of: part) != nil }
}

extension StringProtocol {
    package func dropping(prefix: String) -> SubSequence {
        hasPrefix(prefix) ? dropFirst(prefix.count) : self[...]
    }
}
