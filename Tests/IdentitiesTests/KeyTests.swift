// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

@Suite struct KeyTests {
    let keychain = TestKeychain().keychain

    @Test func aPrivateKeyIsKnownWithoutBeingOpened() throws {
        try keychain.add(.key(Samples.key, .label("mine")))
        let item = try #require(try keychain.all(.key, [:], [.attributes, .reference]).first)
        #expect(item.publicKey == Samples.key.publicBytes)
        #expect(item.secret == nil)
        #expect(item.attributes[.publicKey] == nil)
        #expect(item[.applicationLabel] == .data(Samples.key.publicKeyHash))
        #expect(item[.canSign] == .boolean(true) && item[.canVerify] == .boolean(false))
        let opened = try #require(try keychain.all(.key).first)
        #expect(opened.secret == Samples.key.privateBytes)
    }

    @Test func thePublicHalfLiesBesideIt() throws {
        try keychain.add(.key(Samples.key))
        try keychain.add(.key(Samples.key.publicKey()))
        #expect(
            try keychain.all(.key, [.applicationLabel: .data(Samples.key.publicKeyHash)])
                .map { $0[.keyClass] } == [.number(1), .number(0)])
        #expect {
            try keychain.add(.key(Samples.key, .label("again")))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        try keychain.add(.key(Samples.key, [.applicationTag: .string("second")]))
    }

    @Test func classTypeAndSizeAreDerived() throws {
        for attribute in [Attribute.keyClass, .type, .keySizeInBits] {
            #expect {
                try NewItem.key(Samples.key, [attribute: .number(3)])
            } throws: { KeychainError.Code.parameter ~= $0 }
        }
        let label = AttributeValue.string("mine")
        try keychain.add(
            .key(Samples.key, [.keyClass: .string("1"), .applicationLabel: label]))
        let item = try #require(try keychain.all(.key).first)
        // Text is taken as its bytes.
        #expect(item[.applicationLabel] == .data(Array("mine".utf8)))
        #expect {
            try keychain.update(try Query(.key, Query.Conditions()), Change([.type: .number(42)]))
        } throws: { KeychainError.Code.parameter ~= $0 }
        try keychain.update(try Query(.key, Query.Conditions()), Change([.type: .string("73")]))
        try keychain.update(
            try Query(.key, Query.Conditions()), Change([.applicationLabel: .data([1])]))
        let changed = try #require(try keychain.all(.key).first)
        #expect(changed.publicKey == Samples.key.publicBytes && changed.revision == 3)
    }

    @Test func symmetricKeysAreBytes() throws {
        let bytes = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
        try keychain.add(.symmetricKey(bytes, .label("aes")))
        let item = try #require(try keychain.all(.key, [.keyClass: .number(2)]).first)
        #expect(item.secret == bytes && item.publicKey == nil)
        #expect(item[.keySizeInBits] == .number(256))
        #expect {
            try NewItem.symmetricKey(bytes, [.keyClass: .number(1)])
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect {
            try keychain.update(
                try Query(.key, Query.Conditions()), Change([.keyClass: .number(1)]))
        } throws: { KeychainError.Code.parameter ~= $0 }
        try keychain.update(
            try Query(.key, Query.Conditions()), Change([:], secret: SecretBytes(copying: [1])))
    }

    @Test func anotherSecretForAKeyIsRefused() throws {
        try keychain.add(.key(Samples.key))
        #expect {
            try keychain.update(
                try Query(.key, Query.Conditions()), Change([:], secret: Samples.other.privateBytes)
            )
        } throws: { KeychainError.Code.parameter ~= $0 }
        try keychain.update(
            try Query(.key, Query.Conditions()), Change([:], secret: Samples.key.privateBytes))
    }

    @Test func keysCanBeMarkedAsSynchronizable() throws {
        try keychain.add(.key(Samples.key, [.synchronizable: .boolean(true)]))
        #expect(try keychain.all(.key).isEmpty)
        var marked = Query.Conditions()
        marked.synchronizable = .only(true)
        #expect(try keychain.find(try Query(.key, marked)).count == 1)
    }

    @Test func validityIsThatOfTheirDates() throws {
        let dates: [Attribute: AttributeValue] = [.startDate: .date(100), .endDate: .date(200)]
        try keychain.add(.key(Samples.key, dates))
        try keychain.add(.key(Samples.other))
        var match = CertificateMatch()
        match.validOn = 150
        #expect(try keychain.all(.key, matching: match).count == 2)
        match.validOn = 250
        let found = try keychain.all(.key, matching: match)
        #expect(found.map(\.publicKey) == [Samples.other.publicBytes])
        #expect(found.first?.secret == Samples.other.privateBytes)
    }
}
