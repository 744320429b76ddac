// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel

/// The functions of libsystemd for D-Bus (sd-bus). The library is loaded when a daemon watches sessions.
package struct BusLibrary: Sendable {
    package typealias Pointer = UnsafeMutableRawPointer
    /// The place of a pointer that a function returns.
    package typealias Place = UnsafeMutablePointer<Pointer?>

    private nonisolated(unsafe) let handle: Pointer
    private static let file = "libsystemd.so.0"

    /// - Throws: `notAvailable` where libsystemd isn't installed.
    package init() throws(KeychainError) {
        guard let handle = dlopen(Self.file, RTLD_NOW) else {
            throw KeychainError(.notAvailable, "\(Self.file) can't be loaded")
        }
        self.handle = handle
    }

    /// Returns a function, which every version of the library has.
    package func function<Function>(_ name: String, as type: Function.Type) -> Function {
        guard let symbol = dlsym(handle, name) else { fatalError(String(cString: dlerror())) }
        return unsafeBitCast(symbol, to: type)
    }

    /// Returns a connection to the bus of the system.
    ///
    /// - Throws: `notAvailable` where there is no bus.
    package func systemBus() throws(KeychainError) -> Pointer {
        var bus: Pointer?
        let open = function("sd_bus_open_system", as: (@convention(c) (Place) -> Int32).self)
        try check(open(&bus), "system bus")
        return bus!
    }

    /// Takes the next message from a connection, and waits for it.
    ///
    /// - Throws: `notAvailable` when the connection is broken.
    package func nextMessage(of bus: Pointer) throws(KeychainError) -> Pointer {
        let process = function(
            "sd_bus_process", as: (@convention(c) (Pointer, Place) -> Int32).self)
        let wait = function("sd_bus_wait", as: (@convention(c) (Pointer, UInt64) -> Int32).self)
        while true {
            var message: Pointer?
            if try check(process(bus, &message), "system bus") == 0 {
                let result = wait(bus, .max)
                if result != -EINTR { try check(result, "system bus") }
            }
            if let message { return message }
        }
    }

    package func release(_ message: Pointer?) {
        let unref = function(
            "sd_bus_message_unref", as: (@convention(c) (Pointer?) -> Pointer?).self)
        _ = unref(message)
    }

    /// Returns the number at the start of a message, or of the structure there.
    package func number(in message: Pointer, structure: String? = nil) -> UInt32? {
        if let structure {
            let enter = function(
                "sd_bus_message_enter_container",
                as: (@convention(c) (Pointer, CChar, UnsafePointer<CChar>) -> Int32).self)
            guard enter(message, CChar(UInt8(ascii: "r")), structure) > 0 else { return nil }
        }
        return basic(in: message, "u")
    }

    /// Returns the truth value at the start of a message.
    package func boolean(in message: Pointer) -> Bool? { basic(in: message, "b").map { $0 != 0 } }

    /// Returns the next text of a message.
    package func text(in message: Pointer) -> String? {
        typealias Text = UnsafePointer<CChar>
        let read = function(
            "sd_bus_message_read_basic",
            as: (@convention(c) (Pointer, CChar, UnsafeMutablePointer<Text?>) -> Int32).self)
        var text: Text?
        guard read(message, CChar(UInt8(ascii: "s")), &text) > 0, let text else { return nil }
        return String(cString: text)
    }

    /// Returns the unique name of the connection that sent a message, as the bus says.
    package func sender(of message: Pointer) -> String? {
        let sender = function(
            "sd_bus_message_get_sender",
            as: (@convention(c) (Pointer) -> UnsafePointer<CChar>?).self)
        return sender(message).map { String(cString: $0) }
    }

    /// Returns the descriptor at the start of a message, which closes it.
    package func descriptor(in message: Pointer) -> Int32? {
        basic(in: message, "h").map { Int32(bitPattern: $0) }
    }

    /// Calls a method with texts, and waits for its reply.
    ///
    /// - Throws: `notAvailable` when it fails, or isn't answered within five seconds.
    package func call(
        _ bus: Pointer, _ service: String, _ object: String, _ interface: String, _ member: String,
        _ words: [String]
    ) throws(KeychainError) -> Pointer {
        typealias Text = UnsafePointer<CChar>
        let new = function(
            "sd_bus_message_new_method_call",
            as: (@convention(c) (Pointer, Place, Text, Text, Text, Text) -> Int32).self)
        let append = function(
            "sd_bus_message_append_basic",
            as: (@convention(c) (Pointer, CChar, Text) -> Int32).self)
        let send = function(
            "sd_bus_call",
            as: (@convention(c) (Pointer, Pointer, UInt64, Pointer?, Place) -> Int32).self)
        var call: Pointer?
        var reply: Pointer?
        try check(new(bus, &call, service, object, interface, member), member)
        defer { release(call) }
        for word in words { try check(append(call!, CChar(UInt8(ascii: "s")), word), member) }
        // The time is in microseconds.
        try check(send(bus, call!, 5_000_000, nil, &reply), member)
        return reply!
    }

    /// Returns the next value of a message, of a type with four bytes.
    private func basic(in message: Pointer, _ type: Unicode.Scalar) -> UInt32? {
        var value: UInt32 = 0
        let read = function(
            "sd_bus_message_read_basic",
            as: (@convention(c) (Pointer, CChar, UnsafeMutableRawPointer) -> Int32).self)
        return read(message, CChar(UInt8(ascii: type)), &value) > 0 ? value : nil
    }

    /// - Throws: `notAvailable` for a negative result, which is an error number.
    @discardableResult
    package func check(_ result: Int32, _ subject: String) throws(KeychainError) -> Int32 {
        if result >= 0 { return result }
        throw KeychainError(.notAvailable, "\(subject): \(String(cString: strerror(-result)))")
    }
}
