// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The JSON of a question to a cluster (etcd 3.4, api-reference-v3): keys and values are base64, numbers of 64 bits texts.
struct EtcdRequest {
    let bytes: [UInt8]

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// Asks for the pairs whose keys begin with a prefix, without their values.
    static func list(_ prefix: String, most: Int) -> EtcdRequest {
        let end = base64(end(of: prefix))
        return EtcdRequest(
            #"{\#(member(prefix)),"range_end":\#(end),"keys_only":true,"limit":"\#(most)"}"#)
    }

    static func get(_ key: String) -> EtcdRequest { EtcdRequest("{\(member(key))}") }

    static func put(_ key: String, _ value: [UInt8]) -> EtcdRequest {
        EtcdRequest(pair(key, value))
    }

    /// Puts and deletes at once.
    ///
    /// - Parameter revision: the modification revision that a key must have, 0 for one that isn't there. Without it the
    ///   transaction always succeeds.
    static func transaction(
        if revision: (key: String, revision: UInt64)? = nil,
        puts: [(key: String, value: [UInt8])] = [], deletes: [String] = []
    ) -> EtcdRequest {
        var comparison = ""
        if let (key, revision) = revision {
            comparison =
                #"{\#(member(key)),"target":"MOD","result":"EQUAL","mod_revision":"\#(revision)"}"#
        }
        let operations =
            puts.map { #"{"request_put":\#(pair($0.key, $0.value))}"# }
            + deletes.map { #"{"request_delete_range":{\#(member($0))}}"# }
        return EtcdRequest(
            #"{"compare":[\#(comparison)],"success":[\#(operations.joined(separator: ","))]}"#)
    }

    /// Requests a report of each pair that is put from now on, between two keys.
    static func watch(from key: String, to end: String) -> EtcdRequest {
        let range = #"\#(member(key)),"range_end":\#(base64(Array(end.utf8)))"#
        return EtcdRequest(#"{"create_request":{\#(range),"filters":["NODELETE"]}}"#)
    }

    /// Asks for a token. The text is a secret, as the password in it is.
    static func authenticate(_ user: String, _ password: SecretBytes) -> SecretBytes {
        // Each byte of a text may take six: \u001f.
        let text = SecretBuffer(capacity: 64 + 6 * (user.utf8.count + password.count))
        func write(_ words: String) {
            for byte in words.utf8 { _ = text.append(byte) }
        }
        func writeText(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                    write("\\")
                    _ = text.append(byte)
                case 0..<0x20: write("\\u00" + Hexadecimal.text([byte]))
                default: _ = text.append(byte)
                }
            }
        }
        write(#"{"name":""#)
        writeText(user.utf8)
        write(#"","password":""#)
        password.withBytes { writeText($0) }
        write(#""}"#)
        return text.secret
    }

    /// Returns the first key after all that begin with a prefix.
    private static func end(of prefix: String) -> [UInt8] {
        var end = Array(prefix.utf8)
        // No byte of UTF-8 is 0xFF, so the sum fits.
        if let last = end.popLast() { end.append(last + 1) }
        return end
    }

    /// Returns the key as a member of a JSON object, without braces.
    private static func member(_ key: String) -> String { #""key":\#(base64(Array(key.utf8)))"# }

    private static func pair(_ key: String, _ value: [UInt8]) -> String {
        #"{\#(member(key)),"value":\#(base64(value))}"#
    }

    /// Returns bytes as a text of JSON.
    private static func base64(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(Base64.encodedCount(bytes.count))
        bytes.withUnsafeBytes { Base64.encode($0) { digits.append($0) } }
        return "\"\(String(decoding: digits, as: UTF8.self))\""
    }
}
