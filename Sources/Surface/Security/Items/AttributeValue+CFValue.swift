// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychainPKI

extension AttributeValue {
    /// Reads a caller's value of `attribute`, in the type it was given.
    ///
    /// The description of the attribute decides whether the type is accepted.
    ///
    /// - Throws: `parameter` for values that no attribute accepts: null, floating numbers and
    ///   numbers over 63 bits, text with half a surrogate pair, data over ``Limits``, collections
    ///   and objects of other kinds.
    init(_ value: CFValue, for attribute: Attribute) throws(KeychainError) {
        let object = value.object
        let isName = attribute == .subject || attribute == .issuer
        if isName, !(object is NSData) {
            throw KeychainError.refused(attribute, "not data")
        }
        if attribute == .accessControl {
            guard let accessControl = object as? SecAccessControl else {
                throw KeychainError.refused(attribute, "not a SecAccessControl")
            }
            self = .data(accessControl.value.encoded())
        } else if attribute == .accessList, let access = object as? SecAccess {
            self = try access.stored()
        } else if value.string != nil {
            guard let text = value.text else {
                throw KeychainError.refused(attribute, "text is not Unicode")
            }
            self = .string(text)
        } else if let number = value.number {
            switch number {
            case .boolean(let flag): self = .boolean(flag)
            case .integer(let integer): self = .number(integer)
            case .floating: throw KeychainError.refused(attribute, "a floating number")
            case .tooLarge: throw KeychainError.refused(attribute, "a number over 63 bits")
            }
        } else if let data = object as? NSData {
            // Checked before it is copied.
            guard data.length <= Limits.attributeBytes else {
                throw KeychainError.refused(attribute, "larger than \(Limits.attributeBytes) bytes")
            }
            let bytes = value.bytes ?? []
            // A name may be given as a whole SEQUENCE, as in a certificate.
            self = .data(isName ? DistinguishedName.normalisedContent(of: bytes) ?? bytes : bytes)
        } else if let date = object as? NSDate {
            self = .date(date.timeIntervalSinceReferenceDate)
        } else if attribute.acceptsUUID, let uuid = value.uuid {
            self = .string(Self.uuidText(uuid))
        } else {
            throw KeychainError.refused(
                attribute,
                value.isNull ? "null is not a value" : "a value of this type is not accepted")
        }
    }

    private static func uuidText(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString }
    }
}

extension Dictionary<Attribute, AttributeValue> {
    /// Adds a caller's value, as ``AttributeValue/init(_:for:)`` reads it.
    ///
    /// - Throws: `parameter`, also for a second value: a dictionary made in C may hold an equal key twice.
    mutating func add(_ value: CFValue, for attribute: Attribute) throws(KeychainError) {
        let old = updateValue(try AttributeValue(value, for: attribute), forKey: attribute)
        if old != nil { throw KeychainError.refused(attribute, "given twice") }
    }
}

extension Attribute {
    /// Returns the attribute that a value is kept in: `kSecAttrAccess` names one only for an access
    /// object.
    func holding(_ value: CFValue) -> Attribute {
        rawValue == "acls" && value.object is SecAccess ? .accessList : self
    }

    /// Attributes that hold text alone accept a UUID as its text.
    fileprivate var acceptsUUID: Bool {
        self == .accessGroup || self == .tokenID || self == .syncViewHint
    }
}
