// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SeededGenerator
import Testing

@Suite struct ByteTests {
    /// Reads what `find-generic-password -w` prints.
    private func secret(_ printed: [UInt8], of original: [UInt8]) -> [UInt8] {
        let line = Array(printed.dropLast())
        if original.allSatisfy({ 0x20...0x7e ~= $0 }) { return line }
        return stride(from: 0, to: line.count - 1, by: 2).map {
            UInt8(String(decoding: line[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
        }
    }

    @Test func anyBytesComeBackAsTheyWere() throws {
        let workshop = try Workshop()
        var generator = SeededGenerator()
        var secrets: [[UInt8]] = [
            [], [0], Array(0...255), Array("plain text".utf8), Array(" ".utf8), [0x0a],
            [0x0d, 0x0a],
        ]
        for length in [1, 2, 3, 64, 4095, 4096, 65_536, 65_537, 200_000] {
            secrets.append((0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
            secrets.append((0..<length).map { _ in UInt8.random(in: 32...126, using: &generator) })
        }
        for (index, original) in secrets.enumerated() {
            let account = String(index)
            let added = try workshop.security(
                "add-generic-password", "-a", account, "-s", "bytes", "-w", "-",
                input: original + [0x0a])
            #expect(added.status == 0, "\(added.errors)")
            let found = try workshop.security(
                "find-generic-password", "-a", account, "-s", "bytes", "-w")
            #expect(found.output.last == 0x0a)
            #expect(
                secret(found.output, of: original) == original,
                "secret \(index), \(SeededGenerator.note)")
        }
    }

    @Test func anyNameIsFoundByItsBytes() throws {
        let workshop = try Workshop()
        var generator = SeededGenerator()
        for index in 0..<20 {
            let name = (0..<40).map { _ in UInt8.random(in: 1...255, using: &generator) }
            let words = [Array(Workshop.command.utf8)]
            let password = Array("-w\(index)".utf8)
            let added = try workshop.run(
                bytes: words + [Array("add-generic-password".utf8), Array("-a".utf8), name]
                    + [Array("-s".utf8), name.reversed(), password])
            #expect(added.status == 0, "\(added.errors)")
            let found = try workshop.run(
                bytes: words + [Array("find-generic-password".utf8), Array("-a".utf8), name]
                    + [Array("-w".utf8)])
            #expect(found.text == "\(index)\n")
        }
    }

    @Test func aReaderThatGoesAwayEndsItQuietly() throws {
        let workshop = try Workshop()
        _ = try workshop.security("add-generic-password", "-a", "a", "-s", "b", "-w", "x")
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let errors = workshop.folder.appendingPathComponent("err")
        for words in [["dump-keychain"], ["help"], ["delete-generic-password", "-s", "b"]] {
            let child = try Child(
                ([Workshop.command] + words).map { Array($0.utf8) },
                environment: workshop.environment,
                descriptors: [
                    .file("/dev/null", O_RDONLY), .same(ends[1]),
                    .file(errors.path, O_WRONLY | O_CREAT | O_TRUNC),
                ])
            #expect(child.wait() == 1)
            #expect(try Data(contentsOf: errors).isEmpty)
        }
        // The deletion was done all the same.
        #expect(try workshop.security("find-generic-password", "-s", "b").status == 44)
    }
}
