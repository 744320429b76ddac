// SPDX-License-Identifier: Apache-2.0
/// A client of HTTP over libcurl, which is loaded when something is fetched for the first time.
package enum HTTPClient {
    /// How a server is authenticated, and the credentials of the client.
    package struct Security: Sendable {
        /// The authorities of the server's certificate: PEM; empty for those of the system.
        package var authorities: [UInt8]
        /// The paths of the client's certificate and of its key; empty for none.
        package var (certificate, key) = ("", "")

        package init(authorities: [UInt8] = [], certificate: String = "", key: String = "") {
            self.authorities = authorities
            (self.certificate, self.key) = (certificate, key)
        }
    }

    /// Why nothing was transferred.
    package enum Failure: Error {
        /// Nothing was tried.
        case refused(String)
        case failed(String)
        /// The answer has more bytes than this.
        case tooLong(Int)

        /// The reason, for the user.
        package var reason: String {
            switch self {
            case .refused(let reason), .failed(let reason): reason
            case .tooLong(let most): "more than \(most) bytes"
            }
        }
    }

    /// Fetches a URL of HTTP or HTTPS, and follows at most three redirections to others.
    ///
    /// - Parameters:
    ///   - body: the bytes to send with POST, and their type; nil for GET.
    ///   - mostBytes: the limit on the size of the answer; a longer one fails.
    ///   - milliseconds: the time for the whole transfer. At most five seconds of it are spent on connecting.
    /// - Throws: for a server that can't be reached or answers with an error, for more bytes and more
    ///   time than allowed, and where libcurl isn't installed; in a program with raised privileges.
    package static func fetch(
        _ url: String, body: (bytes: [UInt8], type: String)? = nil, mostBytes: Int,
        milliseconds: Int
    ) throws(Failure) -> [UInt8] {
        let transfer = try CurlTransfer()
        let (library, handle) = (transfer.library, transfer.handle)
        transfer.mostBytes = mostBytes
        library.set(handle, .url, url)
        library.set(handle, .followsRedirections, 1)
        library.set(handle, .mostRedirections, 3)
        // A status from 400 on fails; otherwise the page of an error would be taken for the content.
        library.set(handle, .failsOnError, 1)
        library.set(handle, .milliseconds, milliseconds)
        library.set(handle, .connectMilliseconds, min(milliseconds, 5000))
        if let body { transfer.set(headers: ["Content-Type: \(body.type)"]) }
        let bytes = body?.bytes ?? []
        try bytes.span.bytes.withUnsafeBytes { bytes throws(Failure) in
            if body != nil { transfer.set(body: bytes) }
            _ = try transfer.perform()
        }
        return transfer.received
    }
}
