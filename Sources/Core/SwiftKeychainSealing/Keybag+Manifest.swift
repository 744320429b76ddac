// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSystem

extension Keybag {
    /// Returns the element of one row at one revision: the BLAKE2b-256 of its CBOR array [class,
    /// persistent reference, revision].
    package func element(
        _ itemClass: ItemClass, persistentReference: [UInt8], revision: Int64
    ) -> Manifest.Element {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 48)
        encoder.array(3)
        encoder.text(itemClass.rawValue)
        encoder.data(persistentReference)
        encoder.integer(revision)
        return element(encoder.bytes)
    }

    /// Returns the element that counts a row.
    package func element(_ row: SealedRow) -> Manifest.Element {
        element(
            row.itemClass, persistentReference: row.persistentReference, revision: row.revision)
    }

    /// Returns the element of an incident: the BLAKE2b-256 of its CBOR array ["incident", date in
    /// seconds since 1970, kind, detail, whether it was acknowledged].
    package func element(
        ofIncident kind: String, seconds: Int64, detail: String, isAcknowledged: Bool
    ) -> Manifest.Element {
        element(
            CanonicalCBOR.array([
                .text("incident"), .integer(seconds), .text(kind), .text(detail),
                .boolean(isAcknowledged),
            ]))
    }

    /// Authenticates a mark as this store's, 32 bytes: the BLAKE2b-256 of the CBOR array ["verified",
    /// mark].
    public func verification(_ mark: [UInt8]) -> [UInt8] {
        hash(CanonicalCBOR.array([.text("verified"), .data(mark)]))
    }

    private func element(_ message: [UInt8]) -> Manifest.Element {
        Manifest.Element(words: SIMD4(littleEndianBytes: hash(message)))
    }

    /// Returns the element of a row or record for the manifest's sum: 32 bytes of keyed BLAKE2b.
    private func hash(_ message: [UInt8]) -> [UInt8] {
        keys.withKey(.manifestElement) { KeyedHash.digest(message, under: $0, count: 32) }
    }

    /// Seals a manifest with its revision and that of this keybag: a box of about 110 bytes.
    package func seal(_ manifest: Manifest) -> [UInt8] {
        let plaintext = manifest.encoded(keybag: revision)
        let context = manifestContext(revision: manifest.revision)
        let nonce = random.bytes(Box.nonceBytes)
        return keys.withKey(.manifestBox) {
            Box.seal(plaintext, associatedData: context, nonce: nonce, under: $0)
        }
    }

    /// Opens the manifest that the store keeps together with `revision`.
    ///
    /// - Throws: `decode` when it was not sealed by this keybag with this revision; `notAvailable`
    ///   when it was sealed under another revision of the keybag: one of the two was put back.
    package func openManifest(
        _ record: [UInt8], revision: Int64
    ) throws(KeychainError) -> Manifest {
        try openManifest(record, revision, Manifest.decoded)
    }

    /// Opens a manifest that the first version of the tables holds: count and accumulator alone.
    ///
    /// - Throws: as ``openManifest(_:revision:)``.
    package func openFirstManifest(
        _ record: [UInt8], revision: Int64
    ) throws(KeychainError) -> Manifest {
        try openManifest(record, revision, Manifest.firstDecoded)
    }

    /// - Parameter decode: returns the manifest and the revision of the keybag that sealed it.
    private func openManifest(
        _ record: [UInt8], _ revision: Int64,
        _ decode: ([UInt8], Int64) throws -> (manifest: Manifest, keybag: Int64)
    ) throws(KeychainError) -> Manifest {
        let context = manifestContext(revision: revision)
        let opened = keys.withKey(.manifestBox) { key in
            Box.open(record, associatedData: context, under: key)
        }
        guard let opened, let (manifest, keybag) = try? decode(opened, revision) else {
            throw KeychainError(
                .decode, "manifest: not the one sealed with revision \(revision)")
        }
        try check(sealedUnder: keybag)
        return manifest
    }

    /// Checks that the manifest was sealed under this revision of the keybag.
    ///
    /// - Throws: `notAvailable` if the keybag or the manifest was put back from an earlier copy.
    private func check(sealedUnder keybag: Int64) throws(KeychainError) {
        if keybag == revision { return }
        throw KeychainError(
            .notAvailable,
            keybag > revision
                ? "keybag: revision \(revision) was put back, the store is at \(keybag)"
                : "manifest: one of keybag revision \(keybag) was put back, the store is at \(revision)"
        )
    }

    /// Returns the associated data of a manifest's box: the store and the revision.
    private func manifestContext(revision: Int64) -> [UInt8] {
        Format.context("manifest", [.data(storeIdentifier), .integer(revision)])
    }
}
