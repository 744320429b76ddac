// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// A file that is recognised and can't be read, with the way to one that can.
enum UnreadableFile {
    private static let protonPass =
        " of Proton Pass; export again as CSV: Settings > Export > CSV"

    /// Returns what to do with the file that begins with `bytes`; nil if it is none of these.
    static func rule(_ bytes: UnsafeRawBufferPointer) -> String? {
        if bytes.starts(with: Keychain.archiveMagic) {
            return "an archive of this program; restore it with security keychain-import"
        }
        if KDBXFile.recogniseOlder(bytes) {
            return
                "a database of KeePass 1; open it in KeePassXC (Database > Import), and import the saved .kdbx file"
        }
        if ZipFile.isProtonPass(bytes) { return "an archive" + protonPass }
        if bytes.starts(with: "-----BEGIN PGP MESSAGE-----".utf8) {
            return "encrypted with PGP; decrypt it with gpg --decrypt, "
                + "or export a file without encryption"
        }
        if let fault = CSVReader.encodingFault(bytes) { return fault }
        guard let outline = JSONOutline(bytes) else { return nil }
        if outline.has("userId"), outline.has("vaults") { return "JSON" + protonPass }
        if BitwardenDocument.recogniseEncrypted(outline) {
            return "an encrypted export of Bitwarden; export again with the format .json: "
                + "Tools > Export vault, or bw export --format json"
        }
        if AegisDocument.recogniseEncrypted(outline) {
            return "an encrypted vault of Aegis; export again without \"Encrypt the vault\": "
                + "Settings > Import & Export > Export"
        }
        if outline.has("nextId"), outline.has("logins") {
            return "encrypted by Firefox; export CSV on its page about:logins: Export Passwords"
        }
        return nil
    }
}
