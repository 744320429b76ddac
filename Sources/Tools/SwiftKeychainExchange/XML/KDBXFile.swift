// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem

/// A database of KeePassXC or KeePass 2, which `keepassxc-cli` decrypts.
///
/// The program gets the password through its standard input, and writes the XML document that ``KeePassDocument``
/// reads.
package struct KDBXFile {
    private let path: String

    package init(_ path: String) { self.path = path }

    /// The first bytes of every version of KeePass; the next four identify the version.
    private static let signature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A]

    /// Returns whether a file that begins with `bytes` is such a database.
    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: signature + [0x67, 0xFB, 0x4B, 0xB5])
    }

    /// Returns whether it is a database of KeePass 1, which `keepassxc-cli` doesn't read.
    static func recogniseOlder(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: signature + [0x65, 0xFB, 0x4B, 0xB5])
    }

    /// The fault of a database that `keepassxc-cli` doesn't open. It gives no reason in a form for programs.
    package static let unopened = ExchangeFault(
        "keepassxc-cli can't open it: the password is wrong, or the database needs a key file or a security key"
    )

    /// Reads the entries.
    ///
    /// - Throws: a fault if `keepassxc-cli` isn't installed; ``unopened``.
    package func read(_ password: SecretBytes?) throws(ExchangeFault) -> ExchangeReading {
        guard System.exists(path, for: R_OK) else {
            throw ExchangeFault("there is no such file, or it can't be read")
        }
        guard let program = ChildProcess.path(of: "keepassxc-cli") else {
            throw ExchangeFault(
                "keepassxc-cli isn't installed, which opens the database; or export XML in KeePassXC: Database > Export > XML File"
            )
        }
        let words = [program, "export", "--quiet", "--format", "xml", path.asOperand]
        let line = password.map { SecretBytes(joining: [$0, SecretBytes(text: "\n")]) }
        guard let child = ChildProcess(words, piped: 1, input: line, silenced: [2]) else {
            throw ExchangeFault("keepassxc-cli can't be started")
        }
        guard let text = child.output(upTo: ExchangeFormat.largestFile) else { throw Self.unopened }
        return text.withBytes(KeePassDocument.read)
    }
}

extension ExchangeFault {
    /// Whether another password may help.
    package var mayBeMistyped: Bool { self == .wrongPassword || self == KDBXFile.unopened }
}
