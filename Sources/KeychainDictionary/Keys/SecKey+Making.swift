import Foundation
import KeychainCertificates
import KeychainModel
import KeychainObjects

extension SecKey {
    /// Generates a private key as the parameters say.
    package static func generate(_ parameters: NSDictionary) throws(KeychainError) -> SecKey {
        let request = try KeyGeneration(parameters)
        return SecKey(try CryptoKey.generate(request.type, bits: request.bits))
    }

    /// Reads a key from its external representation.
    package static func read(
        _ data: NSData, _ attributes: NSDictionary
    ) throws(KeychainError) -> SecKey {
        let request = try KeyImport(attributes)
        let key = try data.lend { bytes throws(KeychainError) in
            try CryptoKey.read(request.type, request.part, bytes)
        }
        return SecKey(key)
    }

    /// Gives the public key of the pair: the key itself where it is public.
    package func publicKey() throws(KeychainError) -> SecKey {
        value.part == .public ? self : SecKey(try value.publicKey())
    }

    /// Tells how many bytes the modulus or a coordinate has.
    package var blockSize: Int { value.blockSize }

    /// Hands out the key's bytes; those of a private key wipe themselves.
    package var externalRepresentation: NSData {
        if let secret = value.privateBytes { return NSData(secret: secret) }
        return NSData(bytes: value.publicBytes, length: value.publicBytes.count)
    }

    /// Lists the attributes that the key would be stored with, and its bytes as `kSecValueData`.
    package var attributes: NSDictionary {
        let isPrivate = value.part == .private
        let numbers: [Attribute: Int] = [
            .keySizeInBits: value.bits, .effectiveKeySize: value.bits,
        ]
        let flags: [Attribute: Bool] = [
            .isPermanent: true, .isPrivate: true, .isModifiable: true, .isSensitive: false,
            .wasAlwaysSensitive: false, .isExtractable: true, .wasNeverExtractable: false,
            .canEncrypt: !isPrivate, .canDecrypt: isPrivate, .canDerive: true,
            .canSign: isPrivate, .canVerify: !isPrivate, .canSignRecover: false,
            .canVerifyRecover: false, .canWrap: !isPrivate, .canUnwrap: isPrivate,
        ]
        let hash = value.publicKeyHash
        let attributes = NSMutableDictionary()
        attributes["class" as NSString] = ItemClass.key.rawValue as NSString
        attributes[Attribute.keyClass.rawValue as NSString] = "\(value.part.rawValue)" as NSString
        attributes[Attribute.type.rawValue as NSString] = "\(value.type.rawValue)" as NSString
        attributes[Attribute.applicationLabel.rawValue as NSString] =
            NSData(bytes: hash, length: hash.count)
        for (attribute, number) in numbers {
            attributes[attribute.rawValue as NSString] = NSNumber(value: number)
        }
        for (attribute, flag) in flags {
            attributes[attribute.rawValue as NSString] = NSNumber(value: flag)
        }
        attributes["v_Data" as NSString] = externalRepresentation
        return attributes
    }
}
