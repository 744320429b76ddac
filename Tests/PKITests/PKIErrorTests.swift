// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import Testing

@Suite struct PKIErrorTests {
    @Test func errorsAreEqualByTheirCode() {
        #expect(PKIError(.malformed, "one") == PKIError(.malformed, "two"))
        #expect(PKIError(.malformed, "one") != PKIError(.noMemory, "one"))
        #expect(PKIError.Code.malformed ~= PKIError(.malformed, "one"))
        #expect(!(PKIError.Code.malformed ~= PKIError(.noMemory, "one")))
        #expect("\(PKIError(.malformed, "DER: rule"))" == "malformed: DER: rule")
    }

    @Test func errorsTellWhereTheyWereMade() throws {
        let line = #line + 1
        #expect(PKIError(.malformed, "").place == "\(#fileID):\(line)")
        let failure = #expect(throws: PKIError.self) {
            try DERReader([]).end(); _ = try OID(content: [])
        }
        #expect(failure?.place.hasPrefix("SwiftKeychainPKI/OID.swift:") == true)
    }
}
