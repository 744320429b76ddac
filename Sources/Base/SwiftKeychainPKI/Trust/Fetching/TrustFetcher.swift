// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// What one evaluation fetches: certificates of issuers, OCSP responses and revocation lists.
///
/// The certificates choose the addresses, so that everything is limited: the number of requests, the
/// time of each and of all, and the sizes. Each address is asked once.
///
/// An address that fails isn't an error of the evaluation: it is noted (``failures``), and the evaluation goes on
/// without it. A hostile chain can make at most 12 requests, each of which takes at most 10 seconds, and 30 seconds
/// together.
final class TrustFetcher {
    private static let mostRequests = 12
    private static let millisecondsForOne = 10_000
    private static let millisecondsForAll = 30_000
    private static let mostListBytes = 16 << 20
    /// The addresses that are asked for one certificate and purpose.
    private static let mostAddresses = 2

    private let end = ContinuousClock.now + .milliseconds(millisecondsForAll)
    private var requests = 0
    private var certificates: [String: [Certificate]] = [:]
    /// By the DER of the certificate. A nil inside means that fetching failed, and isn't tried again.
    private var responses: [[UInt8]: (url: String, response: OCSPResponse)?] = [:]
    private var lists: [String: RevocationList?] = [:]
    /// What couldn't be fetched or read, or doesn't count, in sentences.
    private(set) var failures: [String] = []

    /// Fetches the certificates of the issuer from where a certificate says they are (RFC 5280, section
    /// 4.2.2.1).
    func issuers(of certificate: Certificate) -> [Certificate] {
        var found: [Certificate] = []
        for url in addresses(certificate, AccessMethod.issuers) {
            if certificates[url] == nil {
                certificates[url] =
                    fetch(url, PKILimits.certificateBytes, Self.certificates) ?? []
            }
            found += certificates[url] ?? []
        }
        return found
    }

    /// Reads a certificate, or a bundle of several.
    private static func certificates(in bytes: [UInt8]) throws(PKIError) -> [Certificate] {
        if let one = try? Certificate(der: bytes) { return [one] }
        return try bytes.lending(CertificateBundle.read)
    }

    /// Asks the responders of a certificate about it (RFC 6960, appendix A).
    func response(
        about certificate: Certificate, _ issuer: Certificate
    ) -> (url: String, response: OCSPResponse)? {
        if let known = responses[certificate.der] { return known }
        let question = OCSPRequest.write(certificate, issuer: issuer)
        var found: (url: String, response: OCSPResponse)?
        for url in addresses(certificate, AccessMethod.responder) where found == nil {
            found = fetch(
                url, OCSPResponse.mostBytes, body: (question, "application/ocsp-request"),
                OCSPResponse.init(der:)
            ).map { (url, $0) }
        }
        responses[certificate.der] = .some(found)
        return found
    }

    /// Fetches the revocation lists of a certificate.
    func lists(for certificate: Certificate) -> [(url: String, list: RevocationList)] {
        let all = certificate.decode(ExtensionType.distributionPoints, DistributionPoints.init)
        // Lists for some reasons only, and of other issuers, aren't supported.
        let plain = (all?.points ?? []).filter { $0.reasons == nil && $0.issuer.isEmpty }
        return Self.web(plain.flatMap(\.names)).compactMap { url in
            if let known = lists[url] { return known.map { (url, $0) } }
            let list = fetch(url, Self.mostListBytes, RevocationList.init(der:))
            lists[url] = .some(list)
            return list.map { (url, $0) }
        }
    }

    private enum AccessMethod {
        static let responder = OID(1, 3, 6, 1, 5, 5, 7, 48, 1)
        static let issuers = OID(1, 3, 6, 1, 5, 5, 7, 48, 2)
    }

    /// Returns the web addresses of a certificate for a method: OCSP, or the issuer's certificate (RFC 5280, section 4.2.2.1).
    private func addresses(_ certificate: Certificate, _ method: OID) -> [String] {
        let access = certificate.decode(
            ExtensionType.authorityInformationAccess, InformationAccess.init)
        let places = (access?.descriptions ?? []).filter { $0.method == method }
        return Self.web(places.map(\.location))
    }

    /// Keeps the first addresses of HTTP and HTTPS.
    private static func web(_ names: [GeneralName]) -> [String] {
        let all = names.compactMap { name -> String? in
            guard case .uri(let text) = name, text.utf8.allSatisfy({ $0 < 0x80 }) else {
                return nil
            }
            let start = text.prefix(8).lowercased()
            return start.hasPrefix("http://") || start.hasPrefix("https://") ? text : nil
        }
        return Array(all.prefix(mostAddresses))
    }

    /// Fetches and reads what is at a URL, within the evaluation's time and number of requests; nil if that fails,
    /// which is noted.
    private func fetch<Result>(
        _ url: String, _ mostBytes: Int, body: (bytes: [UInt8], type: String)? = nil,
        _ read: ([UInt8]) throws(PKIError) -> Result
    ) -> Result? {
        let milliseconds = Int((end - ContinuousClock.now) / .milliseconds(1))
        guard requests < Self.mostRequests, milliseconds > 0 else {
            return fail(url, "not fetched: too many requests, or too long")
        }
        requests += 1
        let bytes: [UInt8]
        do throws(HTTPClient.Failure) {
            bytes = try HTTPClient.fetch(
                url, body: body, mostBytes: mostBytes,
                milliseconds: min(milliseconds, Self.millisecondsForOne))
        } catch {
            return fail(url, error.reason)
        }
        do throws(PKIError) { return try read(bytes) } catch { return fail(url, error.detail) }
    }

    /// Notes that what was fetched from a URL doesn't count.
    func dismiss(_ url: String) {
        note(
            url, "not signed by the issuer with SHA-2, out of date, or not about the certificate")
    }

    /// Notes why a URL gave nothing.
    private func fail<Result>(_ url: String, _ reason: String) -> Result? {
        note(url, reason)
        return nil
    }

    /// Notes, once, why a URL gave nothing. Long URLs are cut, since a certificate may contain any.
    private func note(_ url: String, _ reason: String) {
        let shown = url.count <= 200 ? url : url.prefix(199) + "…"
        let failure = "\(shown): \(reason)."
        // Several paths may contain the same certificate.
        if !failures.contains(failure) { failures.append(failure) }
    }
}
