// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// Tells clients of what other programs change: the command, programs that use Apple's interface, other devices. They
/// make and remove keychains, too.
///
/// It lists the items after something was written into the folder of the login keychain. A list takes as long as there
/// are many items, so the next one waits twenty times as long.
///
/// Keychains in other folders are compared only then, too.
struct ChangeWatch: Sendable {
    private let service: SecretService

    private static let shortestPause = Duration.milliseconds(200)
    /// How long changes stay unnoticed, at most, where the folder can't be watched.
    private static let interval = Duration.seconds(30)

    init(_ service: SecretService) { self.service = service }

    /// Watches in a separate thread.
    ///
    /// - Throws: `notAvailable` if the system refuses it.
    func start() throws(KeychainError) { try DetachedThread.require { watch() } }

    /// Watches for ever.
    func watch() {
        // The changes of each collection that clients have a list after.
        var sent: [CollectionName: Int] = [:]
        // The first comparison makes the folder.
        _ = compare(&sent)
        let path = Keychain.login.path.parentFolder
        var folder = FolderWatch(path, for: .writes)
        if !folder.isUsable {
            Log.tellOnce(
                "\(path): can't be watched (fs.inotify.max_user_instances, max_user_watches):"
                    + " changes of other programs are told within 30 seconds")
        }
        while true {
            // At the start, too: no event tells of what was written before the folder was watched.
            settle(folder, &sent)
            while !folder.waitForEvent(unreported: Self.interval) {}
            // The kernel may allow a watch now.
            if !folder.isUsable { folder = FolderWatch(path, for: .writes) }
        }
    }

    /// Compares until the service changes nothing meanwhile.
    private func settle(_ folder: FolderWatch, _ sent: inout [CollectionName: Int]) {
        var isSettled = false
        while !isSettled {
            let start = ContinuousClock.now
            // One change is several writes.
            usleep(50_000)
            folder.takeEvents()
            isSettled = compare(&sent)
            let pause = max(Self.shortestPause, (.now - start) * 20)
            SystemClock.sleep(min(pause, .seconds(60)))
        }
    }

    /// Compares the items with those that clients know, and tells them of each difference. If anything has changed, they get
    /// the list, too.
    ///
    /// - Returns: false if the service changed some meanwhile, so that it must be done again.
    private func compare(_ sent: inout [CollectionName: Int]) -> Bool {
        var isSettled = true
        service.tellCollections()
        for collection in service.collections.all() where collection is KeychainCollection {
            _ = try? service.isLocked(collection)
            // Read before the list: a change of the service during the list makes it out of date.
            let changes = service.known.changes
            guard let found = try? collection.items(with: nil),
                let items = try? found.list(for: Callers.Caller())
            else { continue }
            let revisions = Dictionary(
                items.map { ($0.name, $0.revision) }, uniquingKeysWith: { first, _ in first })
            let isComplete = found.damage == nil
            let differences = service.known.replace(
                collection.name, by: revisions, isComplete: isComplete, after: changes)
            for (name, change) in differences ?? [] { service.tell(change, name, in: collection) }
            if differences == nil { isSettled = false }
            // After a list without damaged items, another is sent.
            let former = sent.updateValue(isComplete ? changes : -1, forKey: collection.name)
            // Don't send a list when a collection is listed for the first time: clients have seen no earlier one.
            if former != nil, former != changes || differences?.isEmpty == false {
                service.tell(items, of: collection)
            }
        }
        return isSettled
    }
}
