// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// Whether calls of this process may ask the user.
public enum UserInteraction {
    private static let state = Atomic<Bool>(true)
    private static let command = Atomic<Bool>(false)

    /// True by default. While false, calls that would ask fail with `interactionNotAllowed`.
    public static var isAllowed: Bool {
        get { state.load(ordering: .relaxed) }
        set { state.store(newValue, ordering: .relaxed) }
    }

    /// Whether this process is one of the commands. Their calls ask for the password of a locked keychain, and at the
    /// terminal itself where there is no pinentry; the calls of other programs fail there.
    package static var isCommand: Bool { command.load(ordering: .relaxed) }

    /// Makes this process one of the commands. It never asks if `$KEYCHAIN_NO_PROMPT` is 1.
    package static func beginCommand() {
        command.store(true, ordering: .relaxed)
        if Environment.value("KEYCHAIN_NO_PROMPT") == "1" { isAllowed = false }
    }
}
