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

    private static let files = ["libsystemd.so.0", "libelogind.so.0"]

    let openUser: @convention(c) (Place) -> Int32
    let openSystem: @convention(c) (Place) -> Int32
    let setAddress: @convention(c) (Pointer, Text) -> Int32
    let makeBus: @convention(c) (Place) -> Int32
    let setBusClient: @convention(c) (Pointer, Int32) -> Int32
    let start: @convention(c) (Pointer) -> Int32
    let isReady: @convention(c) (Pointer) -> Int32
    let close: @convention(c) (Pointer?) -> Pointer?
    /// Closes without sending what is queued.
    let abandon: @convention(c) (Pointer?) -> Pointer?
    let process: @convention(c) (Pointer, Place) -> Int32
    let wait: @convention(c) (Pointer, UInt64) -> Int32
    let descriptor: @convention(c) (Pointer) -> Int32
    let events: @convention(c) (Pointer) -> Int32
    let timeout: @convention(c) (Pointer, UnsafeMutablePointer<UInt64>) -> Int32
    let flush: @convention(c) (Pointer) -> Int32
    let requestName: @convention(c) (Pointer, Text, UInt64) -> Int32
    let addMatch: @convention(c) (Pointer, Place?, Text, MessageHandler, Pointer?) -> Int32
    let call: @convention(c) (Pointer, Pointer, UInt64, Pointer?, Place) -> Int32
    let send: @convention(c) (Pointer, Pointer, UnsafeMutablePointer<UInt64>?) -> Int32
    let freeError: @convention(c) (Pointer) -> Void

    let newCall: @convention(c) (Pointer, Place, Text, Text, Text, Text) -> Int32
    let newSignal: @convention(c) (Pointer, Place, Text, Text, Text) -> Int32
    let newReturn: @convention(c) (Pointer, Place) -> Int32
    let newError: @convention(c) (Pointer, Place, UnsafeRawPointer) -> Int32
    let setDestination: @convention(c) (Pointer, Text) -> Int32
    let setAutoStart: @convention(c) (Pointer, Int32) -> Int32
    /// Makes the library wipe a message when it frees it; nil in versions before 246.
    let setSensitive: (@convention(c) (Pointer) -> Int32)?
    let release: @convention(c) (Pointer?) -> Pointer?
    let kind: @convention(c) (Pointer, UnsafeMutablePointer<UInt8>) -> Int32
    let expectsReply: @convention(c) (Pointer) -> Int32
    let sender: @convention(c) (Pointer) -> Text?
    let path: @convention(c) (Pointer) -> Text?
    let interface: @convention(c) (Pointer) -> Text?
    let member: @convention(c) (Pointer) -> Text?
    let signature: @convention(c) (Pointer, Int32) -> Text?

    let peek: @convention(c) (Pointer, UnsafeMutablePointer<CChar>, TextPlace) -> Int32
    let readBasic: @convention(c) (Pointer, CChar, Pointer) -> Int32
    let readArray:
        @convention(c) (
            Pointer, CChar, UnsafeMutablePointer<UnsafeRawPointer?>, UnsafeMutablePointer<Int>
        ) -> Int32
    let enter: @convention(c) (Pointer, CChar, Text?) -> Int32
    let leave: @convention(c) (Pointer) -> Int32
    let appendBasic: @convention(c) (Pointer, CChar, UnsafeRawPointer) -> Int32
    let appendArray: @convention(c) (Pointer, CChar, UnsafeRawPointer?, Int) -> Int32
    let openContainer: @convention(c) (Pointer, CChar, Text) -> Int32
    let closeContainer: @convention(c) (Pointer) -> Int32

    typealias MessageHandler = @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32

    /// The library, loaded at first use; nil if it isn't installed.
    package static let shared = BusLibrary()

    /// Returns the library.
    ///
    /// - Throws: `notAvailable` where it isn't installed; in a static program, because it needs the C library of the system;
    ///   and in a program with raised privileges, because it obeys its environment.
    package static func required() throws(KeychainError) -> BusLibrary {
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

    private init?() {
        guard let handle = Self.files.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            return nil
        }
        /// Returns a function, which every version of the library has.
        func function<Function>(_ name: String) -> Function {
            guard let symbol = dlsym(handle, name) else { fatalError(String(cString: dlerror())) }
            return unsafeBitCast(symbol, to: Function.self)
        }
        openUser = function("sd_bus_open_user")
        openSystem = function("sd_bus_open_system")
        setAddress = function("sd_bus_set_address")
        makeBus = function("sd_bus_new")
        setBusClient = function("sd_bus_set_bus_client")
        start = function("sd_bus_start")
        isReady = function("sd_bus_is_ready")
        close = function("sd_bus_flush_close_unref")
        abandon = function("sd_bus_close_unref")
        process = function("sd_bus_process")
        wait = function("sd_bus_wait")
        descriptor = function("sd_bus_get_fd")
        events = function("sd_bus_get_events")
        timeout = function("sd_bus_get_timeout")
        flush = function("sd_bus_flush")
        requestName = function("sd_bus_request_name")
        addMatch = function("sd_bus_add_match")
        call = function("sd_bus_call")
        send = function("sd_bus_send")
        freeError = function("sd_bus_error_free")
        newCall = function("sd_bus_message_new_method_call")
        newSignal = function("sd_bus_message_new_signal")
        newReturn = function("sd_bus_message_new_method_return")
        newError = function("sd_bus_message_new_method_error")
        setDestination = function("sd_bus_message_set_destination")
        setAutoStart = function("sd_bus_message_set_auto_start")
        setSensitive = dlsym(handle, "sd_bus_message_sensitive").map {
            unsafeBitCast($0, to: (@convention(c) (Pointer) -> Int32).self)
        }
        release = function("sd_bus_message_unref")
        kind = function("sd_bus_message_get_type")
        expectsReply = function("sd_bus_message_get_expect_reply")
        sender = function("sd_bus_message_get_sender")
        path = function("sd_bus_message_get_path")
        interface = function("sd_bus_message_get_interface")
        member = function("sd_bus_message_get_member")
        signature = function("sd_bus_message_get_signature")
        peek = function("sd_bus_message_peek_type")
        readBasic = function("sd_bus_message_read_basic")
        readArray = function("sd_bus_message_read_array")
        enter = function("sd_bus_message_enter_container")
        leave = function("sd_bus_message_exit_container")
        appendBasic = function("sd_bus_message_append_basic")
        appendArray = function("sd_bus_message_append_array")
        openContainer = function("sd_bus_message_open_container")
        closeContainer = function("sd_bus_message_close_container")
    }
}
