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
    /// Nil if libcurl isn't installed or can't start.
    static let shared = try? CurlLibrary()

    typealias Handle = UnsafeMutableRawPointer
    private let setOption: UnsafeMutableRawPointer
    let make: @convention(c) () -> Handle?
    let free: @convention(c) (Handle?) -> Void
    let perform: @convention(c) (Handle?) -> Int32
    let describe: @convention(c) (Int32) -> UnsafePointer<CChar>
    private let append: @convention(c) (Handle?, UnsafePointer<CChar>) -> Handle?
    let freeHeaders: @convention(c) (Handle?) -> Void
    private let getInformation: UnsafeMutableRawPointer
    let multi: Multi

    /// The functions for transfers that go on while the caller does something else.
    struct Multi {
        let make: @convention(c) () -> Handle?
        let free: @convention(c) (Handle?) -> Int32
        let add: @convention(c) (Handle?, Handle?) -> Int32
        let remove: @convention(c) (Handle?, Handle?) -> Int32
        let perform: @convention(c) (Handle?, UnsafeMutablePointer<Int32>) -> Int32
        /// Waits for transfers and for other descriptors: a `curl_waitfd` is laid out as a `pollfd`.
        let wait:
            @convention(c) (
                Handle?, UnsafeMutablePointer<pollfd>?, UInt32, Int32, UnsafeMutablePointer<Int32>?
            ) -> Int32

        fileprivate init(_ library: LoadedLibrary) throws(LoadedLibrary.Missing) {
            make = try library.symbol("curl_multi_init")
            free = try library.symbol("curl_multi_cleanup")
            add = try library.symbol("curl_multi_add_handle")
            remove = try library.symbol("curl_multi_remove_handle")
            perform = try library.symbol("curl_multi_perform")
            wait = try library.symbol("curl_multi_wait")
        }
    }

    private init() throws(LoadedLibrary.Missing) {
        let library = try LoadedLibrary(Self.file)
        let start: @convention(c) (Int) -> Int32 = try library.symbol("curl_global_init")
        make = try library.symbol("curl_easy_init")
        free = try library.symbol("curl_easy_cleanup")
        perform = try library.symbol("curl_easy_perform")
        describe = try library.symbol("curl_easy_strerror")
        setOption = try library.symbol("curl_easy_setopt")
        append = try library.symbol("curl_slist_append")
        freeHeaders = try library.symbol("curl_slist_free_all")
        getInformation = try library.symbol("curl_easy_getinfo")
        multi = try Multi(library)
        // CURL_GLOBAL_ALL.
        guard start(3) == 0 else { throw LoadedLibrary.Missing() }
    }

    /// Sets an option whose value is a number. curl_easy_setopt() is variadic, so a C function calls it.
    func set(_ handle: Handle, _ option: Option, _ number: Int) {
        keychain_curl_set_number(setOption, handle, option.rawValue, number)
    }

    /// Sets an option whose value is a pointer. What it points to must stay in place until the transfers have ended.
    func set(_ handle: Handle, _ option: Option, _ pointer: UnsafeRawPointer?) {
        keychain_curl_set_pointer(setOption, handle, option.rawValue, pointer)
    }

    /// libcurl copies texts.
    func set(_ handle: Handle, _ option: Option, _ text: String) {
        text.withCString {
            _ = keychain_curl_set_pointer(setOption, handle, option.rawValue, UnsafeRawPointer($0))
        }
    }

    /// Appends a line to a list of headers, which libcurl copies; nil begins a list.
    func appendHeader(_ headers: Handle?, _ text: String) -> Handle? { append(headers, text) }

    /// Sets the authorities that a server's certificate may come from: PEM, in place of the system's.
    func setAuthorities(_ handle: Handle, _ pem: [UInt8]) {
        pem.withUnsafeBytes { bytes in
            withUnsafeBytes(of: Blob(start: bytes.baseAddress, count: bytes.count)) {
                _ = keychain_curl_set_pointer(
                    setOption, handle, Option.authorities.rawValue, $0.baseAddress)
            }
        }
    }

    /// Returns the status of the answer of a transfer, 0 if there was none.
    func status(of handle: Handle) -> Int {
        // CURLINFO_RESPONSE_CODE.
        keychain_curl_get_number(getInformation, handle, 0x200002)
    }
}
