// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread that isn't joined: its resources are freed when it ends.
package enum DetachedThread {
    /// Runs `body` in a new thread.
    ///
    /// - Returns: false if the system refuses another thread; `body` doesn't run then.
    @discardableResult
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let box = Unmanaged.passRetained(Box(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        if result != 0 {
            box.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Box: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
