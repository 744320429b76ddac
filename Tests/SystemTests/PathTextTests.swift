// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing
/// Paths of any bytes, handled as text.
@Suite struct PathTextTests {
    static let paths: [[UInt8]] = [
        [], Array("/home/ann/Schlüssel 🔑".utf8), [0xff], [0x80], Array("a".utf8) + [0xc3],
        [0xc3, 0x28], [0xe2, 0x82], [0xf0, 0x9f, 0x94], [0xed, 0xa0, 0x80], [0xc0, 0xaf],
        [0xf5, 0x80, 0x80, 0x80],
        // What the text is made of, in a path.
        Array("\u{10ff80}\u{10ffff}\u{10ff7f}".utf8),
        Array("\u{10ff80}".utf8) + [0xff],
    ]

    @Test(arguments: paths) func bytesComeBack(_ bytes: [UInt8]) {
        let text = String(path: bytes)
        #expect(text.pathBytes == bytes)
        text.withPath { pointer in
            #expect((0..<bytes.count).map { UInt8(truncatingIfNeeded: pointer[$0]) } == bytes)
            #expect(pointer[bytes.count] == 0)
            #expect(String(path: pointer) == text)
        }
    }

    @Test func textIsItself() {
        let text = "/home/ann/Schlüssel 🔑"
        #expect(String(path: Array(text.utf8)) == text)
        #expect(String(path: Array("a".utf8) + [0xff]).hasPrefix("a"))
    }

    @Test(
        arguments: [
            ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("a/b", "a"), ("a", "."), (".", "."),
            ("", "."), ("/a/", "/a"),
        ])
    func thePathOfTheFolder(path: String, folder: String) {
        #expect(path.parentFolder == folder)
    }

    @Test func differentPathsHaveDifferentTexts() {
        let choice: [UInt8] = [0x41, 0x80, 0xbf, 0xf4, 0x8f, 0xbe, 0xc3, 0xff]
        var seen: [String: [UInt8]] = [:]
        for _ in 0..<2000 {
            let bytes: [UInt8] = (0..<Int.random(in: 1...6)).map { _ in choice.randomElement()! }
            let text = String(path: bytes)
            #expect(text.pathBytes == bytes)
            #expect(seen.updateValue(bytes, forKey: text).map { $0 == bytes } ?? true)
        }
    }
}
