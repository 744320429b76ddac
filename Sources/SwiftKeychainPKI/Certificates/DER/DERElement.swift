/// Is one element of a DER encoding: a tag, and the bytes of its content (X.690, section 8.1).
///
/// It is a window on the bytes it was read from; nothing is copied.
package struct DERElement: Sendable, Hashable {
    /// Holds the identifier octet: class, constructed bit, and a tag number below 31.
    package let tag: DERTag
    /// Holds the whole element, header and content.
    package let encoding: ArraySlice<UInt8>
    /// Holds the content octets.
    package let content: ArraySlice<UInt8>
}

/// Is the identifier octet of an element (X.690, section 8.1.2).
package struct DERTag: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let boolean = Self(rawValue: 0x01)
    package static let integer = Self(rawValue: 0x02)
    package static let bitString = Self(rawValue: 0x03)
    package static let octetString = Self(rawValue: 0x04)
    package static let null = Self(rawValue: 0x05)
    package static let objectIdentifier = Self(rawValue: 0x06)
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

    /// Gives the context-specific tag of a primitive element: `[number]`, implicit.
    package static func primitive(_ number: UInt8) -> Self { Self(rawValue: 0x80 | number) }
    /// Gives the context-specific tag of a constructed element: `[number]`.
    package static func constructed(_ number: UInt8) -> Self { Self(rawValue: 0xA0 | number) }

    /// Says that the content is made of elements.
    package var isConstructed: Bool { rawValue & 0x20 != 0 }
    /// Says that the meaning of the number is that of X.680, not of the place.
    package var isUniversal: Bool { rawValue & 0xC0 == 0 }
    /// Says that the tag is context-specific.
    package var isContextSpecific: Bool { rawValue & 0xC0 == 0x80 }
    /// Gives the tag's number, 0 to 30.
    package var number: UInt8 { rawValue & 0x1F }
}
