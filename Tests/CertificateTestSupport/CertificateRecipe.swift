// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Says what a certificate shall look like that the openssl command makes.
package struct CertificateRecipe: Sendable {
    /// Holds the arguments of `openssl genpkey`.
    package var key = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
    /// Holds the subject as `-subj` takes it.
    package var subject = "/CN=Example"
    /// Holds the types of strings that names may have, as `string_mask` takes it.
    package var strings = "utf8only"
    /// Holds the serial number as `-set_serial` takes it.
    package var serial = "1"
    /// Holds the extensions, one a line.
    package var extensions = "basicConstraints=critical,CA:true"
    /// Holds the times as `openssl ca` takes them; nil: ten days from now.
    package var dates: (String, String)?

    package init(_ change: (inout Self) -> Void = { _ in }) { change(&self) }

    /// Makes a certificate that is signed with its own key, and gives its DER.
    package func make() throws -> [UInt8] { try makePair().certificate }

    /// Makes such a certificate, and gives its DER and that of its key: PKCS#8, not encrypted.
    package func makePair() throws -> (certificate: [UInt8], key: [UInt8]) {
        let folder = try TemporaryFolder()
        try folder.write("config", configuration(folder))
        try folder.write("index", "")
        try folder.write("serial", "01\n")
        try OpenSSL.run(["genpkey"] + key + ["-out", folder.path("key")])
        try OpenSSL.run([
            "req", "-new", "-config", folder.path("config"), "-key", folder.path("key"), "-utf8",
            "-subj", subject, "-multivalue-rdn", "-out", folder.path("request"),
        ])
        // `ca` takes any dates, `req` any name and serial number.
        if let dates {
            try OpenSSL.run([
                "ca", "-batch", "-selfsign", "-notext", "-config", folder.path("config"), "-in",
                folder.path("request"), "-keyfile", folder.path("key"), "-startdate", dates.0,
                "-enddate", dates.1, "-out", folder.path("pem"),
            ])
        } else {
            try OpenSSL.run([
                "req", "-x509", "-config", folder.path("config"), "-key", folder.path("key"),
                "-in", folder.path("request"), "-set_serial", serial, "-days", "10", "-out",
                folder.path("pem"),
            ])
        }
        let certificate = try OpenSSL.run(["x509", "-in", folder.path("pem"), "-outform", "DER"])
        let whole = try OpenSSL.run(["pkey", "-in", folder.path("key"), "-outform", "DER"])
        return ([UInt8](certificate), [UInt8](whole))
    }

    private func configuration(_ folder: TemporaryFolder) -> String {
        """
        [req]
        distinguished_name = name
        string_mask = \(strings)
        utf8 = yes
        prompt = no
        x509_extensions = extensions
        [name]
        [ca]
        default_ca = authority
        [authority]
        database = \(folder.path("index"))
        serial = \(folder.path("serial"))
        new_certs_dir = \(folder.path(""))
        default_md = default
        policy = policy
        preserve = yes
        email_in_dn = yes
        unique_subject = no
        x509_extensions = extensions
        [policy]
        commonName = optional
        [extensions]
        \(extensions)
        """
    }
}
