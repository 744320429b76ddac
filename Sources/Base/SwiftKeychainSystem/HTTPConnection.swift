// SPDX-License-Identifier: Apache-2.0
/// A client that asks a server one question after the other, and keeps the connection between them.
///
/// It must be used by one thread at a time.
package final class HTTPConnection {
    private let transfer: CurlTransfer

    /// A server's answer, which may report an error.
    package struct Answer {
        package let status: Int
        package let bytes: [UInt8]
    }

    /// - Throws: where libcurl isn't installed; in a program with raised privileges.
    package init(_ security: HTTPClient.Security) throws(HTTPClient.Failure) {
        transfer = try CurlTransfer(security)
    }

    /// Sends a body with POST.
    ///
    /// An answer with an error status is returned like any other. Redirections aren't followed.
    ///
    /// - Parameters:
    ///   - headers: lines such as `Authorization: token`.
    ///   - milliseconds: the time for the whole transfer.
    /// - Throws: if no answer arrives in time, or it has more than `mostBytes` bytes.
    package func post(
        _ url: String, _ body: UnsafeRawBufferPointer, headers: [String], mostBytes: Int,
        milliseconds: Int
    ) throws(HTTPClient.Failure) -> Answer {
        transfer.library.set(transfer.handle, .url, url)
        transfer.library.set(transfer.handle, .milliseconds, milliseconds)
        transfer.mostBytes = mostBytes
        transfer.set(headers: headers)
        transfer.set(body: body)
        let status = try transfer.perform()
        return Answer(status: status, bytes: transfer.received)
    }
}
