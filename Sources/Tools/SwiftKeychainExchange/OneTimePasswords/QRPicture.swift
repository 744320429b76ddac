// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A picture with a QR code, which `zbarimg` reads.
package struct QRPicture {
    private let path: String

    package init(_ path: String) { self.path = path }

    /// Takes a word of the user for a path if it is neither base32 nor an address: those have no dot or slash before a
    /// colon. Returns nil for them.
    package init?(named word: SecretBytes) {
        let path = word.withBytes { bytes -> String? in
            let start = bytes.prefix { $0 != UInt8(ascii: ":") }
            let isPath = start.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
            return isPath && !bytes.contains(part: "secret=".utf8)
                ? String(decoding: bytes, as: UTF8.self) : nil
        }
        guard let path else { return nil }
        self.path = path
    }

    /// The text of a code is at most 4 296 characters (ISO/IEC 18004); a picture may have several.
    private static let longest = 64 << 10

    /// Reads the first `otpauth:` address in the codes of the picture.
    ///
    /// - Throws: a fault if `zbarimg` isn't installed, and for a picture without such a code.
    package func seed() throws(ExchangeFault) -> SecretBytes {
        guard System.exists(path, for: R_OK) else {
            throw ExchangeFault("\(path): there is no such file, or it can't be read")
        }
        guard let program = ChildProcess.path(of: "zbarimg") else {
            throw ExchangeFault("zbarimg isn't installed, which reads QR codes (zbar-tools)")
        }
        let words = [program, "--quiet", "--raw", path.asOperand]
        guard let child = ChildProcess(words, piped: 1, silenced: [2]) else {
            throw ExchangeFault("zbarimg can't be started")
        }
        guard let text = child.output(upTo: Self.longest) else {
            throw ExchangeFault("\(path): no QR code was found in the picture")
        }
        return try text.withBytes { (bytes) throws(ExchangeFault) in
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            guard let line = lines.first(where: { $0.starts(with: SeedAddress.scheme) }) else {
                throw ExchangeFault("\(path): the QR code isn't an otpauth address")
            }
            return SecretBytes(copying: line)
        }
    }
}
