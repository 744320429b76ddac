// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An answer of a server that goes on for as long as both ends want, line by line. Its caller can wait for other descriptors
/// at the same time.
///
/// It must be used by one thread at a time.
package final class HTTPLineStream {
    private let transfer: CurlTransfer
    private let multi: UnsafeMutableRawPointer
    /// The body of the question, at a place that doesn't change.
    private let body: UnsafeMutableRawBufferPointer

    package enum Event {
        /// A line without its newline.
        case line([UInt8])
        /// Another descriptor has something to read.
        case other
        /// Nothing, within the time.
        case nothing
        /// The stream has ended.
        /// What followed the last newline is lost.
        case end
    }

    /// Begins to send a body with POST.
    ///
    /// - Parameter mostBytes: the limit on a line; a longer one ends the stream.
    package init(
        _ url: String, _ body: [UInt8], headers: [String], mostBytes: Int,
        _ security: HTTPClient.Security
    ) throws(HTTPClient.Failure) {
        transfer = try CurlTransfer(security)
        guard let multi = transfer.library.multi.make() else {
            throw .refused("no memory is left")
        }
        self.multi = multi
        self.body = .allocate(byteCount: body.count, alignment: 1)
        self.body.copyBytes(from: body)
        let (library, handle) = (transfer.library, transfer.handle)
        transfer.mostBytes = mostBytes
        library.set(handle, .url, url)
        // A machine that vanished would otherwise never be noticed.
        library.set(handle, .keepsAlive, 1)
        transfer.set(headers: headers)
        transfer.set(body: UnsafeRawBufferPointer(self.body))
        _ = library.multi.add(multi, handle)
    }

    deinit {
        _ = transfer.library.multi.remove(multi, transfer.handle)
        _ = transfer.library.multi.free(multi)
        body.deallocate()
    }

    /// The status of the answer; 0 before it is known.
    package var status: Int { transfer.library.status(of: transfer.handle) }

    /// Waits for the next line, or for something to read from another descriptor.
    package func next(within duration: Duration, or descriptor: Int32? = nil) -> Event {
        let end = ContinuousClock.now + duration
        while true {
            var running: Int32 = 0
            _ = transfer.library.multi.perform(multi, &running)
            if let line = takeLine() { return .line(line) }
            if running == 0 { return .end }
            let left = end - .now
            if left <= .zero { return .nothing }
            var other = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            _ = transfer.library.multi.wait(
                multi, &other, descriptor == nil ? 0 : 1,
                Int32(clamping: Int(left / .milliseconds(1)) + 1), nil)
            if other.revents & Int16(POLLIN) != 0 { return .other }
        }
    }

    private func takeLine() -> [UInt8]? {
        guard let end = transfer.received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = Array(transfer.received[..<end])
        transfer.received.removeFirst(end + 1)
        return line
    }
}
