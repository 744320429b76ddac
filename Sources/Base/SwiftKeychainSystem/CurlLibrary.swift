// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// The functions of libcurl that this module calls. It is loaded when it is needed for the first time.
struct CurlLibrary: @unchecked Sendable {
    /// The options by their numbers, which never change.
    enum Option: Int32 {
        case url = 10002, writeData = 10001, writeFunction = 20011, body = 10015, userAgent = 10018
        case headers = 10023, failsOnError = 45, followsRedirections = 52, bodyCount = 60
        case mostRedirections = 68, noSignal = 99, milliseconds = 155, connectMilliseconds = 156
        case protocols = 181, redirectionProtocols = 182, keepsAlive = 213
        case certificateFile = 10025, keyFile = 10087, authorities = 40309
    }

    /// A `struct curl_blob`: bytes that libcurl copies, with the flag 1.
    private struct Blob {
        let start: UnsafeRawPointer?
        let count: Int
        let flags: UInt32 = 1
    }

    static let file = "libcurl.so.4"
    /// Nil if libcurl isn't installed.
    static let shared = CurlLibrary()

    private typealias Pointer = UnsafeMutableRawPointer
    private let setOption: Pointer
    let make: @convention(c) () -> UnsafeMutableRawPointer?
    let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let perform: @convention(c) (UnsafeMutableRawPointer?) -> Int32
    let describe: @convention(c) (Int32) -> UnsafePointer<CChar>
    private let append:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
    let freeHeaders: @convention(c) (UnsafeMutableRawPointer?) -> Void
    private let getInformation: Pointer
    let multi: Multi

    /// The functions for transfers that go on while the caller does something else.
    struct Multi {
        let make: @convention(c) () -> UnsafeMutableRawPointer?
        let free: @convention(c) (UnsafeMutableRawPointer?) -> Int32
        let add: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
        let remove: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
        let perform: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>) -> Int32
        /// Waits for transfers and for other descriptors: a `curl_waitfd` is laid out as a `pollfd`.
        let wait:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutablePointer<pollfd>?, UInt32, Int32,
                UnsafeMutablePointer<Int32>?
            ) -> Int32
    }

    /// Loads libcurl and its functions; nil if it isn't installed or can't start.
    private init?() {
        guard let library = dlopen(Self.file, RTLD_NOW),
            let global = dlsym(library, "curl_global_init"),
            let make = dlsym(library, "curl_easy_init"),
            let free = dlsym(library, "curl_easy_cleanup"),
            let perform = dlsym(library, "curl_easy_perform"),
            let describe = dlsym(library, "curl_easy_strerror"),
            let setOption = dlsym(library, "curl_easy_setopt"),
            let append = dlsym(library, "curl_slist_append"),
            let freeHeaders = dlsym(library, "curl_slist_free_all"),
            let getInformation = dlsym(library, "curl_easy_getinfo"),
            let multi = Multi(library)
        else { return nil }
        // CURL_GLOBAL_ALL.
        let start = unsafeBitCast(global, to: (@convention(c) (Int) -> Int32).self)
        guard start(3) == 0 else { return nil }
        self.make = unsafeBitCast(make, to: (@convention(c) () -> Pointer?).self)
        self.free = unsafeBitCast(free, to: (@convention(c) (Pointer?) -> Void).self)
        self.perform = unsafeBitCast(perform, to: (@convention(c) (Pointer?) -> Int32).self)
        self.describe = unsafeBitCast(
            describe, to: (@convention(c) (Int32) -> UnsafePointer<CChar>).self)
        self.append = unsafeBitCast(
            append, to: (@convention(c) (Pointer?, UnsafePointer<CChar>) -> Pointer?).self)
        self.freeHeaders = unsafeBitCast(freeHeaders, to: (@convention(c) (Pointer?) -> Void).self)
        (self.setOption, self.getInformation, self.multi) = (setOption, getInformation, multi)
    }

    /// Sets an option whose value is a number. curl_easy_setopt() is variadic, so a C function calls it.
    func set(_ handle: UnsafeMutableRawPointer, _ option: Option, _ number: Int) {
        keychain_curl_set_number(setOption, handle, option.rawValue, number)
    }

    func set(_ handle: UnsafeMutableRawPointer, _ option: Option, _ pointer: UnsafeRawPointer?) {
        keychain_curl_set_pointer(setOption, handle, option.rawValue, pointer)
    }

    /// libcurl copies texts.
    func set(_ handle: UnsafeMutableRawPointer, _ option: Option, _ text: String) {
        text.withCString {
            _ = keychain_curl_set_pointer(setOption, handle, option.rawValue, UnsafeRawPointer($0))
        }
    }

    /// Appends a line to a list of headers, which libcurl copies; nil begins a list.
    func appendHeader(
        _ headers: UnsafeMutableRawPointer?, _ text: String
    ) -> UnsafeMutableRawPointer? {
        text.withCString { append(headers, $0) }
    }
    /// Sets the authorities that a server's certificate may come from: PEM, in place of the system's.
    func setAuthorities(_ handle: UnsafeMutableRawPointer, _ pem: [UInt8]) {
        pem.withUnsafeBytes { bytes in
            withUnsafeBytes(of: Blob(start: bytes.baseAddress, count: bytes.count)) {
                _ = keychain_curl_set_pointer(
                    setOption, handle, Option.authorities.rawValue, $0.baseAddress)
            }
        }
    }

    /// Returns the status of the answer of a transfer, 0 if there was none.
    func status(of handle: UnsafeMutableRawPointer) -> Int {
        // CURLINFO_RESPONSE_CODE.
        keychain_curl_get_number(getInformation, handle, 0x200002)
    }
}

extension CurlLibrary.Multi {
    fileprivate init?(_ library: UnsafeMutableRawPointer) {
        guard let make = dlsym(library, "curl_multi_init"),
            let free = dlsym(library, "curl_multi_cleanup"),
            let add = dlsym(library, "curl_multi_add_handle"),
            let remove = dlsym(library, "curl_multi_remove_handle"),
            let perform = dlsym(library, "curl_multi_perform"),
            let wait = dlsym(library, "curl_multi_wait")
        else { return nil }
        typealias Handle = UnsafeMutableRawPointer?
        typealias Count = UnsafeMutablePointer<Int32>
        self.init(
            make: unsafeBitCast(make, to: (@convention(c) () -> Handle).self),
            free: unsafeBitCast(free, to: (@convention(c) (Handle) -> Int32).self),
            add: unsafeBitCast(add, to: (@convention(c) (Handle, Handle) -> Int32).self),
            remove: unsafeBitCast(remove, to: (@convention(c) (Handle, Handle) -> Int32).self),
            perform: unsafeBitCast(perform, to: (@convention(c) (Handle, Count) -> Int32).self),
            wait: unsafeBitCast(
                wait,
                to: (@convention(c) (Handle, UnsafeMutablePointer<pollfd>?, UInt32, Int32, Count?)
                    -> Int32).self))
    }
}
