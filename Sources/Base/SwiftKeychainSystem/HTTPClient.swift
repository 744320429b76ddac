// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// A client of HTTP over libcurl, which is loaded when something is fetched for the first time.
package enum HTTPClient {
    /// What to fetch, and how much of it in which time.
    package struct Request: Sendable {
        package var url: String
        /// The bytes to send with POST, and their type; nil for GET.
        package var body: (bytes: [UInt8], type: String)?
        /// The limit on the size of the answer; a longer one fails.
        package var mostBytes: Int
        /// The time for the whole transfer. At most five seconds of it are spent on connecting.
        package var milliseconds: Int

        package init(
            _ url: String, body: (bytes: [UInt8], type: String)? = nil, mostBytes: Int,
            milliseconds: Int
        ) {
            (self.url, self.body) = (url, body)
            (self.mostBytes, self.milliseconds) = (mostBytes, milliseconds)
        }
    }

    /// The reason why nothing was fetched, for the user.
    package struct Failure: Error {
        package let reason: String
    }

    /// Fetches a URL of HTTP or HTTPS, and follows at most three redirections to others.
    ///
    /// - Throws: for a server that can't be reached or answers with an error, for more bytes and more
    ///   time than allowed, and where libcurl isn't installed; in a program with raised privileges.
    package static func fetch(_ request: Request) throws(Failure) -> [UInt8] {
        // libcurl and what it loads obey variables of the caller that name files to write, proxies and plugins.
        guard keychain_has_raised_privileges() == 0 else {
            throw Failure(reason: "a program with raised privileges fetches nothing")
        }
        guard let library = CurlLibrary.shared else {
            throw Failure(
                reason: "nothing can be fetched without \(CurlLibrary.file) (Debian: libcurl4)")
        }
        guard let handle = library.make() else { throw Failure(reason: "no memory is left") }
        defer { library.free(handle) }
        let received = Received(most: request.mostBytes)
        let result = withExtendedLifetime(received) {
            run(request, library, handle, Unmanaged.passUnretained(received).toOpaque())
        }
        if received.isTooLong {
            throw Failure(reason: "more than \(request.mostBytes) bytes")
        }
        guard result == 0 else {
            throw Failure(reason: String(cString: library.describe(result)))
        }
        return received.bytes
    }

    /// The bytes received so far. libcurl's write function gets it as a pointer.
    private final class Received {
        let most: Int
        var bytes: [UInt8] = []
        var isTooLong = false

        init(most: Int) { self.most = most }
    }

    /// Sets the options of a transfer and performs it; returns libcurl's result, 0 for success.
    private static func run(
        _ request: Request, _ library: CurlLibrary, _ handle: UnsafeMutableRawPointer,
        _ received: UnsafeMutableRawPointer
    ) -> Int32 {
        library.set(handle, .url, request.url)
        // HTTP and HTTPS, also after a redirection.
        library.set(handle, .protocols, 3)
        library.set(handle, .redirectionProtocols, 3)
        library.set(handle, .followsRedirections, 1)
        library.set(handle, .mostRedirections, 3)
        // A status from 400 on fails; otherwise the page of an error would be taken for the content.
        library.set(handle, .failsOnError, 1)
        // libcurl would otherwise end slow name lookups with SIGALRM, a signal of the whole program.
        library.set(handle, .noSignal, 1)
        library.set(handle, .milliseconds, request.milliseconds)
        library.set(handle, .connectMilliseconds, min(request.milliseconds, 5000))
        library.set(handle, .userAgent, "swift-keychain")
        let receive:
            @convention(c) (
                UnsafePointer<UInt8>?, Int, Int, UnsafeMutableRawPointer?
            ) -> Int = { bytes, size, count, received in
                guard let bytes, let received else { return 0 }
                let room = Unmanaged<Received>.fromOpaque(received).takeUnretainedValue()
                // Any other number than that of the received bytes makes libcurl end the transfer.
                guard room.bytes.count + size * count <= room.most else {
                    room.isTooLong = true
                    return 0
                }
                room.bytes += UnsafeBufferPointer(start: bytes, count: size * count)
                return size * count
            }
        library.set(handle, .writeFunction, unsafeBitCast(receive, to: UnsafeRawPointer.self))
        library.set(handle, .writeData, UnsafeRawPointer(received))
        guard let body = request.body else { return library.perform(handle) }
        let headers = library.appendHeader(nil, "Content-Type: \(body.type)")
        defer { library.freeHeaders(headers) }
        library.set(handle, .headers, UnsafeRawPointer(headers))
        library.set(handle, .bodyCount, body.bytes.count)
        // libcurl doesn't copy the body, so it stays in place until the transfer ends.
        return body.bytes.withUnsafeBytes { bytes in
            library.set(handle, .body, bytes.baseAddress)
            return library.perform(handle)
        }
    }
}

/// The functions of libcurl that ``HTTPClient`` calls.
private struct CurlLibrary: @unchecked Sendable {
    /// The options by their numbers, which never change.
    enum Option: Int32 {
        case url = 10002, writeData = 10001, writeFunction = 20011, body = 10015, userAgent = 10018
        case headers = 10023, failsOnError = 45, followsRedirections = 52, bodyCount = 60
        case mostRedirections = 68, noSignal = 99, milliseconds = 155, connectMilliseconds = 156
        case protocols = 181, redirectionProtocols = 182
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
            let freeHeaders = dlsym(library, "curl_slist_free_all")
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
        self.setOption = setOption
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
}
