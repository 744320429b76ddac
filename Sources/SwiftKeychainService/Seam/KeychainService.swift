import SwiftKeychainModel

/// What carries out requests: the engine in this process, a connection to one, or a double in tests.
package protocol KeychainService: Sendable {
    /// Carries out a request. A failure is a reply, and so is what the request lacks.
    ///
    /// The user is never asked here. Who lacks something gets ``Reply/lacks(_:)``, obtains it and
    /// sends the request again with what was granted.
    ///
    /// - Parameters:
    ///   - caller: the program that asks. A service behind a connection learns it from the kernel.
    ///   - progress: told the number of items done and of all, now and then.
    func perform(_ request: Request, from caller: Caller, progress: Progress?) -> Reply
}

/// A function that is told the number of items done and of all; 0 of all where that is unknown.
package typealias Progress = @Sendable (_ done: Int, _ all: Int) -> Void
