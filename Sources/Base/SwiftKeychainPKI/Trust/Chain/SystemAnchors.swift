// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// The certificates of the system's bundle, which are trusted unless a caller says otherwise.
///
/// They are read once, by the first evaluation that needs them. No environment variable moves the
/// bundle, and where there is none nothing is trusted.
package struct SystemAnchors: @unchecked Sendable {
    package static let shared = SystemAnchors(path: SystemBundle.find())

    /// False if the system has no bundle.
    package let hasBundle: Bool
    /// libcrypto's certificates by the hash of the subject. They live as long as the process; a
    /// ``Certificate`` is made when a chain needs it.
    private let handles: [UInt: [OpaquePointer]]

    /// Reads certificates in PEM and skips everything else.
    init(path: String?) {
        hasBundle = path != nil
        var found: [UInt: [OpaquePointer]] = [:]
        _ = ERR_set_mark()
        if let path, let file = BIO_new_file(path, "r") {
            while true {
                // An error other than the end of the file is that of one block: the next is read.
                if let next = Self.next(file) {
                    let subject = ChainCertificate.hash(X509_get_subject_name(next))
                    found[subject, default: []].append(next)
                } else if keychain_is_end_of_pem(ERR_peek_last_error()) {
                    break
                }
            }
            _ = BIO_free(file)
        }
        // The end of the file is an error to libcrypto, and so is each block that was skipped.
        _ = ERR_pop_to_mark()
        handles = found
    }

    /// Reads the next certificate of the bundle; nil at its end.
    private static func next(_ file: OpaquePointer) -> OpaquePointer? {
        var room = X509_new_ex(CryptoLibrary.context, nil)
        guard PEM_read_bio_X509(file, &room, nil, nil) != nil else {
            // Still there where no block was found; a block that was read in part has freed it.
            X509_free(room)
            return nil
        }
        return room
    }

    /// All anchors, ordered by their DER.
    package var certificates: [Certificate] {
        handles.keys.flatMap(anchors(subject:)).map(\.certificate)
            .sorted { $0.der.lexicographicallyPrecedes($1.der) }
    }

    /// Returns the anchors whose subject has this number.
    func anchors(subject: UInt) -> [ChainCertificate] {
        (handles[subject] ?? []).compactMap { handle in
            Self.der(handle).flatMap { try? Certificate(der: $0) }
                .flatMap { try? ChainCertificate($0) }
        }
    }

    /// Encodes a certificate that libcrypto read.
    private static func der(_ handle: OpaquePointer) -> [UInt8]? {
        var pointer: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(handle, &pointer)
        guard count > 0, let pointer else { return nil }
        defer { CRYPTO_free(pointer, nil, 0) }
        return Array(UnsafeBufferPointer(start: pointer, count: Int(count)))
    }
}
