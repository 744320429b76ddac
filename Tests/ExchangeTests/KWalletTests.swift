// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainExchange
import SwiftKeychainMemory
import Testing

@Suite struct KWalletTests {
    private func read(
        _ file: SampleFile, _ password: String, salt: SampleFile? = nil
    ) throws -> ExchangeReading {
        let password = SecretBytes(text: password)
        return try file.bytes.withBytes { (bytes) throws(ExchangeFault) in
            try ExchangeFormat.kwallet.read(bytes, password: password, salt: salt?.bytes)
        }
    }

    private func fault(
        _ file: SampleFile, _ password: String, salt: SampleFile? = nil
    ) -> ExchangeFault? {
        ExchangeFault.thrown { _ = try read(file, password, salt: salt) }
    }

    private static let entries = [
        ["title forge", "user ", "secret pa,ss\"word", "folder Passwords"],
        ["title binary", "user ", "secret ?", "folder Wörk"],
        ["title router", "user admin", "secret geheim", "protected PIN=1234", "folder Wörk"],
    ]

    private func lines(_ reading: ExchangeReading) -> [[String]] {
        reading.entries.map(\.lines).sorted { $0.last! + $0[0] < $1.last! + $1[0] }
    }

    @Test func aWalletOfKWalletIsRead() throws {
        let file = try SampleFile("kwallet-5.103.kwl")
        #expect(file.format == .kwallet)
        let salt = try SampleFile("kwallet-5.103.salt")
        let reading = try read(file, "wallet pass", salt: salt)
        #expect(reading.faults == [])
        #expect(lines(reading) == Self.entries)
        #expect(fault(file, "wrong", salt: salt) == .wrongPassword)
        var bytes = file.bytes.withBytes { [UInt8]($0) }
        bytes[bytes.count - 60] ^= 1
        #expect(
            fault(SampleFile(bytes: bytes), "wallet pass", salt: salt)
                == ExchangeFault("", "damaged: its digest is wrong"))
        #expect(
            fault(file, "wallet pass")
                == ExchangeFault("", "the file with its salt is missing: *.salt in the same folder")
        )
    }

    @Test func aWalletOfKDE4IsRead() throws {
        let file = try SampleFile("kwallet-kde4.kwl")
        let reading = try read(file, "a password of more than sixteen bytes")
        #expect(lines(reading) == Self.entries)
        #expect(reading.faults == [ExchangeFault(": entry 4", "an entry of an unknown type")])
        #expect(fault(file, "a password of more") == .wrongPassword)
    }

    @Test(arguments: [
        ("short", "short"), ("longest", String(repeating: "fifteen bytes. ", count: 5)),
    ])
    func passwordsOfEachLengthOpenOldWallets(_ name: String, _ password: String) throws {
        let reading = try read(SampleFile("kwallet-kde4-\(name).kwl"), password)
        #expect(lines(reading) == Self.entries)
    }

    @Test func aDamagedFileIsRefused() throws {
        let password = "a password of more than sixteen bytes"
        var bytes = try SampleFile("kwallet-kde4.kwl").bytes.withBytes { [UInt8]($0) }
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(fault(SampleFile(bytes: Array(bytes[..<count])), password) != nil)
        }
        bytes[bytes.count - 60] ^= 1
        #expect(
            fault(SampleFile(bytes: bytes), password)
                == ExchangeFault("", "damaged: its digest is wrong"))
    }
}
