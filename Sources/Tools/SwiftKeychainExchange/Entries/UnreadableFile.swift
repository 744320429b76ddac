// SPDX-License-Identifier: Apache-2.0

/// A file that is recognised and can't be read, with the way to one that can.
enum UnreadableFile {
    /// Returns what to do with the file that begins with `bytes`; nil if it is none of these.
    static func recognise(_ bytes: UnsafeRawBufferPointer) -> ExchangeFault? {
        rule(bytes).map { ExchangeFault("", $0) }
    }

    private static func rule(_ bytes: UnsafeRawBufferPointer) -> String? {
        // The magic of ArchiveHeader, which a client can't see.
        if bytes.starts(with: [0x89] + Array("KCBK".utf8)) {
            return "an archive of this program; restore it with security keychain-import"
        }
        if KDBXFile.recogniseOlder(bytes) {
            return
                "a database of KeePass 1; open it in KeePassXC (Database > Import), and import the saved .kdbx file"
        }
        return nil
    }
}
