import CKeychainCrypto

/// Asks libcrypto whether it, too, takes bytes for a certificate.
///
/// What reads a certificate here and what will verify it there must not disagree on what one is.
enum LibraryOpinion {
    /// Refuses, with `malformed`, what libcrypto does not read as one certificate and nothing
    /// more.
    static func check(_ der: [UInt8]) throws(PKIError) {
        guard let empty = X509_new_ex(CryptoLibrary.context, nil) else {
            throw .crypto(.noMemory, "certificate")
        }
        // A key of an unknown kind leaves errors behind although the certificate is read.
        ERR_set_mark()
        let count = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            var room: OpaquePointer? = empty
            // Not d2i_X509, which also refuses a certificate for the values of its extensions. On
            // failure what `room` holds is freed, and it becomes nil.
            guard ASN1_item_d2i(&room, &position, buffer.count, X509_it()) != nil else { return -1 }
            X509_free(room)
            return position! - buffer.baseAddress!
        }
        ERR_pop_to_mark()
        guard count == der.count else {
            throw PKIError(.malformed, "certificate: libcrypto does not read it")
        }
    }
}
