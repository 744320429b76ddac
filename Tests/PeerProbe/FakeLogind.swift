// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainBus

/// A logind with one session, of user 1234, on the bus that DBUS_SYSTEM_BUS_ADDRESS names. It sends a signal for each
/// line of input: `lock`, `sleep`, `wake`,
/// or `removed USER`; after `inhibit` it answers a call of Inhibit. After `lock ERROR` it doesn't say whose session it is.
struct FakeLogind {
    func run() throws {
        let bus = try BusConnection(.system)
        _ = try bus.own("org.freedesktop.login1")
        print("ready")
        while let line = readLine() {
            let words = line.split(separator: " ")
            if words[0] == "lock" {
                try send(bus, "/org/freedesktop/login1/session/_31", "Session", "Lock", [])
                let call = try nextCall(bus)
                if words.count > 1 {
                    try bus.reply(to: call, failing: .init(String(words[1]), "of a test"))
                } else {
                    let user = BusValue.structure([
                        .uint32(1234), .path("/org/freedesktop/login1/user/_1"),
                    ])
                    try bus.reply(to: call, [.variant(user)])
                }
            } else if words[0] == "inhibit" {
                try inhibit(nextCall(bus), bus)
            } else if let begins = ["sleep": true, "wake": false][words[0]] {
                try send(
                    bus, "/org/freedesktop/login1", "Manager", "PrepareForSleep", [.boolean(begins)]
                )
            } else {
                try send(
                    bus, "/org/freedesktop/login1", "Manager", "UserRemoved",
                    [.uint32(UInt32(words[1])!), .path("/org/freedesktop/login1/user/_1")])
            }
            bus.flush()
        }
    }

    private func send(
        _ bus: BusConnection, _ path: String, _ interface: String, _ member: String,
        _ values: [BusValue]
    ) throws {
        try bus.signal(path, "org.freedesktop.login1.\(interface)", member, values)
    }

    private func nextCall(_ bus: BusConnection) throws -> BusMessage {
        // Signals of the bus come first.
        var message = try bus.nextMessage()
        while message.kind != .call { message = try bus.nextMessage() }
        return message
    }

    /// Answers a call of `Inhibit`, and prints a line when the caller closes the descriptor.
    private func inhibit(_ call: BusMessage, _ bus: BusConnection) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { fail("pipe") }
        // A copy is sent.
        try bus.reply(to: call, [.descriptor(BusDescriptor(ends[1]))])
        var thread = pthread_t()
        let end = UnsafeMutableRawPointer(bitPattern: Int(ends[0]))
        pthread_create(
            &thread, nil,
            { end in
                var byte: UInt8 = 0
                _ = read(Int32(Int(bitPattern: end)), &byte, 1)
                print("released")
                return nil
            }, end)
    }
}
