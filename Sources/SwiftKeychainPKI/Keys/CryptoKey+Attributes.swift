import SwiftKeychainModel

extension CryptoKey {
    /// Gives the attributes that a key has as long as nobody says otherwise.
    ///
    /// Both halves say permanent and private, as Apple's do.
    package var attributes: [Attribute: AttributeValue] { attributes(as: part) }

    /// Gives the attributes of a half of the pair; the other half is enough to know.
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
    /// Names the attribute that forbids the operation where it is false.
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
