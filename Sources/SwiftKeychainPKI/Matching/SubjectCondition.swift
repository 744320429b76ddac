import SwiftKeychainModel

/// Asks for text in the subject of a certificate: in any value of its name, or its summary.
public struct SubjectCondition: Sendable, Hashable {
    /// Says where the text must stand.
    public enum Place: Sendable, Hashable {
        case anywhere
        case start
        case end
        case whole
    }

    public let place: Place
    public let text: String

    /// Asks for `text`; an empty one stands nowhere.
    public init(_ place: Place, _ text: String) {
        self.place = place
        self.text = text
    }

    /// Tells whether the certificate has the text.
    func holds(for certificate: Certificate, _ comparison: StringComparison) -> Bool {
        if text.isEmpty { return false }
        let summary = certificate.subjectSummary.map { [$0] } ?? []
        let values = certificate.subject.attributes.compactMap(\.text) + summary
        guard !comparison.isEmpty else {
            // Byte for byte, as attributes are compared.
            let wanted = Array(text.utf8)
            return values.contains { stands(wanted, in: Array($0.utf8)) }
        }
        // By characters, so that composed and decomposed ones are equal.
        let wanted = Array(comparison.folded(text))
        return values.contains { stands(wanted, in: Array(comparison.folded($0))) }
    }

    private func stands<Unit: Equatable>(_ wanted: [Unit], in value: [Unit]) -> Bool {
        switch place {
        case .whole: value == wanted
        case .start: value.starts(with: wanted)
        case .end: value.suffix(wanted.count).elementsEqual(wanted)
        case .anywhere:
            value.indices.contains { value[$0...].starts(with: wanted) }
        }
    }
}
