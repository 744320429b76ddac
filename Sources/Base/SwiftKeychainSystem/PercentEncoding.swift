// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// Bytes as a percent sign and two hexadecimal digits (RFC 3986, section 2.1), in locked memory.
package enum PercentEncoding {
    /// Encodes bytes, except ASCII letters and digits.
    ///
    /// - Parameters:
    ///   - kept: further characters that stay; the others of RFC 3986, section 2.3, are the standard.
    ///   - plus: whether a space becomes a plus sign, as in forms.
    package static func encode(
        _ secret: SecretBytes, keeping kept: String = "-._~", isUppercase: Bool = true,
        plus: Bool = false
    ) -> SecretBytes {
        SecretBytes { put in
            secret.withBytes { bytes in
                for (index, byte) in bytes.enumerated() {
                    let scalar = Unicode.Scalar(byte)
                    let isKept =
                        scalar.isASCII
                        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                    if isKept || kept.utf8.contains(byte) {
                        put(byte)
                    } else if plus, byte == UInt8(ascii: " ") {
                        put(UInt8(ascii: "+"))
                    } else {
                        put(UInt8(ascii: "%"))
                        Hexadecimal.encode(
                            UnsafeRawBufferPointer(rebasing: bytes[index...index]),
                            uppercase: isUppercase, put)
                    }
                }
            }
        }
    }

    /// Returns the bytes that a text stands for; nil for a percent sign without two digits.
    package static func decode(_ text: some Collection<UInt8>) -> SecretBytes? {
        let plain = SecretBuffer(capacity: text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                _ = plain.append(byte)
                continue
            }
            guard let decoded = Hexadecimal.bytes(rest.prefix(2)), decoded.count == 1 else {
                return nil
            }
            _ = plain.append(decoded[0])
            rest = rest.dropFirst(2)
        }
        return plain.secret
    }
}
