// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainBus
import SwiftKeychainDaemon
import SwiftKeychainSystem
import Synchronization
import Testing

/// The signals of logind, on a bus of the test.
@Suite(
    .serialized,
    .enabled(if: access("/usr/bin/dbus-daemon", X_OK) == 0, "needs dbus-daemon"),
    .enabled(if: BusLibrary.shared != nil, "needs libsystemd"))
struct SessionWatchTests {
    let home = TemporaryHome()

    private var address: String { "unix:path=\(home.path)/bus" }
    private var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": address] }

    private func bus() throws -> Child {
        let bus = try Child([
            "/usr/bin/dbus-daemon", "--session", "--nofork", "--print-address",
            "--address=\(address)",
        ])
        try #require(bus.line() != nil)
        return bus
    }

    private func logind() throws -> Child {
        let logind = try Child([Child.probe, "logind"], environment: environment)
        #expect(logind.line() == "ready")
        return logind
    }

    @Test func locksAndLogouts() throws {
        let bus = try bus()
        let logind = try logind()
        let watch = try Child([Child.probe, "watch"], environment: environment)
        logind.tell("inhibit")
        logind.tell("lock")
        #expect(watch.line() == "lock 1234")
        // If logind doesn't say whose session it is, all keychains lock. One that has just ended locks nothing.
        logind.tell("lock org.freedesktop.DBus.Error.UnknownObject")
        logind.tell("lock org.freedesktop.DBus.Error.NoReply")
        #expect(watch.line() == "lock all")
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
        let next = try self.logind()
        next.tell("inhibit")
        next.tell("removed 1002")
        #expect(watch.line() == "lock 1002")
        next.tell("sleep")
        #expect(watch.line() == "sleep")
        #expect(next.line() == "released")
        bus.end()
    }

    /// A watch that was started before the bus, which comes back whenever it ends. Nobody knows what was signalled
    /// meanwhile.
    @Test func aLostBusLocksAndComesBack() throws {
        let watch = try Child([Child.probe, "watch"], environment: environment)
        let isLost = "keychains don't lock with sessions: "
        #expect(watch.line()?.hasPrefix(isLost + "system bus: ") == true)
        for _ in 0..<2 {
            let bus = try bus()
            let logind = try logind()
            #expect(watch.line() == "lock all")
            #expect(watch.line() == "keychains lock with sessions again")
            logind.tell("inhibit")
            logind.tell("removed 1000")
            #expect(watch.line() == "lock 1000")
            bus.end()
            logind.end()
            #expect(watch.line() == "lock all")
            #expect(watch.line()?.hasPrefix(isLost) == true)
        }
    }

    @Test func aRefusedThreadIsReported() {
        let caller = pthread_self()
        let reports = Mutex<[String]>([])
        SystemFaults.inject { call, _ in
            call == .thread && pthread_equal(pthread_self(), caller) != 0 ? EAGAIN : nil
        } during: {
            SessionWatch.start({ text in reports.withLock { $0.append(text) } }) { _ in }
        }
        #expect(reports.withLock { $0.count } == 1)
    }
}
