// SPDX-License-Identifier: Apache-2.0
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

    /// Whom a server is known by, and how a client proves who it is.
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
    /// - Throws: for a server that can't be reached or answers with an error, for more bytes and more
    ///   time than allowed, and where libcurl isn't installed; in a program with raised privileges.
    package static func fetch(_ request: Request) throws(Failure) -> [UInt8] {
        let transfer = try CurlTransfer()
        let (library, handle) = (transfer.library, transfer.handle)
        transfer.mostBytes = request.mostBytes
        library.set(handle, .url, request.url)
        library.set(handle, .followsRedirections, 1)
        library.set(handle, .mostRedirections, 3)
        // A status from 400 on fails; otherwise the page of an error would be taken for the content.
        library.set(handle, .failsOnError, 1)
        library.set(handle, .milliseconds, request.milliseconds)
        library.set(handle, .connectMilliseconds, min(request.milliseconds, 5000))
        guard let body = request.body else {
            _ = try transfer.perform()
            return transfer.received
        }
        transfer.set(headers: ["Content-Type: \(body.type)"])
        let result = body.bytes.withUnsafeBytes { bytes in
            Result { () throws(Failure) in
                transfer.set(body: bytes)
                return try transfer.perform()
            }
        }
        _ = try result.get()
        return transfer.received
    }
}
