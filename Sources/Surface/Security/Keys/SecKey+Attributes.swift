// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainTokens

extension SecKey {
    /// The attributes with which the key is or would be stored.
    ///
    /// Bytes that may be exported are included as `kSecValueData`; nothing is fetched.
    var attributes: NSDictionary {
        let attributes = NSMutableDictionary()
        attributes["class" as NSString] = ItemClass.key.rawValue as NSString
        for (attribute, value) in itemAttributes {
            let object: AnyObject =
                switch attribute {
                // As text, like their constants.
                case .keyClass, .type: value.keyNumber.map { "\($0)" as NSString } ?? value.object
                case _ where Self.flags.contains(attribute):
                    value.integer.map { NSNumber(value: $0 != 0) } ?? value.object
                default: value.object
                }
            attributes[attribute.rawValue as NSString] = object
        }
        if let stored {
            attributes[Attribute.accessControl.rawValue as NSString] = SecAccessControl(
                stored.item.accessControl)
        }
        if isInToken, let bytes = publicFacts?.publicBytes, let id = TPMKey.objectID(of: bytes) {
            attributes[Self.objectIDKey as NSString] = NSData(id)
        }
        if let bytes = bytesAtHand { attributes["v_Data" as NSString] = bytes }
        return attributes
    }

    /// Returns the key's bytes; those of a private or symmetric key are wiped when the object is
    /// released.
    ///
    /// - Throws: `unimplemented` for a private key in a token; `keyIsSensitive` for a key that is not extractable, or
    ///   sensitive; and as ``StoredKey/secret()``.
    func externalRepresentation() throws(KeychainError) -> NSData {
        if let bytes = bytesAtHand { return bytes }
        if isInToken || stored?.external != nil {
            throw KeychainError(.unimplemented, "key: it never leaves its token")
        }
        try restrictions.checkReading()
        guard let stored else { throw KeychainError(.decode, "key: the stored key has no bytes") }
        return NSData(secret: try stored.secret())
    }

    /// The bytes that are in memory and may be exported; nil where there are none.
    private var bytesAtHand: NSData? {
        if part == .public, let bytes = publicFacts?.publicBytes { return NSData(bytes) }
        guard restrictions.allowsReading else { return nil }
        switch material {
        case .memory(let key): return key.privateBytes.map { NSData(secret: $0.duplicate) }
        case .symmetric(let bytes): return NSData(secret: bytes.duplicate)
        case .stored: return nil
        }
    }

    /// Whether a Secure Enclave has the private key.
    var isInToken: Bool { TokenID.isSecureEnclave(itemAttributes[.tokenID]) }

    /// The operations that the attributes of the key forbid.
    var restrictions: KeyRestrictions { KeyRestrictions(itemAttributes) }

    /// The attributes that are booleans.
    static let flags: Set<Attribute> = [
        .isPermanent, .isPrivate, .isModifiable, .isSensitive, .wasAlwaysSensitive, .isExtractable,
        .wasNeverExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify,
        .canSignRecover, .canVerifyRecover, .canWrap, .canUnwrap,
    ]
}
