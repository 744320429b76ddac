// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel

/// The functions of libsystemd for D-Bus (sd-bus, sd-bus(3)), or of libelogind, which has the same.
///
/// This module is the connection to a D-Bus: it reads and writes messages, and knows nothing about what they are for. The
/// library is loaded when a process needs a bus for the first time, so that no program depends on it. Only functions
/// without variable arguments are called. A connection and its messages belong to one thread.
///
/// What may surprise: every array of bytes that is read is in locked memory, because it may be a secret. The message
/// itself is not, until it is released.
package struct BusLibrary: Sendable {
    package typealias Pointer = UnsafeMutableRawPointer
    /// The place of a pointer that a function returns.
    package typealias Place = UnsafeMutablePointer<Pointer?>
    package typealias Text = UnsafePointer<CChar>
    typealias TextPlace = UnsafeMutablePointer<Text?>

    let openUser: @convention(c) (Place) -> Int32 = function("sd_bus_open_user")
    let openSystem: @convention(c) (Place) -> Int32 = function("sd_bus_open_system")
    let isReady: @convention(c) (Pointer) -> Int32 = function("sd_bus_is_ready")
    let close: @convention(c) (Pointer?) -> Pointer? = function("sd_bus_flush_close_unref")
    /// Closes without sending what is queued.
    let abandon: @convention(c) (Pointer?) -> Pointer? = function("sd_bus_close_unref")
    let process: @convention(c) (Pointer, Place) -> Int32 = function("sd_bus_process")
    /// Waits until there is something to process, for some microseconds; for ever with the greatest number.
    let wait: @convention(c) (Pointer, UInt64) -> Int32 = function("sd_bus_wait")
    let descriptor: @convention(c) (Pointer) -> Int32 = function("sd_bus_get_fd")
    let events: @convention(c) (Pointer) -> Int32 = function("sd_bus_get_events")
    /// Gets the time of the monotonic clock, in microseconds, at which the connection must be processed.
    let timeout: @convention(c) (Pointer, UnsafeMutablePointer<UInt64>) -> Int32 = function(
        "sd_bus_get_timeout")
    let flush: @convention(c) (Pointer) -> Int32 = function("sd_bus_flush")
    /// Requests a name. Without flags, returns `-EEXIST` if another connection owns it, and no other connection can take it later.
    let requestName: @convention(c) (Pointer, Text, UInt64) -> Int32 = function(
        "sd_bus_request_name")
    let addMatch: @convention(c) (Pointer, Place?, Text, MessageHandler, Pointer?) -> Int32 =
        function("sd_bus_add_match")
    /// Sends a call and waits for the answer, some microseconds; the fourth argument is a `sd_bus_error` to fill.
    let call: @convention(c) (Pointer, Pointer, UInt64, Pointer?, Place) -> Int32 = function(
        "sd_bus_call")
    let send: @convention(c) (Pointer, Pointer, UnsafeMutablePointer<UInt64>?) -> Int32 = function(
        "sd_bus_send")
    let freeError: @convention(c) (Pointer) -> Void = function("sd_bus_error_free")

    let newCall: @convention(c) (Pointer, Place, Text, Text, Text, Text) -> Int32 = function(
        "sd_bus_message_new_method_call")
    let newSignal: @convention(c) (Pointer, Place, Text, Text, Text) -> Int32 = function(
        "sd_bus_message_new_signal")
    let newReturn: @convention(c) (Pointer, Place) -> Int32 = function(
        "sd_bus_message_new_method_return")
    let newError: @convention(c) (Pointer, Place, UnsafeRawPointer) -> Int32 = function(
        "sd_bus_message_new_method_error")
    let setDestination: @convention(c) (Pointer, Text) -> Int32 = function(
        "sd_bus_message_set_destination")
    /// Makes the library wipe a message when it frees it; nil in versions before 246.
    let setSensitive: (@convention(c) (Pointer) -> Int32)? =
        dlsym(handle, "sd_bus_message_sensitive").map {
            unsafeBitCast($0, to: (@convention(c) (Pointer) -> Int32).self)
        }
    let release: @convention(c) (Pointer?) -> Pointer? = function("sd_bus_message_unref")
    let kind: @convention(c) (Pointer, UnsafeMutablePointer<UInt8>) -> Int32 = function(
        "sd_bus_message_get_type")
    let expectsReply: @convention(c) (Pointer) -> Int32 = function(
        "sd_bus_message_get_expect_reply")
    let sender: @convention(c) (Pointer) -> Text? = function("sd_bus_message_get_sender")
    let path: @convention(c) (Pointer) -> Text? = function("sd_bus_message_get_path")
    let interface: @convention(c) (Pointer) -> Text? = function("sd_bus_message_get_interface")
    let member: @convention(c) (Pointer) -> Text? = function("sd_bus_message_get_member")
    let signature: @convention(c) (Pointer, Int32) -> Text? = function(
        "sd_bus_message_get_signature")

    /// Gets the type of the next value, and the signature of what a container has; 0 at the end.
    let peek: @convention(c) (Pointer, UnsafeMutablePointer<CChar>, TextPlace) -> Int32 = function(
        "sd_bus_message_peek_type")
    let readBasic: @convention(c) (Pointer, CChar, Pointer) -> Int32 = function(
        "sd_bus_message_read_basic")
    /// Gets the place and the bytes of an array of fixed-size elements. The place is in the message.
    let readArray:
        @convention(c) (
            Pointer, CChar, UnsafeMutablePointer<UnsafeRawPointer?>, UnsafeMutablePointer<Int>
        ) -> Int32 = function("sd_bus_message_read_array")
    let enter: @convention(c) (Pointer, CChar, Text?) -> Int32 = function(
        "sd_bus_message_enter_container")
    let leave: @convention(c) (Pointer) -> Int32 = function("sd_bus_message_exit_container")
    /// Appends the number that the pointer points to, or the text that begins there.
    let appendBasic: @convention(c) (Pointer, CChar, UnsafeRawPointer) -> Int32 = function(
        "sd_bus_message_append_basic")
    let appendArray: @convention(c) (Pointer, CChar, UnsafeRawPointer?, Int) -> Int32 = function(
        "sd_bus_message_append_array")
    let openContainer: @convention(c) (Pointer, CChar, Text) -> Int32 = function(
        "sd_bus_message_open_container")
    let closeContainer: @convention(c) (Pointer) -> Int32 = function(
        "sd_bus_message_close_container")

    /// A callback of a match: the message, the value given with the match, and a `sd_bus_error` to fill.
    typealias MessageHandler = @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32

    /// The library, loaded at first use; nil if it isn't installed.
    package static let shared = handle == nil ? nil : BusLibrary()

    /// Returns the library.
    ///
    /// - Throws: `notAvailable` where it isn't installed; in a static program, because it needs the C library of the system;
    ///   and in a program with raised privileges, because it obeys its environment.
    package static func required() throws(KeychainError) -> BusLibrary {
        // Checked before `shared`, which loads the library.
        guard keychain_has_raised_privileges() == 0 else {
            throw KeychainError(.notAvailable, "a program with raised privileges uses no D-Bus")
        }
        // A static program has no address of the dynamic linker.
        guard getauxval(UInt(AT_BASE)) != 0 else {
            throw KeychainError(.notAvailable, "a static program can't load \(files[0])")
        }
        if let shared { return shared }
        throw KeychainError(.notAvailable, "\(files[0]) can't be loaded")
    }
}

private let files = ["libsystemd.so.0", "libelogind.so.0"]

/// The handle of the first library that loads. It is never closed, because its functions are kept.
nonisolated(unsafe) private let handle = files.lazy.compactMap { dlopen($0, RTLD_NOW) }.first

/// Returns a function, which every version of the library has.
private func function<Function>(_ name: String) -> Function {
    guard let symbol = dlsym(handle, name) else { fatalError(String(cString: dlerror())) }
    return unsafeBitCast(symbol, to: Function.self)
}
