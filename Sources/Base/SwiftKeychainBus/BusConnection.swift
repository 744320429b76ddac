// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel

/// A connection to a bus. One thread uses it.
package final class BusConnection {
    private let library: BusLibrary
    private let bus: BusLibrary.Pointer

    /// The error that a peer or the bus answers, or that the connection has.
    package struct Failure: Error, Sendable {
        /// Such as `org.freedesktop.DBus.Error.ServiceUnknown`.
        package let name: String
        /// The text for the user or a log.
        package let message: String

        package init(_ name: String, _ message: String) {
            (self.name, self.message) = (name, message)
        }
    }

    /// The bus of the session (`DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`), or that of the machine.
    package enum Kind { case user, system }

    /// Connects to the bus that the environment names for the user, or to the system's.
    ///
    /// - Throws: `notAvailable` without libsystemd, or without a bus.
    package init(_ kind: Kind) throws(KeychainError) {
        let library = try BusLibrary.required()
        var bus: BusLibrary.Pointer?
        let result = kind == .user ? library.openUser(&bus) : library.openSystem(&bus)
        let name = kind == .user ? "bus of the user" : "system bus"
        guard result >= 0, let bus else {
            throw KeychainError(.notAvailable, "\(name): \(Self.sentence(result))")
        }
        (self.library, self.bus) = (library, bus)
        try becomeReady(name)
    }

    /// How long the bus may take to answer, in seconds.
    private static let patience: UInt64 = 5

    /// Waits until the bus has taken the connection. The library itself would wait for a minute and a half.
    private func becomeReady(_ name: String) throws(KeychainError) {
        let end = ContinuousClock.now + .seconds(Self.patience)
        while library.isReady(bus) <= 0 {
            if try process().isBusy { continue }
            let left = (end - .now).components
            guard left.seconds >= 0, left.attoseconds > 0 else {
                throw KeychainError(
                    .notAvailable, "\(name): no answer within \(Self.patience) seconds")
            }
            // Whole seconds, and a millisecond so that the last second isn't a busy loop.
            _ = library.wait(bus, UInt64(left.seconds) * 1_000_000 + 1000)
        }
    }

    // Sending what is queued would wait for a bus that hasn't taken the connection.
    deinit { _ = library.isReady(bus) > 0 ? library.close(bus) : library.abandon(bus) }

    /// Describes a result of sd-bus, which is a negative error number.
    private static func sentence(_ result: Int32) -> String { String(cString: strerror(-result)) }

    /// - Throws: `notAvailable` for a negative result, which is an error number.
    private func check(_ result: Int32, _ subject: String) throws(KeychainError) {
        if result < 0 { throw KeychainError(.notAvailable, "\(subject): \(Self.sentence(result))") }
    }

    // MARK: Waiting

    /// The descriptor to poll, and the events to wait for.
    package var pollable: pollfd {
        pollfd(
            fd: library.descriptor(bus), events: Int16(max(0, library.events(bus))), revents: 0)
    }

    /// When the connection must be processed at the latest, in microseconds of the monotonic clock; nil for no time.
    package var timeout: UInt64? {
        var time: UInt64 = 0
        return library.timeout(bus, &time) > 0 && time != .max ? time : nil
    }

    /// Processes what has arrived.
    ///
    /// - Returns: whether there may be more, and a message that no match has taken.
    /// - Throws: `notAvailable` when the connection is broken.
    package func process() throws(KeychainError) -> (isBusy: Bool, message: BusMessage?) {
        var message: BusLibrary.Pointer?
        let result = library.process(bus, &message)
        try check(result, "bus")
        return (result > 0, message.map { BusMessage($0, library) })
    }

    /// Waits for the next message.
    ///
    /// - Throws: `notAvailable` when the connection is broken.
    package func nextMessage() throws(KeychainError) -> BusMessage {
        while true { if let message = try nextMessage(before: nil) { return message } }
    }

    /// Waits for the next message; nil if none comes in time.
    ///
    /// - Parameter end: nil: waits for ever.
    package func nextMessage(
        before end: ContinuousClock.Instant?
    ) throws(KeychainError) -> BusMessage? {
        while true {
            let (isBusy, message) = try process()
            if let message { return message }
            if isBusy { continue }
            var microseconds = UInt64.max
            if let end {
                let (seconds, rest) = (end - .now).components
                if seconds < 0 || rest < 0 { return nil }
                microseconds = UInt64(seconds) * 1_000_000 + UInt64(rest / 1_000_000_000_000)
            }
            let result = library.wait(bus, microseconds)
            if result != -EINTR { try check(result, "bus") }
        }
    }

    /// Sends what is queued.
    ///
    /// Blocks until the socket has taken everything, or the connection is broken.
    package func flush() { _ = library.flush(bus) }

    // MARK: Names and matches

    /// Owns a name, without queueing for it or allowing others to take it.
    ///
    /// - Returns: whether this connection owns it.
    /// - Throws: `notAvailable` if the bus refuses, also when this connection owns the name already.
    package func own(_ name: String) throws(KeychainError) -> Bool {
        let result = library.requestName(bus, name, 0)
        if result == -EEXIST { return false }
        try check(result, name)
        return true
    }

    /// Subscribes to the signals that a rule describes. They are returned like other messages.
    ///
    /// - Parameter rule: a match rule (D-Bus specification, "Match Rules").
    /// - Throws: `notAvailable` if the bus doesn't take it.
    package func subscribe(_ rule: String) throws(KeychainError) {
        // Without a slot, the match lasts as long as the connection. A handler that returns 0 leaves the message to
        // others.
        try check(library.addMatch(bus, nil, rule, { _, _, _ in 0 }, nil), rule)
    }

    // MARK: Messages

    /// Appends values to a message that is being made.
    private func append(_ values: [BusValue], to message: BusLibrary.Pointer) throws(KeychainError)
    {
        for value in values { try append(value, to: message) }
    }

    /// Appends one value.
    ///
    /// - Throws: `notAvailable` for a text that isn't valid in its type, such as a path with an empty part.
    private func append(_ value: BusValue, to message: BusLibrary.Pointer) throws(KeychainError) {
        func number<Number>(_ number: Number) -> Int32 {
            withUnsafeBytes(of: number) {
                library.appendBasic(
                    message, CChar(value.type.utf8.first!), $0.baseAddress!)
            }
        }
        func container(
            _ type: Unicode.Scalar, _ contents: String, _ values: [BusValue]
        ) throws(KeychainError) {
            try check(
                library.openContainer(message, CChar(UInt8(ascii: type)), contents), "message")
            try append(values, to: message)
            try check(library.closeContainer(message), "message")
        }
        switch value {
        case .byte(let value): try check(number(value), "message")
        // sd-bus takes an `int` for a boolean.
        case .boolean(let flag): try check(number(Int32(flag ? 1 : 0)), "message")
        case .int32(let value): try check(number(value), "message")
        case .uint32(let value): try check(number(value), "message")
        case .int64(let value): try check(number(value), "message")
        case .uint64(let value): try check(number(value), "message")
        case .double(let value): try check(number(value), "message")
        // The message gets a duplicate of the descriptor.
        case .descriptor(let file): try check(number(file.number), "message")
        case .string(let text): try append(text: Self.sendable(text), "s", to: message)
        case .path(let text): try append(text: text, "o", to: message)
        case .signature(let text): try append(text: text, "g", to: message)
        case .bytes(let bytes):
            let result = bytes.withBytes {
                library.appendArray(message, CChar(UInt8(ascii: "y")), $0.baseAddress, $0.count)
            }
            try check(result, "message")
            // Any array of bytes may be a secret.
            _ = library.setSensitive?(message)
        case .array(let element, let values): try container("a", element, values)
        case .structure(let values):
            try container("r", String(value.type.dropFirst().dropLast()), values)
        case .entry(let key, let content):
            try container("e", String(value.type.dropFirst().dropLast()), [key, content])
        case .variant(let content): try container("v", content.type, [content])
        }
    }

    private func append(
        text: String, _ type: Unicode.Scalar, to message: BusLibrary.Pointer
    ) throws(KeychainError) {
        let result = text.withCString {
            library.appendBasic(message, CChar(UInt8(ascii: type)), $0)
        }
        try check(result, "message")
    }

    /// Returns a text with U+FFFD for each of Unicode's noncharacters, which sd-bus takes for invalid UTF-8.
    static func sendable(_ text: String) -> String {
        // Those of the first plane begin with this byte in UTF-8, those of the others with a greater one.
        guard text.utf8.contains(where: { $0 >= 0xef }) else { return text }
        var sendable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            sendable.append(scalar.properties.isNoncharacterCodePoint ? "\u{fffd}" : scalar)
        }
        return String(sendable)
    }

    /// Sends a message, or queues what the socket doesn't take; ``pollable`` then waits for more room.
    private func send(_ message: BusLibrary.Pointer) throws(KeychainError) {
        try check(library.send(bus, message, nil), "bus")
    }

    /// Answers a call.
    ///
    /// - Throws: `notAvailable` when the answer can't be sent.
    package func reply(to call: BusMessage, _ values: [BusValue]) throws(KeychainError) {
        var made: BusLibrary.Pointer?
        try check(library.newReturn(call.pointer, &made), "reply")
        defer { _ = library.release(made) }
        try append(values, to: made!)
        try send(made!)
    }

    /// Answers a call with an error.
    ///
    /// - Throws: `notAvailable` when the answer can't be sent.
    package func reply(to call: BusMessage, failing failure: Failure) throws(KeychainError) {
        var made: BusLibrary.Pointer?
        // A `sd_bus_error`: name, message, and whether they are to be freed.
        let result = failure.name.withCString { name in
            failure.message.withCString { message in
                withUnsafeBytes(of: (name, message, 0)) {
                    library.newError(call.pointer, &made, $0.baseAddress!)
                }
            }
        }
        try check(result, "reply")
        defer { _ = library.release(made) }
        try send(made!)
    }

    /// Sends a signal, to one connection or to all that subscribe to it.
    ///
    /// - Parameter destination: the unique name of the connection; nil for all.
    /// - Throws: `notAvailable` when it can't be sent.
    package func signal(
        _ path: String, _ interface: String, _ member: String, _ values: [BusValue],
        to destination: String? = nil
    ) throws(KeychainError) {
        var made: BusLibrary.Pointer?
        try check(library.newSignal(bus, &made, path, interface, member), "signal")
        defer { _ = library.release(made) }
        if let destination { try check(library.setDestination(made!, destination), "signal") }
        try append(values, to: made!)
        try send(made!)
    }

    /// Calls a method, and waits for the answer.
    ///
    /// Messages that arrive meanwhile are kept for ``process()``.
    ///
    /// - Parameter milliseconds: how long to wait.
    /// - Throws: ``Failure``.
    package func call(
        _ service: String, _ path: String, _ interface: String, _ member: String,
        _ values: [BusValue] = [], milliseconds: UInt64 = 5000
    ) throws(Failure) -> [BusValue] {
        let failed = "org.freedesktop.DBus.Error.Failed"
        var made: BusLibrary.Pointer?
        defer { _ = library.release(made) }
        do throws(KeychainError) {
            try check(library.newCall(bus, &made, service, path, interface, member), member)
            try append(values, to: made!)
        } catch {
            throw Failure(failed, error.detail)
        }
        // A `sd_bus_error` to fill.
        var error: (BusLibrary.Text?, BusLibrary.Text?, Int) = (nil, nil, 0)
        defer { withUnsafeMutablePointer(to: &error) { library.freeError($0) } }
        var reply: BusLibrary.Pointer?
        let result = withUnsafeMutablePointer(to: &error) {
            library.call(bus, made!, milliseconds * 1000, $0, &reply)
        }
        guard result >= 0, let reply else {
            throw Failure(
                error.0.map { String(cString: $0) } ?? failed,
                error.1.map { String(cString: $0) } ?? Self.sentence(result))
        }
        do throws(BusMessage.Unreadable) {
            return try BusMessage(reply, library).values()
        } catch {
            throw Failure(failed, "the reply can't be read")
        }
    }

    /// Calls a method of the bus itself; nil if it fails.
    ///
    /// - Parameter member: a method of `org.freedesktop.DBus` (D-Bus specification, "Message Bus Messages").
    package func askBus(_ member: String, _ values: [BusValue] = []) -> [BusValue]? {
        let bus = "org.freedesktop.DBus"
        return try? call(bus, "/org/freedesktop/DBus", bus, member, values)
    }
}
