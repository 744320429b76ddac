// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem
import Testing

@Suite struct JSONValueTests {
    private func read(_ text: String) throws -> JSONValue {
        try JSONValue(SecretBytes(copying: text.utf8))
    }

    private func string(_ text: String) -> JSONValue { .string(SecretBytes(copying: text.utf8)) }

    @Test func everyKindOfValue() throws {
        let text = #" {"a": [null, true, false, -12, 0, 1.5e2, "x"], "": {} , "b":[]} "#
        let expected: JSONValue = .object([
            "a": .array([
                .null, .boolean(true), .boolean(false), .integer(-12), .integer(0), .real(150),
                string("x"),
            ]), "": .object([:]), "b": .array([]),
        ])
        #expect(try read(text) == expected)
    }

    @Test func escapes() throws {
        #expect(
            try read(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é\u0000""#)
                == string("\"\\/\u{8}\u{c}\n\r\té😀é\0"))
    }

    @Test(
        arguments: [
            ("", "a value"), ("{", "a name"), ("{\"a\"}", "':'"), ("[1 2]", "']'"),
            ("[1,]", "a value"),
            ("{\"a\":1 \"b\"", "'}'"), ("tru", "a value"), ("01", "a value"), ("1.", "a value"),
            ("0x10", "a value"), ("+1", "a value"), ("NaN", "a value"), ("\"a", "closing quote"),
            ("\"a\\", "closing quote"), ("\"\\x\"", "escape"), ("\"\\u12\"", "escape"),
            ("\"\\ud800\"", "escape"), ("\"\\ud800\\u0041\"", "escape"),
            ("\"a\nb\"", "control character"), ("1 1", "follows"),
            ("{\"a\":1,\"a\":2}", "repeated"),
            (String(repeating: "[", count: 40) + String(repeating: "]", count: 40), "too deep"),
        ])
    func malformed(text: String, rule: String) {
        #expect {
            try read(text)
        } throws: {
            ($0 as? JSONValue.Malformed)?.detail.contains(rule) == true
        }
    }

    @Test func bytesThatAreNotText() {
        #expect(throws: JSONValue.Malformed.self) {
            try JSONValue(SecretBytes(copying: [0x22, 0xff, 0x22]))
        }
    }

    @Test func theLineOfTheFaultIsNamed() {
        #expect {
            try read("{\n\n\"a\": x}")
        } throws: {
            ($0 as? JSONValue.Malformed)?.detail.hasPrefix("line 3:") == true
        }
    }

    /// Whatever stands in place of a byte, and wherever the text ends, it is read or refused.
    @Test func everyChangeOfAByte() {
        let text = Array(#"{"a":[null,true,-1.5e2,"\ud83d\ude00é\n"],"b":{"c":0}}"#.utf8)
        var accepted = 0
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[place] = byte
                if (try? JSONValue(SecretBytes(copying: changed))) != nil { accepted += 1 }
            }
            #expect(throws: JSONValue.Malformed.self) {
                try JSONValue(SecretBytes(copying: text[..<place]))
            }
        }
        #expect(accepted > text.count)
    }
}
