// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

extension DistinguishedName {
    /// Returns the certificates whose subject has this name, in whatever encoding, case and blanks (RFC 5280, section 7.1):
    /// libcrypto compares the names as it compares those of a chain.
    func subjects(among certificates: [Certificate]) -> [Certificate] {
        _ = ERR_set_mark()
        defer { _ = ERR_pop_to_mark() }
        let type = X509_NAME_it()
        // Read once: a hostile name may be long, and the certificates many.
        let name = CryptoLibrary.read(encoding, type)
        defer { ASN1_item_free(name, type) }
        return certificates.filter {
            let subject = CryptoLibrary.read($0.subject.encoding, type)
            defer { ASN1_item_free(subject, type) }
            return name != nil && subject != nil && X509_NAME_cmp(name, subject) == 0
        }
    }

    /// Returns true if this is the name of a certificate's subject; see ``subjects(among:)``.
    func isSubject(of certificate: Certificate) -> Bool {
        !subjects(among: [certificate]).isEmpty
    }
}
