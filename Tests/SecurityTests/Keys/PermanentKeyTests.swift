// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import Security
import KeychainTestSupport
import SwiftKeychainTPM
import Testing

/// kSecAttrIsPermanent: halves that are stored when they are made, all of them or none.
@Suite struct PermanentKeyTests {
    private let test = TestKeychain(groups: ["mine", "second"])

    /// Generates a pair on an elliptic curve; gives it, or the status of the failure.
    private func generate(
        _ more: [CFString: Any]
    ) -> (key: SecKey?, other: SecKey?, status: OSStatus) {
        let own: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
        ]
        let parameters = own.merging(more) { $1 } as CFDictionary
        // Also on a machine with a TPM there is none here.
        let nowhere = TPMAddress.device(path: "/dev/no-tpm-here")
        return TPMAddress.$override.withValue(nowhere) {
            Keychain.$override.withValue(test.keychain) { generate(parameters) }
        }
    }

    private func generate(
        _ parameters: CFDictionary
    ) -> (key: SecKey?, other: SecKey?, status: OSStatus) {
        var (other, key): (SecKey?, SecKey?)
        let status = SecKeyGeneratePair(parameters, &other, &key)
        return (key, other, status)
    }

    /// Lists the keys of a keychain.
    private func keys(_ keychain: Keychain? = nil) throws -> [Item] {
        var conditions = Query.Conditions()
        conditions.limit = .all
        do throws(KeychainError) {
            return try (keychain ?? test.keychain).find(try Query(.key, conditions))
        } catch {
            #expect(error.code == .itemNotFound)
            return []
        }
    }

    @Test func eachHalfIsStoredWhereItSaysSo() throws {
        let permanent: [CFString: Any] = [kSecAttrIsPermanent: true]
        let fleeting: [CFString: Any] = [kSecAttrIsPermanent: false]
        for (more, isKeyStored, isOtherStored) in [
            ([:], false, false), (permanent, true, true),
            ([kSecPrivateKeyAttrs: permanent], true, false),
            ([kSecPublicKeyAttrs: permanent], false, true),
            (permanent.merging([kSecPublicKeyAttrs: fleeting]) { $1 }, true, false),
            (fleeting.merging([kSecPrivateKeyAttrs: permanent]) { $1 }, true, false),
        ] as [([CFString: Any], Bool, Bool)] {
            let before = try keys().count
            let (key, other, status) = generate(more)
            #expect(status == errSecSuccess)
            #expect((key?.stored != nil) == isKeyStored && (other?.stored != nil) == isOtherStored)
            let count = [isKeyStored, isOtherStored].count { $0 }
            #expect(try keys().count == before + count)
            #expect(key.flatMap(SecKeyCopyPublicKey) == other)
        }
    }

    @Test func attributesOfHalvesStandAboveThoseOfThePair() throws {
        let (key, other, _) = generate([
            kSecAttrIsPermanent: true, kSecAttrLabel: "pair", kSecAttrApplicationTag: "tag",
            kSecAttrAccessGroup: "second", kSecAttrKeyClass: kSecAttrKeyClassPublic,
            kSecUseDataProtectionKeychain: true,
            kSecPrivateKeyAttrs: [
                kSecAttrLabel: "private", kSecAttrAccessible: kSecAttrAccessibleAlways,
            ],
            kSecPublicKeyAttrs: [kSecAttrApplicationTag: Data([1, 2])],
        ])
        let items = try keys()
        #expect(items.map(\.reference) == [other, key].map { $0?.stored?.item.reference })
        #expect(items.map { $0[.label] } == [.string("pair"), .string("private")])
        #expect(items.map { $0[.applicationTag] } == [.data([1, 2]), .string("tag")])
        #expect(items.map { $0[.accessible]?.text } == ["ak", "dk"])
        #expect(items.allSatisfy { $0.accessGroup == "second" })
        #expect(items.allSatisfy { $0[.isPermanent]?.integer == 1 })
        #expect(items.map { $0[.keyClass]?.integer } == [0, 1])
        #expect(items[0][.applicationLabel] == items[1][.applicationLabel])
    }

    @Test func aPairIsStoredWholeOrNotAtAll() throws {
        let label: [CFString: Any] = [
            kSecAttrIsPermanent: true,
            kSecPrivateKeyAttrs: [kSecAttrApplicationLabel: Data([7])],
        ]
        #expect(generate(label).status == errSecSuccess)
        #expect(try keys().count == 2)
        // The public half is new; its private one is there.
        let (key, other, status) = generate(label)
        #expect(status == errSecDuplicateItem && key == nil && other == nil)
        #expect(try keys().count == 2)
    }

    @Test func whatCannotBeStoredIsNotMade() throws {
        let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, [], nil)!
        for (attributes, status) in [
            ([kSecAttrSynchronizable: "both"], errSecParam),
            ([kSecAttrAccessGroup: "theirs"], errSecMissingEntitlement),
            ([kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly], -25293),
            ([kSecAttrAccessible: "never"], errSecParam),
            ([kSecAttrService: "service"], errSecNoSuchAttr),
            ([kSecAttrLabel: NSNull()], errSecParam),
            ([kSecAttrKeyClass: kSecAttrKeyClassSymmetric], errSecParam),
            ([kSecAttrKeySizeInBits: 384], errSecParam),
            ([kSecAttrAccessControl: "control"], errSecParam),
            ([kSecAttrAccessControl: control, kSecAttrAccessible: "ak"], errSecParam),
            ([kSecUseKeychain: "keychain"], errSecParam),
            ([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave], errSecUnimplemented),
        ] as [([CFString: Any], OSStatus)] {
            let half = attributes.merging([kSecAttrIsPermanent: true]) { $1 }
            for more in [[kSecPrivateKeyAttrs: half], [kSecPublicKeyAttrs: half]] {
                #expect(generate(more).status == status, "\(attributes)")
            }
        }
        #expect(try keys().isEmpty)
    }

    @Test func anotherKeychainIsUsedWhereItIsNamed() throws {
        let path = test.home.path + "/keychains/another.db"
        let another = Keychain(
            location: Location(home: test.home.path).sibling("another.db"))
        try another.add(NewItem(.genericPassword, attributes: [:]))
        let named = Keychain.$override.withValue(test.keychain) { Keychain(path: path) }
        let reference = SecKeychain(named)
        let (key, other, status) = generate([
            kSecAttrIsPermanent: true, kSecUseKeychain: reference,
        ])
        #expect(status == errSecSuccess && key?.stored?.keychain.path == path)
        #expect(try keys().isEmpty)
        #expect(try keys(named).count == 2)
        let data = Data("message".utf8) as CFData
        let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        let (half, peer) = (try #require(key), try #require(other))
        let made = Keychain.$override.withValue(test.keychain) {
            SecKeyCreateSignature(half, algorithm, data, nil)
        }
        let signature = try #require(made)
        #expect(SecKeyVerifySignature(peer, algorithm, data, signature, nil))
        let missing = Keychain.$override.withValue(test.keychain) {
            SecKeychain(Keychain(path: test.home.path + "/keychains/missing.db"))
        }
        #expect(
            generate([kSecAttrIsPermanent: true, kSecUseKeychain: missing]).status
                == errSecNoSuchKeychain)
        // Halves of two files could be stored half.
        #expect(
            generate([
                kSecAttrIsPermanent: true, kSecPrivateKeyAttrs: [kSecUseKeychain: reference],
                kSecPublicKeyAttrs: [kSecUseKeychain: missing],
            ]).status == errSecParam)
    }

    @Test func keysOfDataAreNotStored() throws {
        let key = try #require(generate([:]).key)
        let bytes = try #require(SecKeyCopyExternalRepresentation(key, nil))
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrIsPermanent: true,
        ]
        let made = Keychain.$override.withValue(test.keychain) {
            SecKeyCreateWithData(bytes, attributes as CFDictionary, nil)
        }
        #expect(made == key && made?.stored == nil)
        #expect(try keys().isEmpty)
    }
}
