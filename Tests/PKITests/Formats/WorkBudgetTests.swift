// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import Testing

@testable import SwiftKeychainPKI

/// The limit on the derivations of a file: rounds times the measured cost of one.
@Suite struct WorkBudgetTests {
    private func pays(_ rounds: Int, _ cost: Int, times: Int = 1) -> Bool {
        var budget = WorkBudget(nanoseconds: WorkBudget.usual)
        return (try? budget.spend(rounds, at: cost, times: times)) != nil
    }

    /// The most rounds of each derivation that a file may have.
    @Test(arguments: [
        (8_333_333, RoundCost.pbkdf2(.sha1), 1), (4_166_666, RoundCost.pbkdf2(.sha1), 2),
        (7_894_736, RoundCost.pbkdf2(.sha256), 1), (2_500_000, RoundCost.pbkdf2(.sha384), 1),
        (2_500_000, RoundCost.pbkdf2(.sha512), 1), (15_000_000, RoundCost.pbkdf1, 1),
        (15_000_000, RoundCost.pkcs12(digestBytes: 16), 1),
        (6_666_666, RoundCost.pkcs12(digestBytes: 20), 3),
        (20_000_000, RoundCost.pkcs12(digestBytes: 32), 1),
        (6_976_744, RoundCost.pkcs12(digestBytes: 64), 1),
    ])
    func threeSecondsAreEnoughFor(rounds: Int, cost: Int, times: Int) {
        #expect(pays(rounds, cost, times: times))
        #expect(!pays(rounds + 1, cost, times: times))
    }

    @Test func partsOfAFileShareIt() throws {
        var budget = WorkBudget(nanoseconds: 1000)
        try budget.spend(6, at: 100)
        #expect { try budget.spend(5, at: 100) } throws: { PKIError.Code.unsupportedFormat ~= $0 }
        try budget.spend(4, at: 100)
        #expect(!pays(0, 1) && !pays(.max, 2) && !pays(-1, 1))
    }

    /// Files with a changed number of rounds, so that they needn't be made.
    @Test(arguments: [
        (["-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA512"], 3_000_001),
        (["-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA1"], 5_000_001),
        (["-v2", "aes-256-cbc"], 0x7FFF_FFFF),
        (["-v1", "PBE-SHA1-DES"], 15_000_001), (["-v1", "PBE-MD5-DES"], 15_000_001),
        (["-v1", "PBE-SHA1-3DES"], 6_666_667),
    ])
    func theCountIsTold(words: [String], rounds: Int) throws {
        let bench = try Workbench()
        let key = try bench.file(SampleKeys.p256.der)
        let legacy = words[0] == "-v1" ? ["-provider", "legacy", "-provider", "default"] : []
        let file = try bench.need(
            [
                "pkcs8", "-topk8", "-in", key, "-inform", "DER", "-outform", "DER", "-passout",
                "pass:p", "-iter", "2048",
            ] + words + legacy)
        #expect(try ImportedFile.read(file, "p").items.count == 1)
        var count = withUnsafeBytes(of: UInt32(rounds).bigEndian) { Array($0.drop { $0 == 0 }) }
        // Otherwise it would be a negative number.
        if count[0] >= 0x80 { count.insert(0, at: 0) }
        let hostile = Loose.encoding(of: try DERElement(only: file[...])) {
            $0 == [2, 2, 8, 0][...] ? [2, UInt8(count.count)] + count : nil
        }
        #expect(hostile.count == file.count + count.count - 2)
        var failure: PKIError?
        do {
            _ = try ImportedFile.read(hostile, "p")
        } catch {
            failure = error
        }
        #expect(failure?.code == .unsupportedFormat)
        #expect(failure?.detail.contains("\(rounds) rounds") == true)
    }

    /// All keys of a file lie under one derived key, so that any number of them can be read.
    @Test func manyKeysCostOneDerivation() throws {
        let items = (0..<12).map { _ in
            ImportedItem.Value.key(try! CryptoKey.generate(.ellipticCurve, bits: 256))
        }
        let file = try ExportedFile.bytes(items, .pkcs12, "p")
        let cost =
            PasswordSealing.iterations
            * (RoundCost.pbkdf2(.sha256) + RoundCost.pkcs12(digestBytes: 32))
            + 12 * RoundCost.privateKey
        let read = try file.lending { bytes throws(PKIError) in
            try ImportedFile.read(
                bytes, passphrase: Passphrase(SecretBytes(copying: "p".utf8)), nanoseconds: cost)
        }
        #expect(read.items.count == 12)
    }

    @Test func privateKeysAreCounted() throws {
        let key = ImportedItem.Value.key(try CryptoKey.generate(.ellipticCurve, bits: 256))
        let plain = try ExportedFile.bytes([key, key], .pemSequence, armoured: true)
        let sealed = try ExportedFile.bytes([key, key], .pkcs12, "p")
        let rounds =
            PasswordSealing.iterations
            * (RoundCost.pbkdf2(.sha256) + RoundCost.pkcs12(digestBytes: 32))
        for (file, most) in [(plain, 0), (sealed, rounds)] {
            func read(_ keys: Int) throws(PKIError) -> Int {
                try file.lending { bytes throws(PKIError) in
                    try ImportedFile.read(
                        bytes, passphrase: Passphrase("p"),
                        nanoseconds: most + keys * RoundCost.privateKey
                    ).items.count
                }
            }
            #expect(try read(2) == 2)
            #expect { try read(1) } throws: {
                ($0 as? PKIError)?.detail == "file: too many private keys"
            }
        }
    }

    /// RFC 8018, 5.1, by another implementation: each round hashes the one before.
    @Test func earlyDerivationsAreRight() throws {
        let derived = try KeyDerivation.pbkdf1(
            SecretBytes(copying: "password".utf8),
            salt: [0x78, 0x57, 0x8E, 0x5A, 0x5D, 0x63, 0xCB, 0x06], iterations: 1000,
            digest: "SHA1", count: 16)
        #expect(
            derived.withBytes { [UInt8]($0) } == [
                0xDC, 0x19, 0x84, 0x7E, 0x05, 0xC6, 0x4D, 0x2F, 0xAF, 0x10, 0xEB, 0xFB, 0x4A, 0x3D,
                0x2A, 0x20,
            ])
    }
}
