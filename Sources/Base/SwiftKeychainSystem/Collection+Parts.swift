// SPDX-License-Identifier: Apache-2.0

// The searches of the standard library link its regular expressions: more than 1 MB in each installed program. Inlinable,
// because a generic search without its types took a twelfth of the instructions of a command.
extension Collection where Element: Equatable {
    /// Returns the first range with the elements of `part`; nil if there is none.
    @inlinable
    package func firstRange(ofPart part: some Collection<Element>) -> Range<Index>? {
        for start in indices where self[start...].starts(with: part) {
            return start..<index(start, offsetBy: part.count)
        }
        return nil
    }

    @inlinable
    package func contains(part: some Collection<Element>) -> Bool {
        firstRange(ofPart: part) != nil
    }
}

extension BidirectionalCollection {
    /// Returns the elements without those at both ends that `isCut` accepts.
    package func trimmed(where isCut: (Element) -> Bool) -> SubSequence {
        var rest = drop(while: isCut)
        while let last = rest.last, isCut(last) { rest.removeLast() }
        return rest
    }
}

extension StringProtocol {
    package func dropping(prefix: String) -> SubSequence {
        hasPrefix(prefix) ? dropFirst(prefix.count) : self[...]
    }

    /// The text without the brackets around an IPv6 address, as URLs have them.
    package var withoutBrackets: String {
        String(hasPrefix("[") && hasSuffix("]") ? dropFirst().dropLast() : self[...])
    }
}
