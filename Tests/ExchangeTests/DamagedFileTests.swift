// SPDX-License-Identifier: Apache-2.0
import SeededGenerator
import SwiftKeychainExchange
import SwiftKeychainMemory
import Testing

/// Files with bytes that were changed or cut off. What is left of them is read, and nothing traps.
@Suite struct DamagedFileTests {
    @Test(arguments: [
        ("bitwarden.json", ExchangeFormat.bitwardenJSON), ("aegis.json", .aegis),
        ("1password.1pux", .onePUX), ("bitwarden.zip", .bitwardenZip), ("otpauth.txt", .otpauth),
        ("macos-dump.txt", .macOSDump),
        ("keepassxc-2.7.4.xml", .keepassxcXML), ("lastpass.csv", .lastpass),
        ("proton-pass.csv", .protonPass),
    ])
    func everyEntryOfADamagedFileHasAPlace(_ name: String, _ format: ExchangeFormat) throws {
        let whole = try SampleFile(name).bytes.withBytes { Array($0) }
        var generator = SeededGenerator()
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] =
                    UInt8.random(in: .min ... .max, using: &generator)
            }
            if Bool.random(using: &generator) {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            let file = SampleFile(bytes: bytes)
            _ = file.format
            // Nothing of the file, or what is left of it.
            guard let reading = try? file.read(format) else { continue }
            #expect(reading.entries.allSatisfy { !$0.place.isEmpty }, "\(SeededGenerator.note)")
            let count = reading.entries.count + reading.faults.count
            #expect(count <= bytes.count, "\(SeededGenerator.note)")
        }
    }
}
