import SwiftKeychain
import SwiftKeychainModel

/// Reads certificates that a command is told to use.
enum CertificateFile {
    /// Gives the certificates of a file, in PEM or DER: at least one.
    static func certificates(_ path: [UInt8]) throws(CommandFailure) -> [Certificate] {
        let bytes = try StandardInput.file(path)
        return try attempting(BufferFormat.escaped(path)) { () throws(KeychainError) in
            let file = try bytes.withBytes { (bytes) throws(KeychainError) in
                try callPKI(ImportedFile.read(bytes))
            }
            let certificates = file.items.compactMap(\.certificate)
            guard !certificates.isEmpty else {
                throw KeychainError(.parameter, "file: no certificate in it")
            }
            return certificates
        }
    }

    /// Gives the certificate of the only file that is named, which holds no other.
    static func only(_ words: [[UInt8]]) throws(CommandFailure) -> Certificate {
        guard let path = words.first else { throw .usage("no certificate is named") }
        guard words.count == 1 else { throw .usage("more than one certificate") }
        let certificates = try certificates(path)
        guard certificates.count == 1 else {
            throw .said("\(BufferFormat.escaped(path)): more than one certificate in it")
        }
        return certificates[0]
    }
}
