// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@Suite struct MacKeychainTests {
    private func read(_ bytes: SecretBytes, _ password: String) throws -> ExchangeReading {
        let password = SecretBytes(text: password)
        return try bytes.withBytes { (bytes) throws(ExchangeFault) in
            try ExchangeFormat.macOS.read(bytes, password: password)
        }
    }

    private func fault(_ bytes: SecretBytes, _ password: String) -> ExchangeFault? {
        ExchangeFault.thrown { _ = try read(bytes, password) }
    }

    @Test func passwordsAreRead() throws {
        let file = try SampleFile("macos.keychain-db")
        #expect(file.format == .macOS)
        let reading = try read(file.bytes, "sample")
        #expect(
            reading.entries.map { $0.lines } == [
                [
                    "title Wörk", "user jane", "secret pa,ss\"word", "notes a comment",
                    "field kSecAttrDescription=application password",
                    "field kSecAttrGeneric=generic", "field kSecAttrService=service",
                ],
                [
                    "title A note", "user ", "secret left, right, left",
                    "field kSecAttrService=A note", "note",
                ],
                [
                    "title forge.example.org", "user jane", "secret ünïcode",
                    "url https://forge.example.org:8443/login",
                    "field kSecAttrAuthenticationType=form",
                ],
            ])
        #expect(reading.entries.first?.created == 725_857_445)
        #expect(reading.faults.map(\.rule) == ["the key of its password is missing"])
        #expect(reading.omissions == [ExchangeFault("", "1 creator of an item")])
        #expect(fault(file.bytes, "wrong") == .wrongPassword)
    }

    @Test func certificatesAndKeysAreStoredWithThePasswords() throws {
        let test = TestKeychain()
        let reading = try read(try SampleFile("macos.keychain-db").bytes, "sample")
        let plan = try ImportPlan(reading, in: test.keychain)
        #expect(plan.keys.map(\.itemClass) == [.certificate, .key])
        try plan.store(.skipped)
        var conditions = Query.Conditions([.service: .string("service")])
        conditions.limit = .all
        let found = try test.keychain.find(Query(.genericPassword, conditions))
        // A program that reads it expects bytes.
        guard case .data? = found.first?[.generic] else {
            Issue.record("the generic attribute isn't data")
            return
        }
        #expect(found.map { $0[.generic]?.text } == ["generic"])
        let identities = try test.keychain.find(Query(.identity, Query.Conditions()))
        #expect(identities.map { $0[.label] } == [.string("Sample")])
        let again = try ImportPlan(reading, in: test.keychain)
        #expect(again.keys.isEmpty && again.storedKeys == 2 && again.count(.stored) == 3)
    }

    /// Returns the beginning of a file with one table, which the schema names several times.
    private func file(tables: Int, records: [UInt32]) -> [UInt8] {
        var numbers: [UInt32] = [0x6b79_6368, 0, 0, 16, 0, UInt32(tables)]
        let start = UInt32(4 * (2 + tables))
        numbers += Array(repeating: start, count: tables)
        // A generic password.
        numbers += [0, 0x8000_0000, 0, 0, 0, 0, UInt32(records.count)] + records
        return numbers.flatMap { number in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }

    /// A small file may name more than it has.
    @Test func repeatedTablesAndRecordsAreRefused() throws {
        let unused = file(tables: 4096, records: [UInt32](repeating: 1, count: 4096))
        #expect(fault(SecretBytes(copying: unused), "x")?.rule == "too many records")
        let count = 64
        // The record is behind the list, and all that follows it.
        let repeated = file(
            tables: 1, records: [UInt32](repeating: UInt32(28 + 4 * count), count: count))
        let record: [UInt8] = [0, 0, 4, 0] + [UInt8](repeating: 0, count: 1020)
        #expect(fault(SecretBytes(copying: repeated + record), "x")?.rule == "records overlap")
    }

    @Test func aCutFileLosesOnlyWhatIsCut() throws {
        let whole = try SampleFile("macos.keychain-db").bytes.withBytes { [UInt8]($0) }
        for count in stride(from: 0, to: whole.count, by: 13) {
            let bytes = SecretBytes(copying: whole[..<count])
            if let reading = try? read(bytes, "sample") {
                #expect(reading.entries.count + reading.keys.count < 5)
            }
        }
    }
}
