import Foundation
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

extension SecKey {
    /// Lists the attributes of the key: those it would be stored with, or is.
    ///
    /// Bytes that may leave stand in it as `kSecValueData`; nothing is fetched for it.
    package var attributes: NSDictionary {
        let attributes = NSMutableDictionary()
        attributes["class" as NSString] = ItemClass.key.rawValue as NSString
        for (attribute, value) in itemAttributes {
            let object: AnyObject =
                switch attribute {
                // As their constants are.
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
        if let bytes = bytesAtHand { attributes["v_Data" as NSString] = bytes }
        return attributes
    }

    /// Hands out the key's bytes; those of a private or symmetric key wipe themselves.
    ///
    /// - Throws: `keyIsSensitive` for a private or symmetric key that is not extractable, or
    ///   sensitive; and as ``StoredKey/secret()``.
    package func externalRepresentation() throws(KeychainError) -> NSData {
        if let bytes = bytesAtHand { return bytes }
        try restrictions.checkReading()
        guard let stored else { throw KeychainError(.decode, "key: it has no bytes") }
        return NSData(secret: try stored.secret())
    }

    /// Gives the bytes that lie in memory and may leave; nil where there are none.
    private var bytesAtHand: NSData? {
        if part == .public, let bytes = publicFacts?.publicBytes {
            return NSData(bytes: bytes, length: bytes.count)
        }
        guard restrictions.allowsReading else { return nil }
        switch material {
        case .memory(let key): return key.privateBytes.map(NSData.init(secret:))
        case .symmetric(let bytes): return NSData(secret: bytes)
        case .stored: return nil
        }
    }

    /// What the attributes of the key forbid.
    var restrictions: KeyRestrictions { KeyRestrictions(itemAttributes) }

    /// Lists the attributes that say yes or no.
    static let flags: Set<Attribute> = [
        .isPermanent, .isPrivate, .isModifiable, .isSensitive, .wasAlwaysSensitive, .isExtractable,
        .wasNeverExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify,
        .canSignRecover, .canVerifyRecover, .canWrap, .canUnwrap,
    ]
}
