// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Synchronization

/// Whether calls of this process may ask the user.
public enum UserInteraction {
    private static let state = Atomic<Bool>(true)

    /// True by default. While false, calls that would ask fail with `interactionNotAllowed`.
    public static var isAllowed: Bool {
        get { state.load(ordering: .relaxed) }
        set { state.store(newValue, ordering: .relaxed) }
    }

    /// How a call that has no such parameter treats items that require the user.
    package static var authentication: Authentication {
        Authentication(policy: isAllowed ? .allow : .fail)
    }
}
