// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The JSON of a question to a cluster (etcd 3.4, api-reference-v3): keys and values are base64, numbers of 64 bits texts.
struct EtcdRequest {
    private(set) var bytes: [UInt8] = []

    /// Asks for the pairs whose keys begin with a prefix, without their values.
    static func list(_ prefix: String, most: Int) -> EtcdRequest {
        var request = EtcdRequest()
        request.write("{")
        request.write(key: prefix)
        request.write(",\"range_end\":", end(of: prefix))
        request.write(",\"keys_only\":true,\"limit\":\"\(most)\"}")
        return request
    }

    static func get(_ key: String) -> EtcdRequest {
        var request = EtcdRequest()
        request.write("{")
        request.write(key: key)
        request.write("}")
        return request
    }

    static func put(_ key: String, _ value: [UInt8]) -> EtcdRequest {
        var request = EtcdRequest()
        request.writePut(key, value)
        return request
    }

    /// Puts and deletes at once.
    ///
    /// - Parameter revision: the modification revision that a key must have, 0 for one that isn't there.
    static func transaction(
        if revision: (key: String, revision: UInt64)? = nil,
        puts: [(key: String, value: [UInt8])] = [], deletes: [String] = []
    ) -> EtcdRequest {
        var request = EtcdRequest()
        request.write("{\"compare\":[")
        if let revision {
            request.write("{")
            request.write(key: revision.key)
            request.write(
                ",\"target\":\"MOD\",\"result\":\"EQUAL\",\"mod_revision\":\"\(revision.revision)\"}"
            )
        }
        request.write("],\"success\":[")
        for (index, put) in puts.enumerated() {
            request.write(index == 0 ? "{\"request_put\":" : ",{\"request_put\":")
            request.writePut(put.key, put.value)
            request.write("}")
        }
        for (index, key) in deletes.enumerated() {
            request.write(index == 0 && puts.isEmpty ? "" : ",")
            request.write("{\"request_delete_range\":{")
            request.write(key: key)
            request.write("}}")
        }
        request.write("]}")
        return request
    }

    /// Asks to be told of each pair that is put from now on, between two keys.
    static func watch(from key: String, to end: String) -> EtcdRequest {
        var request = EtcdRequest()
        request.write("{\"create_request\":{")
        request.write(key: key)
        request.write(",\"range_end\":", Array(end.utf8))
        request.write(",\"filters\":[\"NODELETE\"]}}")
        return request
    }

    /// Asks for a token. The text is a secret, as the password in it is.
    static func authenticate(_ user: String, _ password: SecretBytes) -> SecretBytes {
        let start = Array("{\"name\":\(quoted(user)),\"password\":\"".utf8)
        // Each byte may take six: \u001f.
        let text = SecretBuffer(capacity: start.count + 6 * password.count + 2)
        for byte in start { _ = text.append(byte) }
        password.withBytes { password in
            for byte in password {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                    _ = text.append(UInt8(ascii: "\\"))
                    _ = text.append(byte)
                case 0..<0x20:
                    for digit in "\\u00".utf8 { _ = text.append(digit) }
                    for digit in Hexadecimal.text([byte]).utf8 { _ = text.append(digit) }
                default: _ = text.append(byte)
                }
            }
        }
        for byte in "\"}".utf8 { _ = text.append(byte) }
        return text.secret
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\0"..<" ": quoted += "\\u00" + Hexadecimal.text([UInt8(scalar.value)])
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// The first key after all that begin with a prefix.
    private static func end(of prefix: String) -> [UInt8] {
        var end = Array(prefix.utf8)
        if let last = end.popLast() { end.append(last + 1) }
        return end
    }

    private mutating func write(_ text: String) { bytes += text.utf8 }

    private mutating func write(key: String) { write("\"key\":", Array(key.utf8)) }

    private mutating func writePut(_ key: String, _ value: [UInt8]) {
        write("{")
        write(key: key)
        write(",\"value\":", value)
        write("}")
    }

    private mutating func write(_ name: String, _ value: [UInt8]) {
        write(name)
        write("\"")
        value.withUnsafeBytes { Base64.encode($0) { bytes.append($0) } }
        write("\"")
    }
}
