// SPDX-License-Identifier: Apache-2.0
import SeededGenerator
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

@testable import securitycli

@Suite struct SyntaxTests {
    private func split(_ line: [UInt8]) throws(LineSplitter.Fault) -> [[UInt8]] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: line.count + 1, alignment: 1)
        defer { buffer.deallocate() }
        var starts: [Int] = []
        var fault: LineSplitter.Fault?
        line.withUnsafeBytes { line in
            do throws(LineSplitter.Fault) {
                starts = try LineSplitter.split(line, into: buffer)
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return starts.map { start in Array(buffer[start...].prefix { $0 != 0 }) }
    }

    @Test(
        arguments: [
            ("", []), (" \t ", []), ("a", ["a"]), (" a  b\t", ["a", "b"]),
            ("'a b' c", ["a b", "c"]),
            ("\"a'b\" 'c\"d'", ["a'b", "c\"d"]), ("'a'b", ["a", "b"]), ("a'b c'd", ["a'b", "c'd"]),
            ("''", [""]), ("'' \"\"", ["", ""]), ("a\\ b", ["a b"]), ("\\'a b'", ["'a", "b'"]),
            ("'a\\'b'", ["a'b"]), ("\"\\\\\"", ["\\"]), ("\\\\", ["\\"]), ("\\n", ["n"]),
            ("\r\u{b}\u{c}x", ["x"]),
        ] as [(String, [String])])
    func lines(line: String, words: [String]) throws {
        #expect(try split(Array(line.utf8)) == words.map { Array($0.utf8) })
    }

    @Test(
        arguments: [
            ("'a", .openQuote), ("a \"", .openQuote), ("a\\", .openEscape), ("'a\\", .openEscape),
            (String(repeating: "a ", count: 33), .tooManyWords),
        ] as [(String, LineSplitter.Fault)])
    func refusedLines(line: String, fault: LineSplitter.Fault) {
        #expect(throws: fault) { try split(Array(line.utf8)) }
    }

    @Test func aByteOfZeroIsRefused() {
        #expect(throws: LineSplitter.Fault.zeroByte) { try split([0x61, 0]) }
        #expect(throws: LineSplitter.Fault.zeroByte) { try split([0x61, 0x5c, 0]) }
    }

    /// Splits 20 000 random lines into a buffer with marks behind the end that the function is given.
    @Test func noLineWritesBeyondItsBuffer() throws {
        var generator = SeededGenerator()
        let alphabet = Array(" '\"\\a".utf8)
        let mark = [UInt8](repeating: 0xa5, count: 16)
        var words = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...30, using: &generator)
            let line = (0..<length).map { _ in alphabet.randomElement(using: &generator)! }
            let buffer = UnsafeMutableRawBufferPointer.allocate(
                byteCount: length + 1 + mark.count, alignment: 1)
            defer { buffer.deallocate() }
            buffer[(length + 1)...].copyBytes(from: mark)
            let starts = line.withUnsafeBytes {
                try? LineSplitter.split($0, into: .init(rebasing: buffer[...length]))
            }
            words += starts?.count ?? 0
            #expect(
                buffer[(length + 1)...].elementsEqual(mark)
                    && (starts ?? []).allSatisfy { buffer[$0...length].contains(0) },
                "\(line), \(SeededGenerator.note)")
        }
        #expect(words > 10_000, "\(SeededGenerator.note)")
    }

    @Test(
        arguments: [
            "ak", "dku", "ak;od(cpo(DeviceOwnerAuthentication))", "aku;od(cup(true))",
            "akpu;od(cbio(pbioc()pbioh()))", "ck;od(cup(true)cbio(pbioc())pkofn(1))",
            "ck;od(cup(true)cbio(pbioc())pkofn(2))", "ak;osgn(cup(true))", "ak;osgn(true)",
            "ak;prp(true)", "ak;od(cpo(DeviceOwnerAuthentication));prp(true)",
            "ak;od(companion(true))",
        ])
    func accessControlsGoBothWays(text: String) throws {
        #expect(AccessControlText.text(try AccessControlText.read(text)) == text)
    }

    @Test func everyAccessControlCanBeWritten() throws {
        for bits in 0..<UInt64(1 << 9) {
            let places: [UInt64] = [0, 1, 3, 4, 5, 14, 15, 30, 31]
            let raw = places.enumerated().reduce(UInt64(0)) { sum, place in
                sum | (bits >> UInt64(place.offset) & 1) << place.element
            }
            guard
                let control = try? AccessControl(
                    protection: .whenUnlocked, flags: AccessControl.Flags(rawValue: raw))
            else { continue }
            let text = AccessControlText.text(control)
            let read = try AccessControlText.read(text)
            #expect(AccessControlText.text(read) == text)
            #expect(read.isConstrained == control.isConstrained)
        }
    }

    @Test(
        arguments: [
            "", "xx", "ak;", "ak;od", "ak;od(", "ak;od(x)", "ak;od(pkofn(x))", "ak;oe(cup(true))",
            "ak;od(cup(true)cbio(pbioc())pkofn(3))", "ak;od(cup(true))x", "ak;od(cup(false))",
            "ak;od(cbio(pbioc(00)))", "ak;od(pkofn(1)pkofn(1))",
            "ak;od(cbio(pbioc())cbio(pbioc()pbioh()))",
        ])
    func otherAccessControlsAreRefused(text: String) {
        #expect(throws: WordFault.self) { try AccessControlText.read(text) }
    }

    @Test func attributeWords() throws {
        func pairs(_ text: String) throws -> [String] {
            try AttributeWords.pairs(Array(text.utf8)).map { name, value in
                "\(name):\(value.map { String(decoding: $0, as: UTF8.self) } ?? "nil")"
            }
        }
        #expect(try pairs("class=genp,acct=a=b,x") == ["class:genp", "acct:a=b", "x:nil"])
        #expect(try pairs("a=,b=\\,\\=\\\\") == ["a:", "b:,=\\"])
        for text in ["", ",", "a,", "=b", "a\\", "a=\\", "a\\=b=c"] {
            #expect(throws: WordFault.self) { try pairs(text) }
        }
    }

    @Test func theTableHoldsEveryNameOnce() {
        let names = CommandTable.commands.map(\.name)
        #expect(Set(names).count == names.count)
        for command in CommandTable.commands {
            let letters = command.allOptions.map(\.letter)
            let longNames = command.allOptions.map(\.name)
            #expect(Set(letters).count == letters.count, "\(command.name)")
            #expect(Set(longNames).count == longNames.count, "\(command.name)")
            guard
                case .implemented(let name, let found) = CommandTable.entry(
                    Array(command.name.utf8))
            else {
                Issue.record("\(command.name) is not found by its own name")
                continue
            }
            #expect(name == command.name)
            #expect(found().name == command.name)
        }
    }
}
