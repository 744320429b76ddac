// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import Testing

@testable import SwiftKeychainSystem

/// Secrets in output, in each form and however the output is cut.
@Suite struct OutputMaskTests {
    private static let secret = "hunter 2+/ä\"key"

    /// Passes pieces of output through a mask.
    private func masked(_ pieces: [String], _ secrets: [String] = [secret]) -> String {
        let mask = OutputMask(secrets.map { SecretBytes(copying: $0.utf8) })
        var (held, output): ([UInt8], [UInt8]) = ([], [])
        for piece in pieces + [""] {
            let isLast = piece.isEmpty
            held += piece.utf8
            let passed = held.withUnsafeBytes { bytes in
                mask.pass(bytes, isLast: isLast) { output += $0 }
            }
            held.removeFirst(passed)
        }
        #expect(held.isEmpty)
        return String(decoding: output, as: UTF8.self)
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    @Test(arguments: [
        (secret, "***"), ("a\(secret)\(secret)b", "a******b"),
        (base64(secret), "***"), (base64("ab" + secret), "YWJ***"),
        ("hunter%202%2B%2F%C3%A4%22key hunter+2%2B%2F%C3%A4%22key", "*** ***"),
        ("hunter%202%2b/%c3%a4%22key", "***"),
        // What isn't one stays.
        ("hunter 2+/", "hunter 2+/"), ("hunter 2+/ä\"kex", "hunter 2+/ä\"kex"),
        ("hunter hunter 2+/ä\"key", "hunter ***"),
    ])
    func eachFormIsMasked(_ text: String, _ wanted: String) {
        #expect(masked([text]) == wanted)
        // Cut anywhere, and into single bytes.
        let bytes = Array(text.unicodeScalars)
        for cut in bytes.indices.dropFirst() {
            let parts = [bytes[..<cut], bytes[cut...]].map { part in
                String(String.UnicodeScalarView(part))
            }
            #expect(masked(parts) == wanted)
        }
        #expect(masked(bytes.map { String($0) }) == wanted)
    }

    /// Whatever surrounds it in the data that is encoded: only the characters at its ends may stay.
    @Test(arguments: 0..<6) func base64WithinOtherDataIsMasked(_ before: Int) {
        for after in 0..<4 {
            let data =
                String(repeating: "x", count: before) + Self.secret
                + String(repeating: "y", count: after)
            let text = masked([Self.base64(data)])
            #expect(text.contains("***"))
            let whole = Self.base64(Self.secret)
            let middle = whole.dropFirst(4).prefix(8)
            #expect(!text.contains(middle))
        }
        let url = masked(["\u{fb}\u{ff}\u{fe}key!?"], ["key!?"])
        #expect(url == "\u{fb}\u{ff}\u{fe}***")
    }

    @Test func base64OfURLsIsMasked() {
        let secret = "\u{7f}?~>?~>?~"
        let text = Self.base64(secret)
        let url = text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(
            of: "/", with: "_")
        #expect(text != url)
        #expect(masked([url, " ", text], [secret]) == "*** ***")
        #expect(masked([String(url.prefix { $0 != "=" })], [secret]) == "***")
    }

    @Test func linesOfALongSecretAreMasked() {
        let secret = "first line\nsecond line\nend\n"
        #expect(masked(["first line\r\nsecond line\r\nend"], [secret]) == "***\r\n***\r\nend")
        #expect(masked([secret], [secret]) == "***")
        #expect(masked(["short\r\nlines"], ["short\nlines"]) == "***")
        let long = String(repeating: "0123456789", count: 20)
        for options: Data.Base64EncodingOptions in [
            .lineLength76Characters, .lineLength64Characters,
        ] {
            let text = Data(long.utf8).base64EncodedString(
                options: [options, .endLineWithLineFeed])
            #expect(Set(masked([text], [long]).split(separator: "\n")) == ["***"])
        }
    }

    /// Of two secrets, of which one begins as the other, the longer one counts.
    @Test func theLongestSecretCounts() {
        #expect(masked(["secret", "key secret"], ["secret", "secretkey"]) == "*** ***")
        #expect(masked(["secretke", "x"], ["secret", "secretkey"]) == "***kex")
    }

    @Test func shortSecretsStay() {
        #expect(masked(["abc abcd"], ["abc"]) == "abc abcd")
        #expect(masked(["anything"], [""]) == "anything")
    }
}
