import KeychainIdentities
import KeychainModel

/// Reads certificates that a command is told to use.
enum CertificateFile {
    /// Gives the certificates of a file, in PEM or DER: at least one.
    static func certificates(_ path: [UInt8]) throws(CommandFailure) -> [Certificate] {
        let bytes = try StandardInput.file(path)
        return try calling(BufferFormat.escaped(path)) { () throws(KeychainError) in
            let file = try bytes.withBytes { (bytes) throws(KeychainError) in
                try ImportedFile.read(bytes)
            }
            let certificates = file.items.compactMap(\.certificate)
            guard !certificates.isEmpty else {
                throw KeychainError(.parameter, "file: no certificate in it")
            }
            return certificates
        }
    }
}
