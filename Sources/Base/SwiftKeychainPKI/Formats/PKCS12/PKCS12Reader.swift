// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A reader of PKCS#12 files (RFC 7292): certificates and private keys under one passphrase.
///
///     PFX ── version 3
///         ├─ authenticated safe ─▶ contents, plain or encrypted ─▶ bags: key, encrypted key, certificate
///         └─ MAC over the authenticated safe, with its own salt and rounds
///
/// 1. BER, which other programs write, is first rewritten as DER.
/// 2. The MAC is checked before anything is decrypted, so that a wrong passphrase isn't reported as a damaged file.
/// 3. Keys and certificates are paired by public key; the identifiers in the file are ignored.
/// 4. All derivations share one budget of time (``WorkBudget``).
enum PKCS12Reader {
    /// Reads what a file holds: identities first, then certificates and keys that belong to none,
    /// each in the order of the file.
    ///
    /// A missing passphrase is tried as the empty one.
    ///
    /// - Parameter skipsKeys: true to leave out the private keys, which aren't decrypted then.
    /// - Throws: `malformed` for what is no PKCS#12; `wrongPassphrase` for a wrong passphrase,
    ///   `passphraseRequired` when there is none; `unsupportedFormat` for algorithms and keys that are not
    ///   here, signed files, and iterations that would take too long.
    static func read(
        _ file: UnsafeRawBufferPointer, _ passphrase: Passphrase?, _ budget: inout WorkBudget,
        skipsKeys: Bool = false
    ) throws(PKIError) -> [ImportedItem] {
        do throws(PKIError) {
            return joined(
                try BER.normalised(file).withBytes { bytes throws(PKIError) in
                    try items(in: bytes, passphrase ?? .empty, &budget, skipsKeys)
                })
        } catch {
            guard passphrase == nil, error.code == .wrongPassphrase else {
                throw error
            }
            throw PKIError(.passphraseRequired, "PKCS#12: the file is encrypted")
        }
    }

    /// Reads the outermost structure (`PFX`, RFC 7292, section 4), checks the MAC if there is one, and reads the
    /// bags.
    private static func items(
        in file: UnsafeRawBufferPointer, _ passphrase: Passphrase, _ budget: inout WorkBudget,
        _ skipsKeys: Bool
    ) throws(PKIError) -> [ImportedItem] {
        guard var reader = try? LentDERReader(sequence: file), (try? reader.smallNumber()) == 3,
            var content = try? reader.enter(.sequence),
            let type = try? content.content(.objectIdentifier)
        else { throw .malformed("PKCS#12", "not a PKCS#12 file") }
        guard OID(octets: [UInt8](type)) == FormatOID.data else {
            throw PKIError(.unsupportedFormat, "PKCS#12: signed files aren't supported")
        }
        guard var field = try? content.enter(.constructed(0)), content.isAtEnd,
            let safe = try? field.content(.octetString), field.isAtEnd
        else { throw .malformed("PKCS#12", "not a PKCS#12 file") }
        let integrity = reader.isAtEnd ? nil : try? reader.whole()
        guard reader.isAtEnd else { throw .malformed("PKCS#12", "bytes follow the file") }
        var forms = passphrase.forms
        if let integrity {
            forms = [try checked(forms, PKCS12Integrity(integrity), safe, &budget)]
        }
        // The contents were octets until here, so their BER wasn't rewritten with the rest.
        let contents = try BER.normalised(safe)
        for form in forms {
            do throws(PKIError) {
                return try contents.withBytes { bytes throws(PKIError) in
                    try items(inSafe: bytes, form, &budget, skipsKeys)
                }
            } catch {
                // Without a code, bytes without a meaning are what a wrong passphrase leaves.
                guard integrity == nil, [.malformed, .wrongPassphrase].contains(error.code) else {
                    throw error
                }
            }
        }
        throw PKIError(.wrongPassphrase, "passphrase: it doesn't decrypt the file")
    }

    /// Returns the form of the passphrase that the code was made with.
    ///
    /// - Throws: `wrongPassphrase`, which can't be distinguished from a file that was changed.
    private static func checked(
        _ forms: [Passphrase], _ integrity: PKCS12Integrity, _ safe: UnsafeRawBufferPointer,
        _ budget: inout WorkBudget
    ) throws(PKIError) -> Passphrase {
        for form in forms {
            if try integrity.holds(for: safe, form, &budget) { return form }
        }
        throw PKIError(
            .wrongPassphrase, "PKCS#12: the passphrase is wrong, or the file was changed")
    }

    /// Reads the AuthenticatedSafe: parts in clear and encrypted parts.
    private static func items(
        inSafe safe: UnsafeRawBufferPointer, _ passphrase: Passphrase, _ budget: inout WorkBudget,
        _ skipsKeys: Bool
    ) throws(PKIError) -> [ImportedItem] {
        guard var list = try? LentDERReader(sequence: safe) else {
            throw .malformed("PKCS#12", "not an AuthenticatedSafe")
        }
        var items: [ImportedItem] = []
        while !list.isAtEnd {
            guard var part = try? list.enter(.sequence),
                let name = try? part.content(.objectIdentifier),
                var field = try? part.enter(.constructed(0)), part.isAtEnd
            else { throw .malformed("PKCS#12", "not a part of an AuthenticatedSafe") }
            let plain: SecretBytes
            switch OID(octets: [UInt8](name)) {
            case FormatOID.data:
                guard let bytes = try? field.content(.octetString), field.isAtEnd else {
                    throw .malformed("PKCS#12", "an unencrypted part is broken")
                }
                plain = try BER.normalised(bytes)
            case FormatOID.encryptedData:
                plain = try open(&field, passphrase, &budget).withBytes(BER.normalised)
            default:
                throw PKIError(
                    .unsupportedFormat, "PKCS#12: a part is encrypted to a certificate")
            }
            items += try plain.withBytes { bytes throws(PKIError) in
                try SafeBag.all(in: bytes, passphrase, &budget, skipsKeys: skipsKeys)
            }
            // Counted over all parts: `SafeBag.all` counts those of one.
            guard items.count <= SafeBag.most else { throw .malformed("PKCS#12", "too many bags") }
        }
        return items
    }

    /// Decrypts EncryptedData (RFC 5652, section 8).
    private static func open(
        _ field: inout LentDERReader, _ passphrase: Passphrase, _ budget: inout WorkBudget
    ) throws(PKIError) -> SecretBytes {
        guard var data = try? field.enter(.sequence), field.isAtEnd,
            (try? data.smallNumber()) != nil,
            var info = try? data.enter(.sequence), let type = try? info.content(.objectIdentifier),
            OID(octets: [UInt8](type)) == FormatOID.data, let algorithm = try? info.whole()
        else { throw .malformed("PKCS#12", "an encrypted part is broken") }
        let scheme = try PasswordEncryption(
            AlgorithmIdentifier(DERElement(only: [UInt8](algorithm)[...])))
        guard let ciphertext = try? info.next().octetsInPieces(), info.isAtEnd else {
            throw .malformed("PKCS#12", "an encrypted part is broken")
        }
        return try scheme.open(ciphertext, passphrase, &budget)
    }

    /// Joins each key and the first certificate of its public key; the identifiers in the file don't count.
    private static func joined(_ items: [ImportedItem]) -> [ImportedItem] {
        // Each public key is read once, so that a file with thousands of both isn't compared pair by pair. The last
        // certificate comes first, because the end of a list is taken off it.
        var owners: [[UInt8]: [Int]] = [:]
        for index in items.indices.reversed() {
            guard let key = try? items[index].certificate?.publicKey.cryptoKey() else { continue }
            owners[key.publicBytes, default: []].append(index)
        }
        var used: Set<Int> = []
        var (identities, keys): ([ImportedItem], [ImportedItem]) = ([], [])
        for item in items {
            guard let key = item.key else { continue }
            guard let index = owners[key.publicBytes]?.popLast(),
                let certificate = items[index].certificate
            else {
                keys.append(item)
                continue
            }
            used.insert(index)
            identities.append(
                ImportedItem(
                    .identity(certificate, key), label: item.label,
                    certificateLabel: items[index].label, keyID: item.keyID ?? items[index].keyID))
        }
        let certificates = items.indices
            .filter { items[$0].certificate != nil && !used.contains($0) }.map { items[$0] }
        return identities + certificates + keys
    }
}
