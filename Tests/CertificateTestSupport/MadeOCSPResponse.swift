// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI

/// Describes an answer about revocation (RFC 6960) that is put together octet by octet.
package struct MadeOCSPResponse: Sendable {
    package enum Status: Sendable { case good, revoked(String, reason: UInt8?), unknown }

    package var status = Status.good
    package var thisUpdate = "20260601000000Z"
    package var nextUpdate: String? = "20260608000000Z"
    /// Signs the answer in the issuer's place.
    package var responder: CertificateSketch.Signed?
    package var algorithm = MadeSignature.sha256
    package var isSignatureWrong = false
    package var namesResponderByKey = false
    /// Holds another encoding of the signer's name.
    package var responderName: [UInt8]?
    /// Holds another encoding of the name of the certificate's issuer.
    package var issuerName: [UInt8]?
    /// Come with the answer besides that of the responder.
    package var others: [Certificate] = []
    /// Counts how often the answer is given.
    package var answerCount = 1

    package init(_ status: Status = .good) { self.status = status }

    package func signed(
        about certificate: Certificate, issuer: CertificateSketch.Signed
    ) throws -> [UInt8] {
        let signer = responder ?? issuer
        let responderName =
            namesResponderByKey
            ? DER.element(
                .constructed(2),
                DER.element(
                    .octetString, HashFunction.sha1.digest(signer.certificate.publicKey.key)))
            : DER.element(
                .constructed(1), responderName ?? signer.certificate.subject.encoding)
        let answer = answer(about: certificate, issuer.certificate)
        let answers = Array(repeatElement(answer, count: answerCount).joined())
        let data = DER.element(
            .sequence,
            responderName + Self.time(thisUpdate) + DER.element(.sequence, answers))
        let key = signer.made.key
        let signature = try algorithm.sign(data + (isSignatureWrong ? [0] : []), key)
        let sent = (responder.map { [$0.certificate] } ?? []) + others
        let certificates =
            sent.isEmpty
            ? [] : DER.element(.constructed(0), DER.element(.sequence, sent.flatMap(\.der)))
        let basic = DER.element(
            .sequence,
            data + algorithm.identifier(key)
                + DER.element(.bitString, [0] + signature) + certificates)
        let bytes = DER.element(
            .sequence,
            DER.element(
                .objectIdentifier, OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 1).octets)
                + DER.element(.octetString, basic))
        return DER.element(
            .sequence, [0x0A, 1, 0] + DER.element(.constructed(0), bytes))
    }

    private func answer(about certificate: Certificate, _ issuer: Certificate) -> [UInt8] {
        let sha1 = DER.element(
            .sequence,
            DER.element(.objectIdentifier, OID(1, 3, 14, 3, 2, 26).octets) + [5, 0])
        let name = DER.element(
            .sequence,
            sha1
                + DER.element(
                    .octetString, HashFunction.sha1.digest(issuerName ?? issuer.subject.encoding))
                + DER.element(
                    .octetString, HashFunction.sha1.digest(issuer.publicKey.key))
                + DER.element(.integer, certificate.serialNumber))
        let status: [UInt8] =
            switch status {
            case .good: [0x80, 0]
            case .unknown: [0x82, 0]
            case .revoked(let since, let reason):
                DER.element(
                    .constructed(1),
                    Self.time(since)
                        + (reason.map {
                            DER.element(.constructed(0), [0x0A, 1, $0])
                        } ?? []))
            }
        let until = nextUpdate.map { DER.element(.constructed(0), Self.time($0)) } ?? []
        return DER.element(.sequence, name + status + Self.time(thisUpdate) + until)
    }

    private static func time(_ text: String) -> [UInt8] {
        DER.element(.generalizedTime, Array(text.utf8))
    }
}
