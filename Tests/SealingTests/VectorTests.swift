// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing
import VectorSupport

@testable import SwiftKeychainSealing

/// Runs the known answers of Vectors/, which Scripts/check-vectors.py computes independently: each
/// is made again from the same random bytes, and opened.
@Suite struct VectorTests {
    @Test func cbor() throws {
        let file = try VectorFile<CBORVector>("cbor")
        #expect(file.vectors.count >= 30)
        for vector in file.vectors {
            var encoder = CanonicalCBOR.Encoder()
            vector.value.encode(to: &encoder)
            #expect(encoder.bytes.hexadecimal == vector.encoded, "\(vector.name)")
            var decoder = CanonicalCBOR.Decoder(encoder.bytes)
            var again = CanonicalCBOR.Encoder()
            try again.copyItem(from: &decoder)
            #expect(decoder.isAtEnd && again.bytes == encoder.bytes, "\(vector.name)")
        }
        for refused in file.refused ?? [] {
            var decoder = CanonicalCBOR.Decoder(try bytes(refused.bytes))
            var encoder = CanonicalCBOR.Encoder()
            let isRead = (try? encoder.copyItem(from: &decoder)) != nil && decoder.isAtEnd
            #expect(!isRead, "\(refused.name)")
        }
    }

    @Test func keys() throws {
        for vector in try VectorFile<KeyVector>("keys").vectors {
            let purpose = try vector.keyPurpose()
            #expect(purpose.message.hexadecimal == vector.message, "\(vector.name)")
            var derived = [UInt8](repeating: 0, count: vector.size)
            let parent = try bytes(vector.parent)
            derived.withUnsafeMutableBufferPointer { output in
                purpose.message.withUnsafeBytes {
                    KeyedHash.hash($0, under: parent, into: output)
                }
            }
            #expect(derived.hexadecimal == vector.derived, "\(vector.name)")
        }
    }

    @Test func keybag() throws {
        for vector in try VectorFile<KeybagVector>("keybag").vectors {
            let deviceKey = try vector.key()
            #expect(deviceKey.identifier.hexadecimal == vector.deviceKeyIdentifier)
            let made = try Keybag.create(
                deviceKey: deviceKey, random: .fixed(bytes(vector.random)))
            #expect(made.record.hexadecimal == vector.record, "\(vector.name)")
            #expect(made.storeIdentifier.hexadecimal == vector.storeIdentifier)
            let opened = try vector.keybag()
            #expect(opened.storeIdentifier == made.storeIdentifier)
            #expect(
                opened.digests(of: Sample.attributes, in: .key)
                    == made.digests(of: Sample.attributes, in: .key))
        }
    }

    @Test func passcode() throws {
        var records = try Dictionary(
            uniqueKeysWithValues: VectorFile<KeybagVector>("keybag").vectors.map {
                ($0.name, $0.record)
            })
        for vector in try VectorFile<PasscodeVector>("passcode").vectors {
            let deviceKey = try vector.key()
            let old = try Keybag(
                record: bytes(#require(records[vector.of])), deviceKey: deviceKey,
                random: .fixed(bytes(vector.random)))
            let made = try vector.change(old, deviceKey)
            #expect(made.record.hexadecimal == vector.record, "\(vector.name)")
            records[vector.name] = vector.record
            guard let parameters = made.passcode else { continue }
            let wrappingKey = try parameters.wrappingKey(
                vector.secret(vector.passcode), store: made.storeIdentifier, deviceKey: deviceKey)
            #expect(wrappingKey.withBytes { Array($0) }.hexadecimal == vector.wrappingKey)
        }
    }

    @Test func unlocked() throws {
        let file = try VectorFile<UnlockedVector>("unlocked")
        let passcodes = try VectorFile<PasscodeVector>("passcode").vectors
        for vector in file.vectors {
            let passcode = try #require(passcodes.first { $0.name == vector.keybag })
            let keybag = try file.openedKeybag(
                vector.keybag, random: .fixed(bytes(vector.random)))
            let group = try vector.lockGroup()
            let box = keybag.kept(
                UnlockedKeys(group, of: try passcode.keys(of: keybag)), vector.binding(),
                asleep: vector.asleep)
            #expect(box.hexadecimal == vector.box, "\(vector.name)")
            let opened = try #require(keybag.opened(box, group, vector.binding()), "\(vector.name)")
            #expect(opened.asleep == vector.asleep, "\(vector.name)")
        }
        for refused in try #require(file.refused) {
            let vector = try #require(file.vectors.first { $0.name == refused.of })
            let keybag = try file.openedKeybag(refused.with?.keybag ?? vector.keybag)
            let box = try bytes(refused.with?.box ?? vector.box)
            #expect(
                keybag.opened(
                    box, try vector.lockGroup(refused.with), vector.binding(refused.with)) == nil,
                "\(refused.name)")
        }
    }

    @Test func deviceKey() throws {
        for vector in try VectorFile<DeviceKeyVector>("device-key").vectors {
            let keys = try vector.deviceKeys.map { text throws in
                try DeviceKey(bytes: SecretBytes(copying: bytes(text)))
            }
            let secret =
                if let code = vector.code {
                    try RecoveryCode(typed: SecretBytes(copying: code.utf8)).secret
                } else { SecretBytes(copying: try bytes(try #require(vector.secret))) }
            let record = DeviceKeyRecord(
                DeviceKeys(keys[0], earlier: Array(keys.dropFirst())),
                sealed: try bytes(vector.sealed), under: secret, .fixed(try bytes(vector.random)))
            #expect(record.encoded.hexadecimal == vector.record, "\(vector.name)")
            let opened = try #require(
                try DeviceKeyRecord(bytes(vector.record)).open(secret), "\(vector.name)")
            #expect(([opened.current] + opened.earlier).map(\.identifier) == keys.map(\.identifier))
        }
    }

    @Test func knownKeychains() throws {
        for vector in try VectorFile<KnownKeychainsVector>("known-keychains").vectors {
            let key = try DeviceKey(bytes: SecretBytes(copying: bytes(vector.deviceKey)))
            var known = KnownKeychains()
            for keychain in vector.keychains {
                known.keychains[try bytes(keychain.path)] = KnownKeychains.Keychain(
                    store: try bytes(keychain.store), hasPasscode: keychain.hasPasscode)
            }
            let record = known.sealed(under: key, .fixed(try bytes(vector.random)))
            #expect(record.hexadecimal == vector.record, "\(vector.name)")
            #expect(try KnownKeychains(record: bytes(vector.record), deviceKey: key) == known)
        }
    }

    @Test func digest() throws {
        let file = try VectorFile<DigestVector>("digest")
        let keybag = try file.openedKeybag()
        for vector in file.vectors {
            let itemClass = try #require(ItemClass(rawValue: vector.class))
            let attribute = try #require(Attribute(rawValue: vector.attribute))
            let column = try #require(itemClass.attributes.digestPosition(of: attribute))
            let value = try vector.value.attributeValue()
            #expect(
                itemClass.attributes.digestColumns[column].comparisonBytes(value).hexadecimal
                    == vector.comparison,
                "\(vector.name)")
            #expect(
                keybag.digest(value, forColumn: column, of: itemClass).hexadecimal == vector.digest,
                "\(vector.name)")
        }
    }

    @Test func lookup() throws {
        let file = try VectorFile<LookupVector>("lookup")
        let keybag = try file.openedKeybag()
        let columns = ItemClass.genericPassword.attributes.lookupColumns
        for vector in file.vectors {
            let attributes = try LookupAttributes(
                vector.pairs.map { LookupAttributes.Pair($0[0], $0[1]) })
            #expect(attributes.encoded.hexadecimal == vector.ssat, "\(vector.name)")
            let digests = keybag.digests(
                of: [.lookupAttributes: .data(attributes.encoded)], in: .genericPassword)
            #expect(
                digests[columns].compactMap { $0?.hexadecimal } == vector.digests, "\(vector.name)")
        }
    }

    @Test func primaryKey() throws {
        let file = try VectorFile<PrimaryKeyVector>("primary-key")
        let keybag = try file.openedKeybag()
        for vector in file.vectors {
            let key = keybag.primaryKey(
                itemClass: try #require(ItemClass(rawValue: vector.class)),
                accessGroup: vector.agrp, synchronizable: vector.sync,
                attributes: try attributes(vector.attributes))
            #expect(key.hexadecimal == vector.pkey, "\(vector.name)")
        }
    }

    @Test(arguments: ["box", "box-2"]) func box(_ name: String) throws {
        let file = try VectorFile<BoxVector>(name)
        for vector in file.vectors {
            let opening = try file.openedKeybag(vector.keybag)
            let expected = try vector.row.sealedRow()
            let attributes = try attributes(vector.attributes)
            let secret = try vector.secret.map { SecretBytes(copying: try bytes($0)) }
            #expect(
                opening.digests(of: attributes, in: expected.itemClass) == expected.digests,
                "\(vector.name)")
            if expected.format == SealedRow.currentFormat {
                let sealing = try file.openedKeybag(
                    vector.keybag, random: .fixed(bytes(vector.random)))
                #expect(
                    try sealing.seal(expected, attributes: attributes, secret: secret) == expected,
                    "\(vector.name)")
            }
            #expect(try opening.openMetadata(expected) == attributes, "\(vector.name)")
            #expect(try opening.openSecret(expected) == secret, "\(vector.name)")
        }
        for refused in file.refused ?? [] {
            let vector = try #require(file.vectors.first { $0.name == refused.of })
            let opening = try file.openedKeybag(vector.keybag)
            let changed = try vector.row.changed(by: refused.change).sealedRow()
            let isRefused = isDamaged(changed, opening) || isSecretDamaged(changed, opening)
            #expect(isRefused, "\(refused.name)")
        }
    }

    @Test func manifest() throws {
        let file = try VectorFile<ManifestVector>("manifest-2")
        for vector in file.vectors {
            let keybag = try file.openedKeybag(
                vector.keybag, random: .fixed(bytes(vector.random)))
            let manifest = try vector.manifest(keybag)
            let record = keybag.seal(manifest)
            #expect(record.hexadecimal == vector.record, "\(vector.name)")
            #expect(
                try keybag.openManifest(record, revision: vector.revision) == manifest,
                "\(vector.name)")
        }
        for refused in try #require(file.refused) {
            let vector = try #require(file.vectors.first { $0.name == refused.of })
            let keybag = try file.openedKeybag(refused.keybag)
            let record = try bytes(vector.record)
            #expect("\(refused.name)") {
                try keybag.openManifest(record, revision: vector.revision)
            } throws: { KeychainError.Code.notAvailable ~= $0 }
        }
    }

    /// The manifests of the first version are read for as long as there are such stores.
    @Test func firstManifest() throws {
        let file = try VectorFile<ManifestVector>("manifest")
        for vector in file.vectors {
            let keybag = try file.openedKeybag(vector.keybag)
            let record = try bytes(vector.record)
            #expect(
                try keybag.openFirstManifest(record, revision: vector.revision)
                    == vector.manifest(keybag), "\(vector.name)")
            #expect("\(vector.name)") {
                try keybag.openManifest(record, revision: vector.revision)
            } throws: { KeychainError.Code.decode ~= $0 }
        }
        for refused in try #require(file.refused) {
            let vector = try #require(file.vectors.first { $0.name == refused.of })
            let keybag = try file.openedKeybag(refused.keybag)
            let record = try bytes(vector.record)
            #expect("\(refused.name)") {
                try keybag.openFirstManifest(record, revision: vector.revision)
            } throws: { KeychainError.Code.notAvailable ~= $0 }
        }
    }

    @Test func applicationPassword() throws {
        let file = try VectorFile<ApplicationPasswordVector>("application-password")
        for vector in file.vectors {
            let secret = try vector.secret.map { SecretBytes(copying: try bytes($0)) }
            #expect(try vector.open() == secret, "\(vector.name)")
            let cost = Argon2Cost(
                operations: vector.operations, memory: vector.memory)
            guard cost == .applicationPassword else { continue }
            let random = try RandomSource.fixed(bytes(vector.random))
            let wrapped = try ApplicationPassword.wrap(
                secret, under: SecretBytes(copying: bytes(vector.password)),
                reference: bytes(vector.persistref), random: random)
            #expect(
                wrapped.withBytes { Array($0) }.hexadecimal == vector.wrapped, "\(vector.name)")
        }
        for refused in try #require(file.refused) {
            let vector = try #require(file.vectors.first { $0.name == refused.of })
            #expect(throws: KeychainError.self, "\(refused.name)") {
                try vector.open(refused.with)
            }
        }
    }
}

extension CanonicalCBOR.Encoder {
    /// Reads one item and writes it again.
    fileprivate mutating func copyItem(
        from decoder: inout CanonicalCBOR.Decoder
    ) throws(CanonicalCBOR.Malformed) {
        switch try decoder.next() {
        case .unsigned: unsigned(try decoder.unsigned())
        case .negative: integer(try decoder.integer())
        case .data: data(try decoder.data())
        case .text: text(try decoder.text())
        case .boolean: boolean(try decoder.boolean())
        case .double: double(try decoder.double())
        case .null:
            try decoder.null()
            null()
        case .array:
            let count = try decoder.array()
            array(count)
            for _ in 0..<count { try copyItem(from: &decoder) }
        case .map:
            let count = try decoder.map()
            map(count)
            for _ in 0..<2 * count { try copyItem(from: &decoder) }
        }
    }
}
