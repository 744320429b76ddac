import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// Writes to standard error at once; a failure there can be told to nobody.
enum StandardError {
    static let descriptor = STDERR_FILENO
    static let isTerminal = isatty(descriptor) == 1

    /// Writes one line. What is unprintable in it, as in the name of a file, is shown as `\ooo`.
    static func line(_ text: String) {
        write(text.printable + "\n")
    }

    static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(STDERR_FILENO, rest.baseAddress!, rest.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}

/// Shows how far long work has come, on one line of a terminal; says nothing anywhere else.
final class ProgressLine: Sendable {
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

extension Session {
    static func items(_ count: Int) -> String {
        "\(count) \(count == 1 ? "item" : "items")"
    }

    /// Begins a sentence about items that are there and may not be read unasked.
    static func constrainedItems(_ count: Int) -> String {
        items(count) + (count == 1 ? " that demands a person is" : " that demand a person are")
    }
}
