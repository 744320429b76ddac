import SwiftKeychainPKI

/// Describes an answer about revocation (RFC 6960) that is put together octet by octet.
package struct MadeOCSPResponse: Sendable {
    package enum Status: Sendable { case good, revoked(String, reason: UInt8?), unknown }

    package var status = Status.good
    package var thisUpdate = "20260601000000Z"
    package var nextUpdate: String? = "20260608000000Z"
    /// Signs the answer in the issuer's place.
    package var responder: CertificateSketch.Signed?
    package var isSignatureWrong = false
    package var namesResponderByKey = false

    package init(_ status: Status = .good) { self.status = status }

    package func signed(
        about certificate: Certificate, issuer: CertificateSketch.Signed
    ) throws -> [UInt8] {
        let signer = responder ?? issuer
        let responderName =
            namesResponderByKey
            ? DEREncoding.element(
                .constructed(2),
                DEREncoding.element(
                    .octetString, HashFunction.sha1.digest(signer.certificate.publicKey.key)))
            : DEREncoding.element(.constructed(1), signer.certificate.subject.encoding)
        let data = DEREncoding.element(
            .sequence,
            responderName + Self.time(thisUpdate)
                + DEREncoding.element(
                    .sequence, answer(about: certificate, issuer.certificate)))
        let key = signer.made.key
        let signature = try MadeSignature.sha256.sign(data + (isSignatureWrong ? [0] : []), key)
        let certificates =
            responder.map {
                DEREncoding.element(
                    .constructed(0), DEREncoding.element(.sequence, $0.certificate.der))
            } ?? []
        let basic = DEREncoding.element(
            .sequence,
            data + MadeSignature.sha256.identifier(key)
                + DEREncoding.element(.bitString, [0] + signature) + certificates)
        let bytes = DEREncoding.element(
            .sequence,
            DEREncoding.element(
                .objectIdentifier, OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 1).octets)
                + DEREncoding.element(.octetString, basic))
        return DEREncoding.element(
            .sequence, [0x0A, 1, 0] + DEREncoding.element(.constructed(0), bytes))
    }

    private func answer(about certificate: Certificate, _ issuer: Certificate) -> [UInt8] {
        let sha1 = DEREncoding.element(
            .sequence,
            DEREncoding.element(.objectIdentifier, OID(1, 3, 14, 3, 2, 26).octets) + [5, 0])
        let name = DEREncoding.element(
            .sequence,
            sha1
                + DEREncoding.element(
                    .octetString, HashFunction.sha1.digest(issuer.subject.encoding))
                + DEREncoding.element(
                    .octetString, HashFunction.sha1.digest(issuer.publicKey.key))
                + DEREncoding.element(.integer, certificate.serialNumber))
        let status: [UInt8] =
            switch status {
            case .good: [0x80, 0]
            case .unknown: [0x82, 0]
            case .revoked(let since, let reason):
                DEREncoding.element(
                    .constructed(1),
                    Self.time(since)
                        + (reason.map {
                            DEREncoding.element(.constructed(0), [0x0A, 1, $0])
                        } ?? []))
            }
        let until = nextUpdate.map { DEREncoding.element(.constructed(0), Self.time($0)) } ?? []
        return DEREncoding.element(.sequence, name + status + Self.time(thisUpdate) + until)
    }

    private static func time(_ text: String) -> [UInt8] {
        DEREncoding.element(.generalizedTime, Array(text.utf8))
    }
}
