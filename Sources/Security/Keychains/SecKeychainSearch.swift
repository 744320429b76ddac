import Synchronization

/// Holds what a search of keychain files found, to be taken out item by item.
public final class SecKeychainSearch: CoreFoundationObject, @unchecked Sendable {
    private let rest: Mutex<ArraySlice<SecKeychainItem>>

    package init(_ found: [SecKeychainItem]) {
        rest = Mutex(found[...])
        super.init()
    }

    /// Takes out the next item; nil when there is none left.
    package func next() -> SecKeychainItem? { rest.withLock { $0.popFirst() } }
}

/// Gives the Core Foundation type of ``SecKeychainSearch``.
public func SecKeychainSearchGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKeychainSearch.self)
}
