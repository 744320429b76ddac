// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSealing

@Suite struct RowTests {
    let keybag: Keybag
    init() throws { keybag = try Sample.keybag() }

    @Test func givesBackWhatWasSealed() throws {
        let row = try Sample.sealed(keybag)
        #expect(try keybag.openMetadata(row) == Sample.attributes)
        #expect(try keybag.openSecret(row) == Sample.secret)
        #expect(row.rowid == 12)
        #expect(row.digests == keybag.digests(of: Sample.attributes, in: .genericPassword))
    }

    @Test func opensWithTheKeybagReopened() throws {
        let deviceKey = try DeviceKey.generate()
        let first = try Keybag.create(deviceKey: deviceKey)
        let row = try Sample.sealed(first)
        let second = try Keybag(record: first.record, deviceKey: deviceKey)
        #expect(try second.openMetadata(row) == Sample.attributes)
        #expect(try second.openSecret(row) == Sample.secret)
        #expect(second.digests(of: Sample.attributes, in: .genericPassword) == row.digests)
    }

    @Test(arguments: ProtectionClass.allCases.filter { $0 != .whenPasscodeSetThisDeviceOnly })
    func everyClassHasKeysOfItsOwn(_ protection: ProtectionClass) throws {
        let row = try keybag.seal(
            Sample.row(keybag, protection: protection), attributes: [:], secret: Sample.secret)
        #expect(try keybag.openMetadata(row) == [:])
        for other in ProtectionClass.allCases where other != protection {
            var moved = row
            moved.protection = other.rawValue
            #expect(isDamaged(moved, keybag) && isSecretDamaged(moved, keybag))
        }
    }

    @Test func noSecretDiffersFromAnEmptyOne() throws {
        let without = try Sample.sealed(keybag, secret: nil)
        #expect(without.secretBox == nil)
        #expect(try keybag.openSecret(without) == nil)
        #expect(try keybag.openMetadata(without) == Sample.attributes)
        let empty = try Sample.sealed(keybag, secret: SecretBytes(copying: []))
        #expect(empty.secretBox?.count == 40)
        #expect(try keybag.openSecret(empty)?.count == 0)
    }

    @Test func aDataBoxIsNeitherDroppedNorAddedUnnoticed() throws {
        var dropped = try Sample.sealed(keybag)
        let box = dropped.secretBox
        dropped.secretBox = nil
        #expect(isDamaged(dropped, keybag))
        var added = try Sample.sealed(keybag, secret: nil)
        added.secretBox = box
        #expect(isDamaged(added, keybag) && isSecretDamaged(added, keybag))
    }

    @Test func needsAPasscodeForItsClass() throws {
        let row = Sample.row(keybag, protection: .whenPasscodeSetThisDeviceOnly)
        #expect {
            try keybag.seal(row, attributes: [:], secret: nil)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect {
            try keybag.check(.whenPasscodeSetThisDeviceOnly)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect(isDamaged(row, keybag))
    }

    @Test func refusesARowThatIsNotFilledIn() {
        var row = Sample.row(keybag)
        row.digests.removeLast()
        #expect {
            try keybag.seal(row, attributes: [:], secret: nil)
        } throws: { KeychainError.Code.internalComponent ~= $0 }
        row = Sample.row(keybag)
        row.protection = "zz"
        #expect {
            try keybag.seal(row, attributes: [:], secret: nil)
        } throws: { KeychainError.Code.internalComponent ~= $0 }
    }

    @Test func sealsTheSameTwiceDifferently() throws {
        let (first, second) = (try Sample.sealed(keybag), try Sample.sealed(keybag))
        #expect(first.metadataBox != second.metadataBox)
        #expect(first.secretBox != second.secretBox)
    }

    @Test func keepsEverySizeOfSecret() throws {
        for count in [0, 1, 63, 64, 65, 4095, 4096, 4097, 1 << 20] {
            let secret = SecretBytes(copying: (0..<count).map { UInt8(truncatingIfNeeded: $0) })
            let row = try Sample.sealed(keybag, secret: secret)
            #expect(try keybag.openSecret(row) == secret)
        }
    }
}
