// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The 32 bytes of `keychain.lock`.
///
///     0   8  magic "kcstore1"
///     8   8  generation: it changes when the database file is replaced
///     16  8  1 while a call waits for the exclusive lock, else 0
///     24  8  zero
///
/// Numbers are little-endian. Only running processes use the file, so it isn't synchronized.
struct LockRecord: Equatable {
    static let byteCount = 32
    private static let magic: UInt64 = 0x3165_726f_7473_636b

    var generation: UInt64
    var exclusiveIsWanted: Bool

    init(generation: UInt64, exclusiveIsWanted: Bool) {
        self.generation = generation
        self.exclusiveIsWanted = exclusiveIsWanted
    }

    /// Reads the record; nil when the file has none because it is new or not ours.
    init?(reading file: LockFile) throws(KeychainError) {
        guard let descriptor = file.descriptor else { return nil }
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let count = try translating {
            try withUnsafeMutableBytes(of: &words) { (buffer) throws(SystemError) in
                try System.read(descriptor, file.path, at: 0, into: buffer)
            }
        }
        guard count == Self.byteCount, UInt64(littleEndian: words.0) == Self.magic else {
            return nil
        }
        generation = UInt64(littleEndian: words.1)
        exclusiveIsWanted = words.2 != 0
    }

    /// Returns whether a lock file with these bytes is one of ours.
    static func isRecord(_ bytes: [UInt8]) -> Bool {
        bytes.count == byteCount && bytes.starts(with: "kcstore1".utf8)
    }

    /// Writes the 32 bytes: the magic, the generation, the mark, and zero, each in 8 bytes, lowest first.
    func write(to file: LockFile) throws(KeychainError) {
        guard let descriptor = file.descriptor else { return }
        let words = [Self.magic, generation, exclusiveIsWanted ? 1 : 0, 0]
        let bytes = words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
        try translating {
            try System.write(descriptor, file.path, at: 0, bytes)
        }
    }
}
