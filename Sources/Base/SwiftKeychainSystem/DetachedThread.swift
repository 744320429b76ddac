// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread that isn't joined: its resources are freed when it ends.
package enum DetachedThread {
    /// Runs `body` in a new thread.
    ///
    /// - Parameter stackBytes: the size of its stack; nil for the usual one.
    /// - Returns: false if the system refuses another thread; `body` doesn't run then.
    package static func start(
        stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        guard (try? SystemFaults.check(.thread, "")) != nil else { return false }
        var (attributes, thread) = (pthread_attr_t(), pthread_t())
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
        let box = Unmanaged.passRetained(Box(body))
        let result = pthread_create(
            &thread, &attributes,
            { argument in
                Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        if result != 0 { box.release() }
        return result == 0
    }

    private final class Box: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
