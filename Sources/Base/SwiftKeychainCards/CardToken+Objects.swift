// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainPKI

extension CardToken {
    /// Lists the certificates and keys on every card, without a PIN.
    ///
    /// A card shows its private keys after a login only. So each certificate that isn't an authority's counts
    /// for a private key too, and the first use shows whether it is there. What can't be read is left out, and
    /// so is a card that is taken out meanwhile.
    ///
    /// - Throws: `notAvailable` if p11-kit isn't installed.
    package static func objects() throws(KeychainError) -> [CardObject] {
        try CardLibrary.exclusively {
            var objects: [CardObject] = []
            for place in try places() {
                objects += (try? ObjectReader(place: place).objects()) ?? []
            }
            return objects
        }
    }
}

/// A session that lists the objects of a card.
struct ObjectReader {
    let place: CardToken.Place
    private var module: CardModule { place.module }

    /// A public or private key on the card.
    private struct Key {
        /// The public half; nil if it is of an unknown kind or isn't shown.
        let half: CryptoKey?
        let usage: CardObject.Usage
        let label: [UInt8]
        let identifier: [UInt8]
    }

    /// Reads the certificates and keys of the card without a login. See ``CardObject`` for what a private key that
    /// isn't shown becomes. An object that can't be read is left out.
    ///
    /// - Throws: the failure of the session or of a search, or that the card was taken out.
    func objects() throws(CardFailure) -> [CardObject] {
        let session = try module.openSession(place.slot)
        defer { module.closeSession(session) }
        var taken: Set<[UInt8]> = []
        let certificates = try certificates(session)
        let publicKeys = try keys(CardNumber.publicKey, session).filter { $0.half != nil }
        let privateKeys = try keys(CardNumber.privateKey, session)

        // Certificates, public keys, private keys, and finally private keys that only a certificate shows.
        var objects: [CardObject] = []
        func add(_ content: CardObject.Content, _ label: [UInt8], _ identifier: [UInt8]) {
            objects.append(
                CardObject(
                    place.token, content, label: label, identifier: identifier, taken: &taken))
        }
        for (certificate, label, identifier) in certificates {
            add(.certificate(certificate), label, identifier)
        }
        for key in publicKeys { add(.publicKey(key.half!), key.label, key.identifier) }
        var known: Set<[UInt8]> = []
        for key in privateKeys {
            // The numbers of the public half may be in the public key alone.
            let half = key.half ?? publicKeys.first { $0.identifier == key.identifier }?.half
            guard let half, known.insert(half.publicBytes).inserted else { continue }
            add(.privateKey(half, key.usage), key.label, key.identifier)
        }
        for (certificate, label, identifier) in certificates {
            guard let key = try? certificate.publicKey.cryptoKey(), !identifier.isEmpty,
                !known.contains(key.publicBytes),
                !certificate.isOfAuthority
                    || publicKeys.contains(where: { $0.half?.publicBytes == key.publicBytes })
            else { continue }
            known.insert(key.publicBytes)
            add(.privateKey(key, nil), label, identifier)
        }
        return objects
    }

    private typealias Labelled = (Certificate, label: [UInt8], identifier: [UInt8])

    /// Reads the X.509 certificates.
    private func certificates(_ session: UInt) throws(CardFailure) -> [Labelled] {
        var certificates: [Labelled] = []
        for object in try module.find(
            CardNumber.certificate, session, [CardValue(CardNumber.certificateType, number: 0)])
        {
            do throws(CardFailure) {
                guard
                    let der = try module.value(
                        CardNumber.value, of: object, session, most: PKILimits.certificateBytes),
                    let certificate = try? Certificate(der: der)
                else { continue }
                certificates.append(
                    (
                        certificate, try bytes(CardNumber.label, object, session),
                        try bytes(CardNumber.identifier, object, session)
                    ))
            } catch {
                try error.throwIfRemoval()
            }
        }
        return certificates
    }

    /// Reads the public or private keys.
    private func keys(_ objectClass: UInt, _ session: UInt) throws(CardFailure) -> [Key] {
        var keys: [Key] = []
        for object in try module.find(objectClass, session) {
            do throws(CardFailure) {
                let usage = CardObject.Usage(
                    signs: try flag(CardNumber.signs, object, session),
                    decrypts: try flag(CardNumber.decrypts, object, session),
                    derives: try flag(CardNumber.derives, object, session))
                keys.append(
                    Key(
                        half: try module.publicHalf(of: object, session), usage: usage,
                        label: try bytes(CardNumber.label, object, session),
                        identifier: try bytes(CardNumber.identifier, object, session)))
            } catch {
                try error.throwIfRemoval()
            }
        }
        return keys
    }

    /// Reads an attribute of bytes; empty where the object doesn't have it.
    private func bytes(
        _ type: UInt, _ object: UInt, _ session: UInt
    ) throws(CardFailure) -> [UInt8] {
        try module.value(type, of: object, session, most: 4096) ?? []
    }

    /// Reads a boolean attribute of an object; true where the module doesn't have it.
    private func flag(
        _ type: UInt, _ object: UInt, _ session: UInt
    ) throws(CardFailure) -> Bool {
        try module.value(type, of: object, session, most: 1).map { $0.first != 0 } ?? true
    }
}

extension CardModule {
    /// Reads the public half of a key; nil for other types of keys, and where the object hasn't the numbers.
    func publicHalf(of object: UInt, _ session: UInt) throws(CardFailure) -> CryptoKey? {
        let type = try value(CardNumber.keyType, of: object, session, most: 8)
        guard type?.count == MemoryLayout<UInt>.size,
            let number = type?.withUnsafeBytes({ $0.loadUnaligned(as: UInt.self) })
        else { return nil }
        switch number {
        case 0:
            // CKK_RSA.
            guard let modulus = try value(CardNumber.modulus, of: object, session),
                let exponent = try value(CardNumber.exponent, of: object, session)
            else { return nil }
            return try? CryptoKey.readRSA(modulus: modulus, exponent: exponent)
        case 3:
            // CKK_EC.
            guard let point = try value(CardNumber.point, of: object, session) else { return nil }
            // An OCTET STRING holds the point; some modules leave it out. The point itself begins with 4 too, and its X
            // may look like a length.
            return [point, Array(point.dropFirst(2)), Array(point.dropFirst(3))].lazy
                .compactMap { try? CryptoKey.readPublicKey(.ellipticCurve, $0) }.first
        default: return nil
        }
    }
}
