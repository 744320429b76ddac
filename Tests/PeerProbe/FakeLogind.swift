// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainDaemon

/// A logind with one session, of user 1234, on the bus that DBUS_SYSTEM_BUS_ADDRESS names. It sends a signal for each
/// line of input: `lock`, `sleep`, `wake`,
/// or `removed USER`; after `inhibit` it answers a call of Inhibit.
struct FakeLogind {
    typealias Pointer = BusLibrary.Pointer
    typealias Text = UnsafePointer<CChar>
    let library = try! BusLibrary()

    func run() throws {
        let bus = try library.systemBus()
        let request = library.function(
            "sd_bus_request_name", as: (@convention(c) (Pointer, Text, UInt64) -> Int32).self)
        try library.check(request(bus, "org.freedesktop.login1", 0), "name")
        print("ready")
        while let line = readLine() {
            let words = line.split(separator: " ")
            if words[0] == "lock" {
                try send(bus, "/org/freedesktop/login1/session/_31", "Session", "Lock", nil)
                try answer(nextCall(bus), bus)
            } else if words[0] == "inhibit" {
                try inhibit(nextCall(bus), bus)
            } else if let state = ["sleep": UInt32(1), "wake": 0][words[0]] {
                try send(bus, "/org/freedesktop/login1", "Manager", "PrepareForSleep", nil, state)
            } else {
                try send(bus, "/org/freedesktop/login1", "Manager", "UserRemoved", UInt32(words[1]))
            }
        }
    }

    private func send(
        _ bus: Pointer, _ path: String, _ interface: String, _ member: String, _ user: UInt32?,
        _ state: UInt32? = nil
    ) throws {
        var message: Pointer?
        let new = library.function(
            "sd_bus_message_new_signal",
            as: (@convention(c) (Pointer, BusLibrary.Place, Text, Text, Text) -> Int32).self)
        try library.check(
            new(bus, &message, path, "org.freedesktop.login1.\(interface)", member), "signal")
        if var state {
            let append = library.function(
                "sd_bus_message_append_basic",
                as: (@convention(c) (Pointer, CChar, UnsafeRawPointer) -> Int32).self)
            try library.check(append(message!, 98, &state), "truth value")
        }
        if let user { try append(message!, user, "/org/freedesktop/login1/user/_1") }
        try send(bus, message!)
    }

    private func nextCall(_ bus: Pointer) throws -> Pointer {
        let isCall = library.function(
            "sd_bus_message_is_method_call",
            as: (@convention(c) (Pointer, Text?, Text?) -> Int32).self)
        // Signals of the bus come first.
        var message = try library.nextMessage(of: bus)
        while isCall(message, nil, nil) <= 0 { message = try library.nextMessage(of: bus) }
        return message
    }

    /// Answers a call of `Inhibit`, and prints a line when the caller closes the descriptor.
    private func inhibit(_ call: Pointer, _ bus: Pointer) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { fail("pipe") }
        var message: Pointer?
        let new = library.function(
            "sd_bus_message_new_method_return",
            as: (@convention(c) (Pointer, BusLibrary.Place) -> Int32).self)
        try library.check(new(call, &message), "return")
        let append = library.function(
            "sd_bus_message_append_basic",
            as: (@convention(c) (Pointer, CChar, UnsafeRawPointer) -> Int32).self)
        // A copy is sent.
        try library.check(append(message!, 104, &ends[1]), "descriptor")
        try send(bus, message!)
        library.release(call)
        close(ends[1])
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

    /// Answers a call for the property `User`.
    private func answer(_ call: Pointer, _ bus: Pointer) throws {
        var message: Pointer?
        let new = library.function(
            "sd_bus_message_new_method_return",
            as: (@convention(c) (Pointer, BusLibrary.Place) -> Int32).self)
        try library.check(new(call, &message), "return")
        let open = library.function(
            "sd_bus_message_open_container",
            as: (@convention(c) (Pointer, CChar, Text) -> Int32).self)
        let close = library.function(
            "sd_bus_message_close_container", as: (@convention(c) (Pointer) -> Int32).self)
        try library.check(open(message!, 118, "(uo)"), "variant")
        try library.check(open(message!, 114, "uo"), "structure")
        try append(message!, 1234, "/org/freedesktop/login1/user/_1234")
        try library.check(close(message!), "structure")
        try library.check(close(message!), "variant")
        try send(bus, message!)
    }

    private func append(_ message: Pointer, _ user: UInt32, _ path: String) throws {
        let append = library.function(
            "sd_bus_message_append_basic",
            as: (@convention(c) (Pointer, CChar, UnsafeRawPointer) -> Int32).self)
        var user = user
        try library.check(append(message, 117, &user), "number")
        try library.check(path.withCString { append(message, 111, $0) }, "path")
    }

    private func send(_ bus: Pointer, _ message: Pointer) throws {
        let send = library.function(
            "sd_bus_send",
            as: (@convention(c) (Pointer, Pointer, UnsafeMutablePointer<UInt64>?) -> Int32).self)
        try library.check(send(bus, message, nil), "send")
        let flush = library.function(
            "sd_bus_flush", as: (@convention(c) (Pointer) -> Int32).self)
        try library.check(flush(bus), "flush")
        library.release(message)
    }
}
