// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychainSystem
import Testing

@Suite struct HTTPClientTests {
    private let server: RevocationServer
    init() throws { server = try RevocationServer() }

    private func fetch(
        _ path: String, most: Int = 1 << 20, milliseconds: Int = 60_000
    ) -> Result<[UInt8], HTTPClient.Failure> {
        let url = path.contains(":") ? path : server.base + path
        return Result { () throws(HTTPClient.Failure) in
            try HTTPClient.fetch(url, mostBytes: most, milliseconds: milliseconds)
        }
    }

    private func reason(_ result: Result<[UInt8], HTTPClient.Failure>) -> String? {
        if case .failure(let failure) = result { failure.reason } else { nil }
    }

    @Test func limits() throws {
        let der = try server.certificate("ca")
        #expect(try fetch("/ca.der").get() == [UInt8](der))
        #expect(try fetch("/ca.der", most: der.count).get() == [UInt8](der))
        #expect(reason(fetch("/ca.der", most: der.count - 1)) == "more than \(der.count - 1) bytes")
        #expect(reason(fetch("/endless", most: 100_000)) == "more than 100000 bytes")
        let begin = ContinuousClock.now
        #expect(reason(fetch("/slow", milliseconds: 300)) != nil)
        // Before the server answers.
        #expect(ContinuousClock.now - begin < .seconds(60))
        #expect(reason(fetch("/missing")) != nil)
        // Neither in a circle nor to another protocol.
        #expect(
            reason(fetch("/round")) != nil
                && server.requests.filter { $0.hasSuffix("/round") }.count <= 4)
        #expect(reason(fetch("/away")) != nil)
        #expect(reason(fetch("file:///etc/hostname")) != nil)
    }
}
