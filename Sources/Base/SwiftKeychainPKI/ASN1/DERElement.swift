// SPDX-License-Identifier: Apache-2.0
/// The Distinguished Encoding Rules of ASN.1 (X.690).
///
/// Elements and readers are windows on the bytes they read, so that nothing is copied: on an array, or
/// on memory of the caller, such as the locked memory of a private key.
package enum DER {
    /// The bytes that elements and readers are windows on.
    package typealias Bytes = RandomAccessCollection<UInt8>

    /// One element: a tag and its content (section 8.1).
    ///
    ///     30 06 02 01 05 01 01 FF    SEQUENCE { INTEGER 5, BOOLEAN TRUE }
    ///     │  │  └─ content: two elements
    ///     │  └─ length
    ///     └─ tag
    package struct Element<Window: Bytes> where Window.SubSequence == Window, Window.Index == Int {
        /// Class, constructed bit, and a tag number below 31.
        package let tag: DERTag
        /// The whole element, header and content.
        package let encoding: Window
        package let content: Window
    }
}

/// An element in an array.
package typealias DERElement = DER.Element<ArraySlice<UInt8>>

extension DER.Element: Sendable where Window: Sendable {}
extension DER.Element: Equatable where Window: Equatable {}
extension DER.Element: Hashable where Window: Hashable {}

/// The identifier octet of an element (X.690, section 8.1.2).
///
/// The two highest bits are the class (00 universal, 10 context-specific), the third says constructed, and five
/// are the number. Numbers above 30 take more octets, and are refused by the reader.
package struct DERTag: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let boolean = Self(rawValue: 0x01)
    package static let integer = Self(rawValue: 0x02)
    package static let bitString = Self(rawValue: 0x03)
    package static let octetString = Self(rawValue: 0x04)
    package static let null = Self(rawValue: 0x05)
    package static let objectIdentifier = Self(rawValue: 0x06)
    package static let enumerated = Self(rawValue: 0x0A)
    package static let utf8String = Self(rawValue: 0x0C)
    package static let numericString = Self(rawValue: 0x12)
    package static let printableString = Self(rawValue: 0x13)
    package static let t61String = Self(rawValue: 0x14)
    package static let ia5String = Self(rawValue: 0x16)
    package static let utcTime = Self(rawValue: 0x17)
    package static let generalizedTime = Self(rawValue: 0x18)
    package static let visibleString = Self(rawValue: 0x1A)
    package static let universalString = Self(rawValue: 0x1C)
    package static let bmpString = Self(rawValue: 0x1E)
    package static let sequence = Self(rawValue: 0x30)
    package static let set = Self(rawValue: 0x31)

    /// Returns the context-specific tag of a primitive element: `[number]`, implicit.
    package static func primitive(_ number: UInt8) -> Self { Self(rawValue: 0x80 | number) }
    /// Returns the context-specific tag of a constructed element: `[number]`.
    package static func constructed(_ number: UInt8) -> Self { Self(rawValue: 0xA0 | number) }

    /// True if the content consists of elements.
    package var isConstructed: Bool { rawValue & 0x20 != 0 }
    /// True if X.680 defines the meaning of the number.
    package var isUniversal: Bool { rawValue & 0xC0 == 0 }
    /// The number of the tag, 0 to 30.
    package var number: UInt8 { rawValue & 0x1F }
}

extension DERElement {
    /// The text of a string of any type that names have (X.680, section 41).
    ///
    /// UTF8String, PrintableString, IA5String, NumericString, VisibleString, BMPString (UTF-16, big
    /// endian) and UniversalString (UTF-32, big endian). A T61String is read as Latin 1, which is
    /// what certificates contain. Nil for another type, and for bytes that aren't text of the type.
    package var text: String? { text(as: tag) }

    /// Returns the text of a string with an implicit tag, which doesn't name its type.
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

    /// Splits the contents into numbers of `count` bytes, the highest first; nil if some are left over.
    private func units(of count: Int) -> [UInt32]? {
        guard content.count % count == 0 else { return nil }
        return stride(from: content.startIndex, to: content.endIndex, by: count).map { begin in
            content[begin..<begin + count].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
