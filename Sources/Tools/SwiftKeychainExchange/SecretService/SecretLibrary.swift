// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The functions of libsecret, and of the GLib that it is linked with.
///
/// The library is loaded when a Secret Service is read. It stays in the process, because GLib can't be
/// unloaded.
struct SecretLibrary {
    typealias Pointer = UnsafeMutableRawPointer
    /// A call of an object, which takes a cancellable and the place of an error.
    typealias Failure = UnsafeMutablePointer<Pointer?>

    private let handle: Pointer
    private static let file = "libsecret-1.so.0"

    /// - Throws: `notAvailable` where libsecret isn't installed, in a static program, because GLib needs the C
    ///   library of the system, and in a program with raised privileges, because GLib obeys its environment.
    init() throws(KeychainError) {
        guard keychain_has_raised_privileges() == 0 else {
            throw KeychainError(
                .notAvailable, "a program with raised privileges asks no Secret Service")
        }
        // A static program has no address of the dynamic linker.
        guard getauxval(UInt(AT_BASE)) != 0 else {
            throw KeychainError(.notAvailable, "a static program can't load \(Self.file)")
        }
        guard let handle = dlopen(Self.file, RTLD_NOW) else {
            throw KeychainError(
                .notAvailable, "\(Self.file) can't be loaded (Debian: libsecret-1-0)")
        }
        self.handle = handle
    }

    /// Returns a function, which every version of the library has.
    ///
    /// The type isn't checked: a wrong one is undefined behaviour, so each caller writes that of the C header.
    func function<Function>(_ name: String, as type: Function.Type) -> Function {
        guard let symbol = dlsym(handle, name) else { fatalError(String(cString: dlerror())) }
        return unsafeBitCast(symbol, to: type)
    }

    /// Calls a function that frees, or is given, an object.
    func call(_ name: String, _ object: Pointer?) {
        function(name, as: (@convention(c) (Pointer?) -> Void).self)(object)
    }

    /// Calls a function that returns a pointer or nil.
    func pointer(_ name: String, of object: Pointer) -> Pointer? {
        function(name, as: (@convention(c) (Pointer) -> Pointer?).self)(object)
    }

    /// Calls a function that returns a boolean.
    func isTrue(_ name: String, of object: Pointer) -> Bool {
        function(name, as: (@convention(c) (Pointer) -> Int32).self)(object) != 0
    }

    /// Calls a function that returns a number of 64 bits.
    func number(_ name: String, of object: Pointer) -> UInt64 {
        function(name, as: (@convention(c) (Pointer) -> UInt64).self)(object)
    }

    /// Returns a text, and frees it if the caller owns it.
    func text(_ name: String, of object: Pointer, isOwned: Bool) -> String {
        guard let text = pointer(name, of: object) else { return "" }
        defer { if isOwned { call("g_free", text) } }
        return String(cString: text.assumingMemoryBound(to: CChar.self))
    }

    /// An object of GLib that the caller owns.
    final class Object {
        let pointer: Pointer
        private let library: SecretLibrary

        init(owning pointer: Pointer, _ library: SecretLibrary) {
            (self.pointer, self.library) = (pointer, library)
        }

        deinit { library.call("g_object_unref", pointer) }
    }

    /// Takes a list of objects apart, and owns these.
    func objects(owning list: Pointer?) -> [Object] {
        defer { call("g_list_free", list) }
        return Self.elements(list).map { Object(owning: $0, self) }
    }

    /// Returns the elements of a list: a list is a pointer to an element, and one to the next list.
    static func elements(_ list: Pointer?) -> [Pointer] {
        var elements: [Pointer] = []
        var list = list
        while let node = list {
            if let element = node.load(as: Pointer?.self) { elements.append(element) }
            list = node.load(fromByteOffset: MemoryLayout<Pointer?>.size, as: Pointer?.self)
        }
        return elements
    }

    /// Makes a list of objects, which the caller frees with `g_list_free`.
    func list(_ objects: [Object]) -> Pointer? {
        let prepend = function(
            "g_list_prepend", as: (@convention(c) (Pointer?, Pointer) -> Pointer?).self)
        return objects.reversed().reduce(nil) { prepend($0, $1.pointer) }
    }

    /// Makes a call that ends at a deadline.
    ///
    /// - Parameters:
    ///   - what: the beginning of the error's detail.
    ///   - body: makes the call, with a cancellable and the place for an error of GLib.
    /// - Throws: `notAvailable` when it fails, with GLib's reason.
    func wait<Result>(
        _ seconds: Int32, for what: String, _ body: (_ cancellable: Pointer, Failure) -> Result
    ) throws(KeychainError) -> Result {
        let make = function("g_cancellable_new", as: (@convention(c) () -> Pointer).self)
        let cancellable = Object(owning: make(), self)
        let limit = CallLimit(seconds) { self.call("g_cancellable_cancel", cancellable.pointer) }
        var failure: Pointer?
        let result = body(cancellable.pointer, &failure)
        guard !limit.end() else {
            call("g_clear_error", &failure)
            throw KeychainError(.notAvailable, "\(what): no answer within \(seconds) seconds")
        }
        guard let failure else { return result }
        defer { call("g_error_free", failure) }
        // A quark, a code, and the text.
        let text = failure.load(fromByteOffset: 8, as: UnsafePointer<CChar>.self)
        throw KeychainError(.notAvailable, "\(what): \(String(cString: text).printable)")
    }
}
