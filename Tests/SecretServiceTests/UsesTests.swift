// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPeers
import Testing

@testable import SwiftKeychainSecretService

@Suite struct UsesTests {
    private func entry(
        _ program: String?, _ call: String, schema: String? = nil, application: String? = nil,
        outcome: String = "ok", count: Int = 1
    ) -> AuditEntry {
        var entry = AuditEntry(
            process: 7, user: 1, group: 1, program: program, call: call, itemClass: schema,
            accessGroup: application, outcome: outcome)
        entry.count = count
        return entry
    }

    @Test func theCallsOfEachProgramAreCounted() {
        let lines = SecretServiceActivation.uses([
            entry("/usr/bin/mailer", "read", schema: "org.example", count: 2),
            entry("/usr/bin/mailer", "read", schema: "org.example", outcome: "IsLocked"),
            entry(nil, "search", outcome: "AccessDenied", count: 3),
            entry("/usr/bin/bwrap", "store", application: "org.flat"),
            entry("/usr/bin/mailer", "read", schema: "org.example"),
        ])
        #expect(
            lines == [
                "/usr/bin/bwrap (org.flat): store (1)",
                "/usr/bin/mailer: read org.example (3, and 1 failed)",
                "an unknown program: search (3 failed)",
            ])
        #expect(SecretServiceActivation.uses([]).isEmpty)
    }
}
