import SwiftKeychainMemory
import SwiftKeychainModel

/// Names the symmetric ciphers that have a `kSecAttrKeyType` of their own.
///
/// A key of another kind, as one for HMAC, can be stored as an item; its type is its owner's then.
enum SymmetricKeyType: Int64 {
    case des = 14
    case tripleDES = 17
    case rc2 = 23
    case rc4 = 25
    case cast = 56
    case aes = 2_147_483_649

    /// Tells how many bytes a key may have.
    private func accepts(_ count: Int) -> Bool {
        switch self {
        case .des: count == 8
        case .tripleDES: count == 16 || count == 24
        case .rc2: (1...128).contains(count)
        case .rc4: (1...256).contains(count)
        case .cast: (5...16).contains(count)
        case .aes: count == 16 || count == 24 || count == 32
        }
    }

    /// Tells how many bytes a block of the cipher has.
    var blockSize: Int {
        switch self {
        case .aes: 16
        case .des, .tripleDES, .rc2, .cast: 8
        case .rc4: 1
        }
    }

    /// Gives the attributes of a key as long as nobody says otherwise.
    ///
    /// - Throws: `parameter` for bytes that are no key of the cipher.
    func attributes(
        of bytes: SecretBytes
    ) throws(KeychainError) -> [Attribute: AttributeValue] {
        guard accepts(bytes.count) else {
            throw KeychainError(.parameter, "key data: not of a size that the cipher has")
        }
        let bits = AttributeValue.number(Int64(bytes.count) * 8)
        var attributes: [Attribute: AttributeValue] = [
            .keyClass: .number(2), .type: .number(rawValue), .keySizeInBits: bits,
            .effectiveKeySize: self == .des ? .number(56) : bits,
        ]
        let isTrue: Set<Attribute> = [
            .isPermanent, .isPrivate, .isModifiable, .isExtractable, .canEncrypt, .canDecrypt,
            .canDerive, .canWrap, .canUnwrap,
        ]
        for flag in SecKey.flags { attributes[flag] = .boolean(isTrue.contains(flag)) }
        return attributes
    }
}
