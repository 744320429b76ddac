// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

/// The signals of logind, on a bus of the test.
@Suite(.serialized, .enabled(if: access("/usr/bin/dbus-daemon", X_OK) == 0, "needs dbus-daemon"))
struct SessionWatchTests {
    let home = TemporaryHome()

    @Test func locksAndLogouts() throws {
        let socket = home.path + "/bus"
        let bus = try Child([
            "/usr/bin/dbus-daemon", "--session", "--nofork", "--print-address",
            "--address=unix:path=\(socket)",
        ])
        let address = try #require(bus.line())
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": address]
        let logind = try Child([Child.probe, "logind"], environment: environment)
        let ready = logind.line()
        if ready?.contains("can't be loaded") == true { return }
        #expect(ready == "ready")
        let watch = try Child([Child.probe, "watch"], environment: environment)
        #expect(watch.line() == "ready")
        logind.tell("inhibit")
        logind.tell("lock")
        #expect(watch.line() == "lock 1234")
        logind.tell("removed 1000")
        #expect(watch.line() == "lock 1000")
        // The machine waits for the lock, before each sleep. Waking up locks nothing.
        for _ in 0..<2 {
            logind.tell("sleep")
            #expect(watch.line() == "sleep")
            #expect(logind.line() == "released")
            for word in ["wake", "inhibit"] { logind.tell(word) }
        }
        // Signals of others than logind count for nothing.
        _ = try Child.run(
            [
                "/usr/bin/dbus-send", "--system", "--type=signal", "/org/freedesktop/login1",
                "org.freedesktop.login1.Manager.UserRemoved", "uint32:7",
                "objpath:/org/freedesktop/login1/user/_7",
            ], environment: environment)
        logind.tell("removed 1001")
        #expect(watch.line() == "lock 1001")
        bus.end()
        #expect(watch.line()?.hasPrefix("failed") == true)
    }

    @Test func withoutABus() throws {
        let lines = try Child.run(
            [Child.probe, "watch"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(home.path)/none"])
        #expect(lines.count == 1 && lines[0].contains("system bus: "), "\(lines)")
    }
}
