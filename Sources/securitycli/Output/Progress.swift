import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// Shows how far long work has come, on one line of a terminal; says nothing anywhere else.
final class Progress: Sendable {
    private let isShown: Bool
    private let isOnScreen = Atomic(false)

    init(_ session: Session) { isShown = StandardError.isTerminal && !session.isQuiet }

    func show(_ text: String) {
        guard isShown else { return }
        StandardError.write("\r\u{1b}[K" + text.printable)
        isOnScreen.store(true, ordering: .relaxed)
    }

    /// Takes the line away again.
    func end() {
        guard isOnScreen.exchange(false, ordering: .relaxed) else { return }
        StandardError.write("\r\u{1b}[K")
    }
}
