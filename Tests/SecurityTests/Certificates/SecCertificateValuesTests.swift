// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import Security
import Testing

@Suite struct SecCertificateValuesTests {
    private static func certificate(
        _ change: (inout CertificateRecipe) -> Void
    ) throws -> SecCertificate {
        let der = Data(try CertificateRecipe(change).make())
        return try #require(SecCertificateCreateWithData(nil, der as CFData))
    }

    private typealias Property = [String: Any]

    private static func values(
        _ certificate: SecCertificate, _ keys: [CFString]? = nil
    ) throws -> [String: Property] {
        let found = SecCertificateCopyValues(certificate, keys.map { $0 as CFArray }, nil)
        return try #require(found as? [String: Property])
    }

    /// Writes a property as text: `label: value`, and sections in brackets.
    private static func text(_ property: Property) -> String {
        let label = property[kSecPropertyKeyLabel as String] as? String ?? "?"
        let value = property[kSecPropertyKeyValue as String]
        let shown: String =
            switch property[kSecPropertyKeyType as String] as? String {
            case "section": "[\((value as? [Property] ?? []).map(text).joined(separator: ", "))]"
            case "data": (value as? Data ?? Data()).map { String(format: "%02x", $0) }.joined()
            case "url": (value as? URL)?.absoluteString ?? "?"
            case "string": value as? String ?? "?"
            case "number": "\(value as? NSNumber ?? -1)"
            case "array":
                (value as? [Data] ?? []).map { $0.map { String(format: "%02x", $0) }.joined() }
                    .joined(separator: " ")
            default: "?"
            }
        return "\(label): \(shown)"
    }

    @Test func fields() throws {
        let certificate = SecCertificateCreateWithData(nil, Data(SmallCertificate.der) as CFData)!
        let found = try Self.values(certificate)
        func value(_ key: CFString) -> String? { found[key as String].map(Self.text) }
        #expect(value(kSecOIDX509V1Version) == "Version: 3")
        #expect(value(kSecOIDX509V1SerialNumber) == "Serial Number: 01")
        #expect(value(kSecOIDX509V1SubjectName) == "Subject Name: [2.5.4.3: Example]")
        #expect(value(kSecOIDX509V1IssuerName) == "Issuer Name: [2.5.4.3: Example]")
        #expect(value(kSecOIDX509V1ValidityNotBefore) == "Not Valid Before: 816871350.0")
        #expect(
            value(kSecOIDX509V1SubjectPublicKeyAlgorithm)
                == "Public Key Algorithm: [Algorithm: 1.3.101.112, Parameters: None]")
        #expect(
            value(kSecOIDX509V1SubjectPublicKey)?.hasPrefix("Public Key Data: 0e7ef6926c") == true)
        #expect(
            value(kSecOIDX509V1SignatureAlgorithm)
                == "Signature Algorithm: [Algorithm: 1.3.101.112, Parameters: None]")
        #expect(value(kSecOIDX509V1Signature)?.hasPrefix("Signature: bcd7527e18") == true)
        #expect(
            value(kSecOIDBasicConstraints)
                == "Basic Constraints: [Critical: Yes, Certificate Authority: Yes]")
        #expect(
            value(kSecOIDSubjectKeyIdentifier)
                == "Subject Key Identifier: [Critical: No, "
                + "Key Identifier: 96298b61f5555e6ad7e826502f0f41943551a02c]")
        #expect(
            value(kSecOIDAuthorityKeyIdentifier)
                == "Authority Key Identifier: [Critical: No, "
                + "Key Identifier: 96298b61f5555e6ad7e826502f0f41943551a02c]")
        #expect(value(kSecOIDKeyUsage) == nil)
        let name = found[kSecOIDX509V1SubjectName as String]?[kSecPropertyKeyValue as String]
        let part = try #require((name as? [Property])?.first)
        #expect(part[kSecPropertyKeyLabel as String] as? String == kSecOIDCommonName as String)
        #expect(part[kSecPropertyKeyLocalizedLabel as String] as? String == "Common Name")
    }

    @Test func keysChoose() throws {
        let certificate = SecCertificateCreateWithData(nil, Data(SmallCertificate.der) as CFData)!
        let some = try Self.values(certificate, [kSecOIDX509V1Version, kSecOIDKeyUsage])
        #expect(Array(some.keys) == [kSecOIDX509V1Version as String])
        #expect(try Self.values(certificate, []).isEmpty)
        var error: Unmanaged<CFError>?
        #expect(SecCertificateCopyValues(certificate, [1, 2] as CFArray, &error) == nil)
        #expect(error?.takeRetainedValue().code == Int(errSecParam))
    }

    @Test(arguments: [
        (
            "keyUsage=critical,digitalSignature,keyCertSign", kSecOIDKeyUsage as String,
            "Key Usage: 33"
        ),
        ("keyUsage=keyAgreement,decipherOnly", "2.5.29.15", "Key Usage: 272"),
        (
            "extendedKeyUsage=serverAuth,1.2.3", "2.5.29.37",
            "Extended Key Usage: 2b06010505070301 2a03"
        ),
        (
            "basicConstraints=CA:true,pathlen:3", "2.5.29.19",
            "Basic Constraints: [Critical: No, Certificate Authority: Yes, Path Length Constraint: 3]"
        ),
        (
            "basicConstraints=critical,CA:false", "2.5.29.19",
            "Basic Constraints: [Critical: Yes, Certificate Authority: No]"
        ),
        (
            "subjectAltName=DNS:*.example.org,email:a@b.c,URI:https://d.e/f,IP:192.0.2.1,"
                + "IP:2001:db8::1,RID:1.2.3,otherName:1.2.4;UTF8:x", "2.5.29.17",
            "Subject Alternative Name: [Critical: No, DNS Name: *.example.org, Email Address: a@b.c, "
                + "URI: https://d.e/f, IP Address: 192.0.2.1, IP Address: 2001:db8::1, "
                + "Registered ID: 1.2.3, Other Name: [1.2.4: 0c0178]]"
        ),
        (
            "crlDistributionPoints=URI:http://a.b/c,URI:http://a.b/d", "2.5.29.31",
            "CRL Distribution Points: [Critical: No, Distribution Point: [URI: http://a.b/c], "
                + "Distribution Point: [URI: http://a.b/d]]"
        ),
        (
            "authorityInfoAccess=OCSP;URI:http://o.c/s,caIssuers;URI:http://c.a/",
            "1.3.6.1.5.5.7.1.1",
            "Certificate Authority Information Access: [Critical: No, "
                + "Access Method #1: 1.3.6.1.5.5.7.48.1, URI: http://o.c/s, "
                + "Access Method #2: 1.3.6.1.5.5.7.48.2, URI: http://c.a/]"
        ),
        (
            "certificatePolicies=1.2.3,2.5.29.32.0", "2.5.29.32",
            "Certificate Policies: [Critical: No, Policy Identifier #1: [Policy Identifier: 1.2.3], "
                + "Policy Identifier #2: [Policy Identifier: 2.5.29.32.0]]"
        ),
        (
            "nameConstraints=critical,permitted;DNS:.example.org,excluded;IP:10.0.0.0/255.0.0.0",
            "2.5.29.30",
            "Name Constraints: [Critical: Yes, Permitted Subtrees: [DNS Name: .example.org], "
                + "Excluded Subtrees: [IP Address: 10.0.0.0/255.0.0.0]]"
        ),
        (
            "policyConstraints=requireExplicitPolicy:3,inhibitPolicyMapping:1", "2.5.29.36",
            "Policy Constraints: [Critical: No, Require Explicit Policy: 3, Inhibit Policy Mapping: 1]"
        ),
        (
            "policyMappings=1.2.3:1.2.4", "2.5.29.33",
            "Policy Mappings: [Critical: No, Issuer Domain Policy: 1.2.3, Subject Domain Policy: 1.2.4]"
        ),
        (
            "inhibitAnyPolicy=2", "2.5.29.54",
            "Inhibit Any Policy: [Critical: No, Skip Certificates: 2]"
        ),
        (
            "nsCertType=client,sslCA", "2.16.840.1.113730.1.1",
            "Netscape Certificate Type: [Critical: No, Usage: SSL client, SSL CA]"
        ),
        ("1.2.3.4=critical,DER:0102", "1.2.3.4", "1.2.3.4: [Critical: Yes, Unparsed Data: 0102]"),
        // Known, but not what it should be.
        ("2.5.29.15=DER:0500", "2.5.29.15", "Key Usage: [Critical: No, Unparsed Data: 0500]"),
        (
            "2.5.29.19=DER:3003020101ff", "2.5.29.19",
            "Basic Constraints: [Critical: No, Unparsed Data: 3003020101ff]"
        ),
    ])
    func extensions(_ line: String, _ key: String, _ text: String) throws {
        let certificate = try Self.certificate { $0.extensions = line }
        let found = try Self.values(certificate, [key as CFString])
        #expect(found[key].map(Self.text) == text)
    }

    @Test func authorityKeyIdentifier() throws {
        let certificate = try Self.certificate {
            $0.serial = "0x1234"
            $0.extensions = "authorityKeyIdentifier=issuer:always"
        }
        let found = try Self.values(certificate, [kSecOIDAuthorityKeyIdentifier])
        #expect(
            found[kSecOIDAuthorityKeyIdentifier as String].map(Self.text)
                == "Authority Key Identifier: [Critical: No, "
                + "Directory Name: [2.5.4.3: Example], Serial Number: 12 34]")
    }
}
