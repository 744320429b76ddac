// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A watch of a folder (inotify(7)). It doesn't see what other machines change on a network
/// file system.
package final class FolderWatch: Sendable {
    /// The descriptor to poll; -1 if the kernel refused one, and then nothing is reported.
    package let descriptor: Int32
    /// Whether events are reported; false if the kernel refused another watch, or there is no such folder.
    package let isUsable: Bool

    package enum Event: Sendable {
        /// Files that appear, are complete, or vanish.
        case files
        /// Bytes that are written into files.
        case writes

        fileprivate var mask: UInt32 {
            switch self {
            case .files: UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_ONLYDIR)
            case .writes: UInt32(IN_MODIFY | IN_ONLYDIR)
            }
        }
    }

    /// Begins to watch. If the kernel refuses another watch, a wait only takes its time.
    package init(_ folder: String, for event: Event) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        self.descriptor = descriptor
        isUsable = folder.withPath { inotify_add_watch(descriptor, $0, event.mask) } >= 0
    }

    deinit { if descriptor >= 0 { System.close(descriptor) } }

    /// Waits for an event of this watch, or of another, since the last wait ended; false if there is none in time. A time
    /// that has passed already only looks.
    package func wait(_ duration: Duration, or other: FolderWatch? = nil) -> Bool {
        let descriptors = [descriptor, other?.descriptor ?? -1]
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), duration.pollTime) > 0 else { return false }
        takeEvents()
        other?.takeEvents()
        return true
    }

    /// Waits for an event, an hour at most, as ``wait(_:or:)``. Where none is reported, `interval` passes, and there may have
    /// been one.
    package func waitForEvent(unreported interval: Duration) -> Bool {
        wait(isUsable ? .seconds(3600) : interval) || !isUsable
    }

    /// Takes the events that have happened, so that the descriptor has nothing to read.
    package func takeEvents() {
        guard descriptor >= 0 else { return }
        var events = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &events, events.count) > 0 {}
    }
}
