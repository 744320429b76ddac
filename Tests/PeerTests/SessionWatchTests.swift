// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainBus
import SwiftKeychainDaemon
import Testing

/// The signals of logind, on a bus of the test.
@Suite(
    .serialized,
    .enabled(if: access("/usr/bin/dbus-daemon", X_OK) == 0, "needs dbus-daemon"),
    .enabled(if: BusLibrary.shared != nil, "needs libsystemd"))
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
        #expect(logind.line() == "ready")
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
        // Signals of others than logind count for nothing, to everybody or to one connection.
        let manager = "/org/freedesktop/login1 org.freedesktop.login1.Manager"
        let session = "/org/freedesktop/login1/session/_31 org.freedesktop.login1.Session"
        let changed = "/org/freedesktop/DBus org.freedesktop.DBus.NameOwnerChanged"
        for destination in [""] + (0..<10).map({ " --dest=:1.\($0)" }) {
            for signal in [
                "\(manager).UserRemoved uint32:7 objpath:/org/freedesktop/login1/user/_7",
                "\(manager).PrepareForSleep boolean:true", "\(session).Lock",
                "\(changed) string:org.freedesktop.login1 string::1.0 string::1.999",
            ] {
                _ = try Child.run(
                    [
                        "/bin/sh", "-c",
                        "exec dbus-send --system --type=signal\(destination) \(signal)",
                    ],
                    environment: environment)
            }
        }
        logind.tell("removed 1001")
        #expect(watch.line() == "lock 1001")
        // A logind that is started again counts.
        logind.end()
        let next = try Child([Child.probe, "logind"], environment: environment)
        #expect(next.line() == "ready")
        next.tell("removed 1002")
        #expect(watch.line() == "lock 1002")
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
