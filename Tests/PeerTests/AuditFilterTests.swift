// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPeers
import SwiftKeychainSystem
import Testing

@Suite struct AuditFilterTests {
    private func entry(_ outcome: String, group: String? = nil) -> AuditEntry {
        var entry = AuditEntry(
            process: 7, user: 1, group: 1, call: "find", accessGroup: group, outcome: outcome)
        entry.time = 100
        return entry
    }

    @Test func everyConditionMustHold() {
        var filter = AuditFilter()
        #expect(filter.accepts(entry("ok")))
        filter.process = 8
        #expect(!filter.accepts(entry("ok")))
        filter.process = 7
        filter.since = 100
        #expect(filter.accepts(entry("ok")))
        filter.group = "mail"
        #expect(!filter.accepts(entry("ok")) && filter.accepts(entry("ok", group: "mail")))
        filter.since = 101
        #expect(!filter.accepts(entry("ok", group: "mail")))
    }

    @Test func failedIsEveryOutcomeButOkAndAsks() {
        var filter = AuditFilter()
        filter.outcome = "failed"
        #expect(
            ["ok", "asks", "decode"].map { filter.accepts(entry($0)) } == [false, false, true])
        filter.outcome = "asks"
        #expect(
            ["ok", "asks", "decode"].map { filter.accepts(entry($0)) } == [false, true, false])
    }

    @Test func aMomentIsADateOrATimeAgo() throws {
        func moment(_ text: String) -> Double? { AuditFilter.moment(Array(text.utf8)) }
        #expect(moment("2001-01-01-00:01:00") == 60)
        for (text, seconds) in [("90s", 90.0), ("10m", 600), ("2h", 7200), ("7d", 604_800)] {
            let ago = SystemClock.absoluteTime() - (try #require(moment(text)))
            #expect(abs(ago - seconds) < 5)
        }
        for text in ["", "s", "10", "-1s", "1w", "1.5h", "2001-13-01-00:00:00"] {
            #expect(moment(text) == nil)
        }
    }
}
