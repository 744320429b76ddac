import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing

/// One operation on one keychain, with what was granted to it.
package struct Request: Sendable {
    /// The keychain that the operation is about.
    package let location: Location
    package let operation: Operation
    package var grant: Grant

    package init(_ operation: Operation, at location: Location, grant: Grant = Grant()) {
        self.location = location
        self.operation = operation
        self.grant = grant
    }

    /// Every way into the engine.
    package enum Operation: Sendable {
        /// Finds items → ``Reply/items(_:)``, or in pages → ``Reply/page(_:)``.
        case find(Find)
        /// Adds groups of items, all or none; a group is refused as `duplicates` says
        /// → ``Reply/stored(_:)``.
        case add([[NewItem]], duplicates: Duplicates)
        /// Changes what a search finds, all or none → ``Reply/count(_:)``.
        case update(Search, Change)
        /// Changes what a search finds; adds an item where it finds nothing, in the same transaction
        /// → ``Reply/count(_:)``, 0 when the item was added.
        case put(Search, Change, orAdd: NewItem)
        /// Deletes what a search finds → ``Reply/count(_:)``.
        case delete(Search)

        /// Tells the lock state → ``Reply/status(_:)``.
        case status
        /// Locks the classes that lock with the keychain, or all that a passcode protects, as a
        /// restart of the machine does → ``Reply/done``.
        case lock(everything: Bool)
        /// Unlocks every class → ``Reply/done``. Without a passcode: unlocks with the passcode that a
        /// server has in a file, if any, else ``Reply/lacks(_:)`` while the keychain is locked.
        case unlock(SecretBytes?)
        /// Checks a passcode and unlocks nothing → ``Reply/verified(_:)``.
        case verify(SecretBytes)
        /// Sets, changes or removes the passcode → ``Reply/passcodeChange(_:)``.
        case setPasscode(SecretBytes?, old: SecretBytes?)
        /// Counts the items that are deleted with the passcode → ``Reply/count(_:)``.
        case countItemsThatNeedPasscode
        /// Lists the files that repairs set aside → ``Reply/paths(_:)``.
        case filesSetAside
        /// Reads when the keychain locks by itself → ``Reply/settings(_:)``.
        case settings
        /// Sets when the keychain locks by itself → ``Reply/done``.
        case setSettings(LockSettings)

        /// Tells whether the file is there and what may be done with it → ``Reply/file(_:)``.
        case file
        /// Checks that the file is a keychain → ``Reply/done``.
        case requireKeychain
        /// Makes a keychain file and adds it to the search list of `home` → ``Reply/done``, or
        /// ``Reply/lacks(_:)`` where it could be made and its password is to be asked for.
        case create(NewKeychainFile)
        /// Removes the file and its entry in the search list of `home` → ``Reply/done``.
        case remove(home: Location, name: String)
        /// Reads the search list and the default keychain of the user's own store
        /// → ``Reply/keychainList(_:)``.
        case keychainList
        /// Changes the default keychain or the search list → ``Reply/done``.
        case changeKeychainList(KeychainList.Change)

        /// Examines the store and changes nothing → ``Reply/findings(_:)``.
        case examine
        /// Mends the store → ``Reply/findings(_:)``.
        case repair
        /// Writes the caller's items to an encrypted file → ``Reply/archived(_:)``.
        case backUp(ArchiveRequest)
        /// Brings the items of such a file back → ``Reply/restored(_:)``.
        case restore(ArchiveRequest)

        /// Whether the access groups of the caller are looked at.
        package var needsRights: Bool {
            switch self {
            case .find, .add, .update, .put, .delete, .backUp, .restore: true
            default: false
            }
        }
    }
}

/// What to find, how much of it to give, and where to begin.
package struct Find: Sendable {
    package let search: Search
    /// What is wanted of each item; nothing: only that items exist is told.
    package let parts: Item.Parts
    /// Leaves out items that do not open with what was granted.
    package let skips: Bool
    /// Where the page starts; nil: everything in one reply.
    package let page: Page?

    /// A page of candidates, for conditions that only the client evaluates: certificates come with
    /// their DER, keys without their secrets.
    package struct Page: Sendable {
        package let start: Cursor
        /// Opens items that demand the user, or leaves them out with `skips`; false: of such an item
        /// only that it exists is told.
        package let opens: Bool

        package init(_ start: Cursor, opens: Bool) {
            self.start = start
            self.opens = opens
        }
    }

    package init(_ search: Search, returning parts: Item.Parts, skips: Bool, page: Page? = nil) {
        self.search = search
        self.parts = parts
        self.skips = skips
        self.page = page
    }
}

/// A query, and what narrows it for one step of a call.
package struct Search: Sendable {
    package let query: Query
    /// Only these items, which earlier steps chose among those the query means; nil: all of them.
    package let chosen: [PersistentReference]?

    package init(_ query: Query, among chosen: [PersistentReference]? = nil) {
        self.query = query
        self.chosen = chosen
    }
}

/// What to do about items that are stored already.
public enum Duplicates: UInt8, Sendable {
    /// One is enough to refuse all.
    case refused
    /// Refused when every item of a group is stored already: an identity is new when half of it is.
    case refusedIfAll
    /// What is stored stays as it is.
    case ignored
}

/// A keychain file that is to be made.
package struct NewKeychainFile: Sendable {
    /// The user's own store, whose search list the file joins.
    package let home: Location
    /// The name of the file in that list.
    package let name: String
    package let password: Password

    package enum Password: Sendable {
        /// nil or empty: the keychain is never locked.
        case given(SecretBytes?)
        /// The user is asked once it is known that the file can be made.
        case asked
    }

    package init(home: Location, name: String, password: Password) {
        self.home = home
        self.name = name
        self.password = password
    }
}

/// The file of a backup.
package struct ArchiveRequest: Sendable {
    package let path: String
    package let passphrase: SecretBytes
    /// Restores trust settings too.
    package let withTrust: Bool
    /// How much work a guess of the passphrase takes, in a new file.
    package let cost: Argon2Cost

    package init(
        path: String, passphrase: SecretBytes, withTrust: Bool = false,
        cost: Argon2Cost = .archive
    ) {
        self.path = path
        self.passphrase = passphrase
        self.withTrust = withTrust
        self.cost = cost
    }
}
