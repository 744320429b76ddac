// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// A transfer of libcurl, with the bytes that arrived so far. The handle keeps its connection for the next transfer.
final class CurlTransfer {
    let library: CurlLibrary
    let handle: UnsafeMutableRawPointer
    /// The bytes of the answer that weren't taken yet; ``perform()`` begins anew.
    var received: [UInt8] = []
    /// The limit on the bytes that are received and not yet taken; more of them end the transfer.
    var mostBytes = 0
    private(set) var isTooLong = false
    private var headers: UnsafeMutableRawPointer?

    /// - Throws: where libcurl isn't installed; in a program with raised privileges.
    init() throws(HTTPClient.Failure) {
        // libcurl and what it loads obey variables of the caller that name files to write, proxies and plugins.
        guard keychain_has_raised_privileges() == 0 else {
            throw .refused("a program with raised privileges uses no network")
        }
        guard let library = CurlLibrary.shared else {
            throw .refused("the network needs \(CurlLibrary.file) (Debian: libcurl4)")
        }
        guard let handle = library.make() else { throw .refused("no memory is left") }
        (self.library, self.handle) = (library, handle)
        // HTTP and HTTPS, also after a redirection.
        library.set(handle, .protocols, 3)
        library.set(handle, .redirectionProtocols, 3)
        // libcurl would otherwise end slow name lookups with SIGALRM, a signal of the whole program.
        library.set(handle, .noSignal, 1)
        library.set(handle, .userAgent, "swift-keychain")
        let receive:
            @convention(c) (
                UnsafePointer<UInt8>?, Int, Int, UnsafeMutableRawPointer?
            ) -> Int = { bytes, size, count, transfer in
                guard let bytes, let transfer else { return 0 }
                return Unmanaged<CurlTransfer>.fromOpaque(transfer).takeUnretainedValue().receive(
                    UnsafeBufferPointer(start: bytes, count: size * count))
            }
        library.set(handle, .writeFunction, unsafeBitCast(receive, to: UnsafeRawPointer.self))
        library.set(handle, .writeData, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        library.free(handle)
        library.freeHeaders(headers)
    }

    /// Takes bytes that arrived. If it returns anything but their count, libcurl ends the transfer.
    private func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard received.count + bytes.count <= mostBytes else {
            isTooLong = true
            return 0
        }
        received += bytes
        return bytes.count
    }

    /// Makes a transfer that authenticates the server, and the client to it, as `security` says.
    convenience init(_ security: HTTPClient.Security) throws(HTTPClient.Failure) {
        try self.init()
        library.set(handle, .connectMilliseconds, 3000)
        if !security.authorities.isEmpty {
            library.setAuthorities(handle, security.authorities)
        }
        if !security.certificate.isEmpty {
            library.set(handle, .certificateFile, security.certificate)
            library.set(handle, .keyFile, security.key)
        }
    }

    /// Sets the headers of the next transfers.
    func set(headers texts: [String]) {
        library.freeHeaders(headers)
        headers = texts.reduce(nil) { library.appendHeader($0, $1) }
        library.set(handle, .headers, UnsafeRawPointer(headers))
    }

    /// Sets the body of a POST, which stays in place until the transfer ends: libcurl doesn't copy it.
    func set(body: UnsafeRawBufferPointer) {
        library.set(handle, .bodyCount, body.count)
        library.set(handle, .body, body.baseAddress)
    }

    /// Performs the transfer, and returns the status of the answer.
    ///
    /// - Throws: `tooLong` for an answer beyond ``mostBytes``; `failed`, with libcurl's words, for any other failure.
    func perform() throws(HTTPClient.Failure) -> Int {
        (received, isTooLong) = ([], false)
        let result = library.perform(handle)
        if isTooLong { throw .tooLong(mostBytes) }
        guard result == 0 else { throw .failed(String(cString: library.describe(result))) }
        return library.status(of: handle)
    }
}
