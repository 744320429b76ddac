extension DERElement {
    /// Reads the text of a string of any type that names have (X.680, section 41).
    ///
    /// UTF8String, PrintableString, IA5String, NumericString, VisibleString, BMPString (UTF-16, big
    /// endian) and UniversalString (UTF-32, big endian). A T61String is read as Latin 1, which is
    /// what is found in certificates. Nil for another type, and for bytes that are no text of the
    /// type.
    package var text: String? { text(as: tag) }

    /// Reads the text of a string whose tag is implicit: that of the place, not of the type.
    package func text(as type: DERTag) -> String? {
        switch type {
        case .utf8String: String(validating: content, as: UTF8.self)
        case .printableString, .ia5String, .numericString, .visibleString:
            content.allSatisfy { $0 < 0x80 } ? String(decoding: content, as: UTF8.self) : nil
        case .t61String:
            String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
        case .bmpString:
            units(of: 2).flatMap { String(validating: $0.map(UInt16.init), as: UTF16.self) }
        case .universalString:
            units(of: 4).flatMap { String(validating: $0, as: UTF32.self) }
        default: nil
        }
    }

    private func units(of count: Int) -> [UInt32]? {
        guard content.count % count == 0 else { return nil }
        return stride(from: content.startIndex, to: content.endIndex, by: count).map { begin in
            content[begin..<begin + count].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
