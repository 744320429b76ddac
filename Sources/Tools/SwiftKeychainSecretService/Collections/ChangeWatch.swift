// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// Signals to clients what other programs change: the command, programs that use Apple's interface, other devices. They
/// make and remove keychains, too.
///
/// When something is written into the folder of the login keychain, it lists the items of each keychain that was changed. A
/// list takes as long as there are many items, so the next one waits twenty times as long.
///
/// Keychains in other folders are compared only then, too.
struct ChangeWatch: Sendable {
    private let service: SecretService

    private static let shortestPause = Duration.milliseconds(200)
    /// How long changes stay unnoticed, at most, where the folder can't be watched.
    private static let interval = Duration.seconds(30)

    /// The items of a keychain that were reported to clients.
    struct ReportedItems {
        /// The items of the list that they have.
        let names: Set<ItemIdentifier>
        /// The version of the keychain before this list; nil if the next list may differ although the version is the same.
        let version: [Int]?
    }

    init(_ service: SecretService) { self.service = service }

    /// Watches in a separate thread.
    ///
    /// - Throws: `notAvailable` if the system refuses it.
    func start() throws(KeychainError) { try DetachedThread.require { watch() } }

    /// Watches for ever.
    func watch() {
        var reported: [CollectionName: ReportedItems] = [:]
        // The first comparison makes the folder.
        _ = compare(&reported)
        let path = Keychain.login.path.parentFolder
        var folder = FolderWatch(path, for: .writes)
        if !folder.isUsable {
            Log.tellOnce(
                "\(path): can't be watched (fs.inotify.max_user_instances, max_user_watches):"
                    + " changes by other programs are noticed up to 30 seconds late")
        }
        while true {
            // At the start, too: no event reports what was written before the folder was watched.
            settle(folder, &reported)
            while !folder.waitForEvent(unreported: Self.interval) {}
            // The kernel may allow a watch now.
            if !folder.isUsable { folder = FolderWatch(path, for: .writes) }
        }
    }

    /// Compares until the service changes nothing meanwhile.
    private func settle(_ folder: FolderWatch, _ reported: inout [CollectionName: ReportedItems]) {
        var isSettled = false
        while !isSettled {
            let start = ContinuousClock.now
            // One change is several writes.
            usleep(50_000)
            folder.takeEvents()
            isSettled = compare(&reported)
            let pause = max(Self.shortestPause, (.now - start) * 20)
            SystemClock.sleep(min(pause, .seconds(60)))
        }
    }

    /// Compares the items with those that clients know, and signals each difference. If the list has changed, clients get
    /// the new one, too.
    ///
    /// - Returns: false if the service changed some meanwhile, so that it must be done again.
    func compare(_ reported: inout [CollectionName: ReportedItems]) -> Bool {
        var isSettled = true
        service.tellCollections()
        for collection in service.collections.all() {
            guard let collection = collection as? KeychainCollection else { continue }
            _ = try? service.isLocked(collection)
            // Read before the list: a change during the list makes it out of date.
            let (version, changes) = (collection.version, service.known.changes)
            let former = reported[collection.name]
            if let version, former?.version == version { continue }
            guard let found = try? collection.items(with: nil),
                let list = try? found.list(for: Callers.Caller())
            else { continue }
            let items = Dictionary(
                list.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            let isComplete = found.damage == nil
            let differences = service.known.replace(
                collection.name, by: items.mapValues(\.revision), isComplete: isComplete,
                after: changes)
            for (name, change) in differences ?? [] {
                service.tell(change, name, items[name], in: collection)
            }
            if differences == nil { isSettled = false }
            // Locked items and damaged ones may become readable without a write.
            let isFinal = isComplete && differences != nil && !list.contains(where: \.isLocked)
            let names = Set(items.keys)
            reported[collection.name] = ReportedItems(
                names: names, version: isFinal ? version : nil)
            // Don't send a list when a collection is listed for the first time: clients have seen no earlier one.
            if let former, former.names != names { service.tell(list, of: collection) }
        }
        return isSettled
    }
}
