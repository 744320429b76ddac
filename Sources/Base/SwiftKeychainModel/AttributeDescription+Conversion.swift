// SPDX-License-Identifier: Apache-2.0
extension AttributeDescription {
    /// Checks a caller's value for this attribute and returns the value to store.
    ///
    /// - Throws: `parameter` when the kind of attribute doesn't accept the type, or the value is too
    ///   large.
    public func accept(_ value: AttributeValue) throws(KeychainError) -> AttributeValue {
        if value.byteCount > Limits.attributeBytes {
            throw refuse("larger than \(Limits.attributeBytes) bytes")
        }
        switch (kind, value) {
        case (.string, .string), (.blob, .string), (.blob, .data), (.blob, .number),
            (.data, .data), (.number, .number), (.number, .boolean), (.code, .string),
            (.code, .number):
            return value
        case (.date, .date(let seconds)) where seconds.isFinite:
            // One bit pattern for zero, so that equal moments have equal digests.
            return .date(seconds == 0 ? 0 : seconds)
        case (.string, .data):
            guard let text = value.text else { throw refuse("text is not UTF-8") }
            return .string(text)
        case (.data, .string(let text)):
            return .data(Array(text.utf8))
        case (.data, .number(let number)):
            guard let bytes = Self.fourBytes(number) else { throw refuse("number over 32 bits") }
            return .data(bytes)
        case (.number, .string(let text)):
            return Self.canonicalDecimal(text).map { .number($0) } ?? value
        case (.code, .data) where attribute == .authenticationType:
            return value
        case (.code, .boolean) where attribute == .protocol:
            return value
        case (.protectionClass, .string), (.protectionClass, .data):
            guard let text = value.text, ProtectionClass(rawValue: text) != nil else {
                throw refuse("not a protection class")
            }
            return .string(text)
        case (.lookup, .data(let bytes)):
            _ = try LookupAttributes(encoded: bytes)
            return value
        default:
            throw refuse("a value of this type is not accepted")
        }
    }

    private func refuse(_ rule: String) -> KeychainError {
        KeychainError.refused(attribute, rule)
    }

    /// Returns the bytes by which values of this attribute are compared and digested.
    ///
    /// Text and data compare by their bytes, a number in a blob by its four little-endian bytes.
    /// Numbers, booleans and four-character codes compare as numbers.
    public func comparisonBytes(_ value: AttributeValue) -> [UInt8] {
        switch (kind, value) {
        case (.string, _), (.blob, _), (.data, _), (.protectionClass, _), (.accessControl, _),
            (.lookup, _):
            switch value {
            case .string(let text): return Array(text.utf8)
            case .data(let bytes): return bytes
            case .number(let number): return Self.fourBytes(number) ?? Self.eightBytes(number)
            case .boolean(let flag): return [flag ? 1 : 0]
            case .date(let seconds): return Self.eightBytes(Int64(bitPattern: seconds.bitPattern))
            }
        case (.code, .string(let text)):
            return Self.code(Array(text.utf8))
        case (.code, .data(let bytes)):
            return Self.code(bytes)
        case (_, .number(let number)):
            return Self.tagged("n", Self.eightBytes(number))
        case (_, .boolean(let flag)):
            return Self.tagged("n", Self.eightBytes(flag ? 1 : 0))
        case (_, .string(let text)):
            return Self.tagged("s", Array(text.utf8))
        case (_, .data(let bytes)):
            return Self.tagged("s", bytes)
        case (_, .date(let seconds)):
            return Self.tagged("d", Self.eightBytes(Int64(bitPattern: seconds.bitPattern)))
        }
    }

    /// Returns whether two values are equal in a search and in the primary key.
    public func equal(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
        comparisonBytes(left) == comparisonBytes(right)
    }

    private static func tagged(_ tag: Unicode.Scalar, _ bytes: [UInt8]) -> [UInt8] {
        [UInt8(ascii: tag)] + bytes
    }

    /// Returns the bytes by which a code is compared: a text of four characters and the number that they spell are
    /// equal.
    private static func code(_ bytes: [UInt8]) -> [UInt8] {
        // An empty code is the default, zero.
        guard bytes.count == 4 || bytes.isEmpty else { return tagged("s", bytes) }
        return tagged("n", eightBytes(bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }))
    }

    /// Returns the four bytes of a number, the lowest first; nil if neither a signed nor an unsigned word holds it.
    private static func fourBytes(_ number: Int64) -> [UInt8]? {
        guard Int32(exactly: number) != nil || UInt32(exactly: number) != nil else { return nil }
        let word = UInt32(truncatingIfNeeded: number)
        return (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }

    private static func eightBytes(_ number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
    }

    /// Parses text that is exactly how a number prints: no plus sign, no leading zero, no blank.
    static func canonicalDecimal(_ text: String) -> Int64? {
        guard let number = Int64(text), String(number) == text else { return nil }
        return number
    }
}
