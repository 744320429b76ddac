// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainSystem

extension FuzzTarget {
    /// The target for records of a keybag: only a record that the device key authenticated may open,
    /// and it must contain the keys that were wrapped.
    ///
    /// The first two bytes choose whether the input is the record or edits one, and whether the
    /// result is authenticated, so that the code after the authentication runs too.
    public static let keybag = FuzzTarget(name: "keybag") { bytes throws(Finding) in
        var input = FuzzBytes(bytes)
        let (way, isSigned) = (input.choose(3), input.byte() & 1 == 1)
        let genuine = SampleStore.keybag.record
        var record = genuine
        switch way {
        case 0: while !input.isAtEnd { record = input.edit(record, other: genuine) }
        case 1: record = input.rest()
        default: record = KeybagFields(genuine).edited(by: &input).encoded()
        }
        if isSigned { record = KeybagRules.authenticated(record) ?? record }
        return try KeybagRules.open(record, isSigned: isSigned)
    }
}

private enum KeybagRules {
    static func open(_ record: [UInt8], isSigned: Bool) throws(Finding) -> Bool {
        let identifier = Keybag.deviceKeyIdentifier(inRecord: record)
        let genuine = SampleStore.keybag
        let keybag: Keybag
        do throws(KeychainError) {
            keybag = try Keybag(record: record, deviceKey: SampleStore.deviceKey)
        } catch {
            try require(error.code == .notAvailable, "a keybag is refused with \(error)")
            try require(identifier.map { $0.count == 16 } ?? true, "an identifier of other length")
            return false
        }
        try require(
            isSigned ? KeybagFields.agree(record, genuine.record) : record == genuine.record,
            "a keybag opened that was never made")
        try require(identifier == SampleStore.deviceKey.identifier, "it names another device key")
        try require(keybag.storeIdentifier == genuine.storeIdentifier, "it names another store")
        try require(keybag.record == record, "the record is not the one that was opened")
        // Every class key, the index key and the manifest key.
        for sealed in SampleStore.rows {
            let (row, itemClass) = (sealed.row, sealed.row.itemClass)
            let attributes = try? keybag.openMetadata(row)
            try require(attributes == sealed.attributes, "a class key is another one")
            try require(
                keybag.digests(of: sealed.attributes, in: itemClass) == row.digests,
                "the index key is another one")
        }
        for (manifest, sealed) in SampleStore.manifests {
            let opened = try? keybag.openManifest(sealed, revision: manifest.revision)
            // A manifest contains the revision of the keybag that sealed it.
            let isOfKeybag = keybag.revision == genuine.revision
            try require(opened == (isOfKeybag ? manifest : nil), "the manifest key is another one")
        }
        return true
    }

    /// Returns the record with a new authentication (Docs/internals/format.md); nil when it is too short.
    static func authenticated(_ record: [UInt8]) -> [UInt8]? {
        var decoder = CanonicalCBOR.Decoder(record)
        guard record.count >= 34, (try? decoder.array()) != nil, (try? decoder.text()) != nil,
            (try? decoder.unsigned()) != nil, let store = try? decoder.data()
        else { return nil }
        var purpose = CanonicalCBOR.Encoder()
        purpose.array(3)
        purpose.text("swift-keychain/1")
        purpose.text("keybag")
        purpose.data(store)
        let key = hash(purpose.bytes, under: SampleStore.deviceKeyBytes)
        let message = Array(record.dropLast(34))
        return message + [0x58, 32] + hash(message, under: key)
    }

    private static func hash(_ message: [UInt8], under key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, filled in
            _ = crypto_generichash_blake2b(
                buffer.baseAddress!, 32, message, UInt64(message.count), key, key.count)
            filled = 32
        }
    }
}
