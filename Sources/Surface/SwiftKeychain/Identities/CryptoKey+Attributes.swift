// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainPKI

extension CryptoKey {
    /// The attributes of a key unless the caller gives others.
    ///
    /// Both halves are permanent and private, as with Apple's.
    package var attributes: [Attribute: AttributeValue] {
        var attributes = attributes(as: part)
        if let external {
            attributes[.tokenID] = .string(external.tokenID)
            attributes[.isExtractable] = .boolean(false)
            attributes[.isSensitive] = .boolean(true)
        }
        return attributes
    }

    /// Returns the attributes of a half of the pair; either half is enough to know them.
    package func attributes(as part: Part) -> [Attribute: AttributeValue] {
        let isPrivate = part == .private
        return [
            .keyClass: .number(Int64(part.rawValue)), .type: .number(Int64(type.rawValue)),
            .keySizeInBits: .number(Int64(bits)), .effectiveKeySize: .number(Int64(bits)),
            .applicationLabel: .data(publicKeyHash),
            .isPermanent: .boolean(true), .isPrivate: .boolean(true), .isModifiable: .boolean(true),
            .isSensitive: .boolean(false), .wasAlwaysSensitive: .boolean(false),
            .isExtractable: .boolean(true), .wasNeverExtractable: .boolean(false),
            .canEncrypt: .boolean(!isPrivate), .canDecrypt: .boolean(isPrivate),
            .canDerive: .boolean(true), .canSign: .boolean(isPrivate),
            .canVerify: .boolean(!isPrivate), .canSignRecover: .boolean(false),
            .canVerifyRecover: .boolean(false), .canWrap: .boolean(!isPrivate),
            .canUnwrap: .boolean(isPrivate),
        ]
    }
}

extension KeyOperation {
    /// The attribute that forbids the operation when it is false.
    package var attribute: Attribute {
        switch self {
        case .sign: .canSign
        case .verify: .canVerify
        case .encrypt: .canEncrypt
        case .decrypt: .canDecrypt
        case .keyExchange: .canDerive
        }
    }
}
