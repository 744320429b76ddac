// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI
import Testing

/// Evaluates each row of the suite.
@Suite struct ChainSuite {
    @Test(arguments: ChainRow.all) func row(_ row: ChainRow) throws {
        var chain = SampleChain()
        row.chain(&chain)
        let signed = try chain.signed()
        var request = signed.request()
        try row.ask(&request, signed)
        let found = try request.evaluate()
        #expect(found.result == row.result)
        #expect(found.problems.map(\.rule.status) == row.statuses)
        #expect(found.diagnostic == row.diagnostic)
        #expect(found.chain.count == row.length)
        #expect(found.chain.first == signed.leaf.certificate)
        #expect(found.result.isTrusted == found.problems.isEmpty)
    }
}
