// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI
import Testing

/// Is one fact about chains: what is changed of the sample, what is asked, and what is found.
struct ChainRow: Sendable, CustomTestStringConvertible {
    let name: String
    /// Changes the chain before it is signed.
    var chain: @Sendable (inout SampleChain) -> Void = { _ in }
    /// Changes what is asked.
    var ask: @Sendable (inout TrustRequest, SampleChain.Signed) throws -> Void = { _, _ in }
    let result: TrustResult
    /// Holds every status, the weightiest first.
    var statuses: [Int32] = []
    /// Holds the sentence about the weightiest.
    var diagnostic: String?
    /// Counts the certificates of the chain.
    var length = 3

    var testDescription: String { name }
}
