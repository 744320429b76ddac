import KeychainModel

extension Keybag {
    /// Gives the element of one row at one revision: the BLAKE2b-256 of its CBOR array [class,
    /// persistent reference, revision].
    public func element(
        _ itemClass: ItemClass, persistentReference: [UInt8], revision: Int64
    ) -> Manifest.Element {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 48)
        encoder.array(3)
        encoder.text(itemClass.rawValue)
        encoder.data(persistentReference)
        encoder.integer(revision)
        let message = encoder.bytes
        let hash = keys.withKey(.manifestElement) { key in
            [UInt8](unsafeUninitializedCapacity: 32) { buffer, filled in
                KeyedHash.hash(
                    message, under: key,
                    into: UnsafeMutableBufferPointer(rebasing: buffer[..<32]))
                filled = 32
            }
        }
        return Manifest.Element(words: SIMD4(littleEndianBytes: hash))
    }

    /// Seals a manifest with its revision: a box of about 80 bytes.
    ///
    /// Once the keybag was changed, its revision is sealed as well: a keybag of before that is put
    /// back does not pass for the one the rows were sealed under.
    public func seal(_ manifest: Manifest) throws(KeychainError) -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 64)
        encoder.array(revision > 1 ? 3 : 2)
        encoder.integer(manifest.count)
        encoder.data(manifest.accumulator.littleEndianBytes)
        if revision > 1 { encoder.integer(revision) }
        let plaintext = encoder.bytes
        let context = manifestContext(revision: manifest.revision)
        let nonce = random.bytes(Box.nonceBytes)
        return keys.withKey(.manifestBox) { key in
            plaintext.withUnsafeBytes {
                Box.seal($0, associatedData: context, nonce: nonce, under: key)
            }
        }
    }

    /// Opens the manifest the store keeps beside `revision`.
    ///
    /// - Throws: `decode` when it was not sealed by this keybag with this revision; `notAvailable`
    ///   when it was sealed under a later revision of the keybag.
    public func openManifest(
        _ record: [UInt8], revision: Int64
    ) throws(KeychainError) -> Manifest {
        let context = manifestContext(revision: revision)
        let opened = keys.withKey(.manifestBox) { key in
            Box.open(record, associatedData: context, under: key)
        }
        guard let opened, let (count, accumulator, last) = try? Self.manifestFields(opened) else {
            throw KeychainError(.decode, "manifest: not the one sealed with revision \(revision)")
        }
        guard last <= self.revision else {
            throw KeychainError(
                .notAvailable,
                "keybag: revision \(self.revision) was put back, the store is at \(last)")
        }
        return Manifest(count: count, accumulator: accumulator, revision: revision)
    }

    private static func manifestFields(
        _ bytes: [UInt8]
    ) throws(CanonicalCBOR.Malformed) -> (Int64, SIMD4<UInt64>, keybag: Int64) {
        var decoder = CanonicalCBOR.Decoder(bytes)
        let fields = try decoder.array()
        guard fields == 2 || fields == 3 else { throw CanonicalCBOR.Malformed() }
        let count = try decoder.integer()
        let accumulator = try decoder.data()
        let keybag = fields == 3 ? try decoder.integer() : .min
        guard accumulator.count == 32, decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
        return (count, SIMD4(littleEndianBytes: accumulator), keybag)
    }

    private func manifestContext(revision: Int64) -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 64)
        encoder.array(4)
        encoder.text(Format.name)
        encoder.text("manifest")
        encoder.data(storeIdentifier)
        encoder.integer(revision)
        return encoder.bytes
    }
}
