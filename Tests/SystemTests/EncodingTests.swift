// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem
import Testing

@Suite struct HexadecimalTests {
    @Test func bytesComeBack() {
        for bytes: [UInt8] in [[], [0], [0x0a, 0xff, 0x10], Array(0...255)] {
            let text = Hexadecimal.text(bytes)
            #expect(text == text.lowercased())
            #expect(Hexadecimal.bytes(text.utf8) == bytes)
            #expect(Hexadecimal.bytes(text.uppercased().utf8) == bytes)
            #expect(secret(text) == bytes)
            var upper: [UInt8] = []
            bytes.withUnsafeBytes {
                Hexadecimal.encode($0, uppercase: true) { upper.append($0) }
            }
            #expect(upper == Array(text.uppercased().utf8))
        }
        #expect(Hexadecimal.text([1, 0xab], separator: ":") == "01:ab")
    }

    @Test(arguments: ["a", "abc", "0g", " 00", "00 ", "0x00", "é0"])
    func otherTextIsRefused(text: String) {
        #expect(Hexadecimal.bytes(text.utf8) == nil)
        #expect(secret(text) == nil)
    }

    private func secret(_ text: String) -> [UInt8]? {
        Array(text.utf8).withUnsafeBytes { text in
            Hexadecimal.secret(text[...])?.withBytes { Array($0) }
        }
    }
}

/// RFC 4648, section 10.
@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{fff}~?", "4L+/fj8="),
    ])
    func bytesComeBack(plain: String, text: String) throws {
        var written: [UInt8] = []
        Array(plain.utf8).withUnsafeBytes { Base64.encode($0) { written.append($0) } }
        #expect(String(decoding: written, as: UTF8.self) == text)
        #expect(written.count == Base64.encodedCount(plain.utf8.count))
        #expect(Base64.bytes(written) == Array(plain.utf8))
        #expect(try decoded(text) == Array(plain.utf8))
        let inLines = text.map { "\($0)\r\n " }.joined()
        #expect(try decoded(inLines, ignoresBlanks: true) == Array(plain.utf8))
    }

    @Test(arguments: [
        ("Zg", Base64.Malformed.length), ("Zg=", .length), ("Zg===", .length), ("====", .length),
        ("Z", .length), ("Zg=g", .character), ("Zm9v\n", .character), ("Zm-v", .character),
        ("Zh==", .trailingBits), ("Zm9=", .trailingBits),
    ])
    func otherTextIsRefused(text: String, failure: Base64.Malformed) {
        #expect(throws: failure) { _ = try decoded(text) }
        #expect(Base64.bytes(Array(text.utf8)) == nil)
    }

    private func decoded(
        _ text: String, ignoresBlanks: Bool = false
    ) throws(Base64.Malformed) -> [UInt8] {
        let bytes = SecretBytes(copying: text.utf8)
        return try bytes.withBytes { (text) throws(Base64.Malformed) in
            try Base64.decode(text[...], ignoresBlanks: ignoresBlanks).withBytes { Array($0) }
        }
    }
}
