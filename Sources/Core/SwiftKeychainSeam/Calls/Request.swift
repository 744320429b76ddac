// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// One operation on one keychain.
package struct Request: Sendable {
    /// The keychain of the operation.
    package let location: Location
    package let operation: Operation

    package init(_ operation: Operation, at location: Location) {
        self.location = location
        self.operation = operation
    }

    /// Every way into the engine.
    package enum Operation: Sendable {
        /// Finds items → ``Reply/items(_:)``, or in pages → ``Reply/page(_:)``; ``Reply/keychainList(_:)``
        /// if the request says so.
        case find(Find)
        /// Returns the items that have these references, in their order; those that don't exist are left out
        /// → ``Reply/items(_:)``.
        case fetch([PersistentReference], Item.Parts)
        /// Adds groups of items, all or none; a group is refused as `duplicates` says
        /// → ``Reply/stored(_:)``.
        case add([[NewItem]], duplicates: Duplicates)
        /// Changes the items that a query finds, all or none → ``Reply/count(_:)``.
        case update(Query, Change)
        /// Changes the items that a query finds, or adds an item if it finds none, in one transaction
        /// → ``Reply/count(_:)``, 0 when the item was added.
        case put(Query, Change, orAdd: NewItem)
        /// Deletes the items that a query finds → ``Reply/count(_:)``.
        case delete(Query)

        /// Returns the lock state → ``Reply/status(_:)``.
        case status
        /// Locks the classes that lock with the keychain, or all that a passcode protects, as a
        /// restart of the machine does → ``Reply/done``.
        case lock(everything: Bool)
        /// Unlocks every class → ``Reply/done``. Without a passcode, unlocks with the passcode file of a
        /// server, or → ``Reply/lacks(_:)`` if there is none and the keychain is locked.
        case unlock(SecretBytes?)
        /// Checks a passcode and unlocks nothing → ``Reply/verified(_:)``.
        case verify(SecretBytes)
        /// Sets, changes or removes the passcode → ``Reply/passcodeChange(_:)``.
        case setPasscode(SecretBytes?, old: SecretBytes?)
        /// Counts the items that would be deleted with the passcode → ``Reply/count(_:)``.
        case countItemsThatNeedPasscode
        /// Counts the items of all programs → ``Reply/count(_:)``, 0 where there is no store.
        case countItems
        /// Counts the items that match, or may match and can't be opened → ``Reply/count(_:)``.
        case countCandidates(Query)
        /// Lists the files that repairs moved aside → ``Reply/paths(_:)``.
        case filesSetAside
        /// Reads when the keychain locks by itself → ``Reply/settings(_:)``.
        case settings
        /// Sets when the keychain locks by itself → ``Reply/done``.
        case setSettings(LockSettings)
        /// Moves the device key of the keychains → ``Reply/recoveryCode(_:)`` of a move to the TPM, else
        /// ``Reply/done``.
        case moveDeviceKey(DeviceKeyMove)
        /// Wraps the keys under the present device key, without a passcode → ``Reply/count(_:)``, 0 if that needs
        /// the passcode: unlocking does it then.
        case wrapUnderPresentDeviceKey

        /// Returns whether the file exists and may be read and written → ``Reply/file(_:)``.
        case file
        /// Checks that the file is a keychain → ``Reply/done``.
        case requireKeychain
        /// Creates a keychain file and adds it to the search list of `home` → ``Reply/done``, or
        /// ``Reply/lacks(_:)`` when it can be created and the user must be asked for its password.
        case create(NewKeychainFile)
        /// Removes the file and its entry in the search list of `home` → ``Reply/done``.
        case remove(home: Location, name: String)
        /// Reads the search list and the default keychain of the user's own store
        /// → ``Reply/keychainList(_:)``.
        case keychainList
        /// Changes the default keychain or the search list → ``Reply/done``.
        case changeKeychainList(KeychainList.Change)

        /// Examines the store. Changes nothing → ``Reply/findings(_:)``.
        case examine
        /// Repairs the store → ``Reply/findings(_:)``.
        case repair
        /// Turns the anchor on or off, or accepts an earlier copy of the folder → ``Reply/findings(_:)``, or
        /// → ``Reply/lacks(_:)`` when a password is needed.
        case changeAnchor(AnchorChange)
        /// Accepts the keychain that is there, or that none is, where another one is known
        /// → ``Reply/findings(_:)``.
        case acceptKeychain
        /// Makes an encrypted archive of the caller's items → ``Reply/archived(_:_:)``.
        case backUp(ArchiveRequest)
        /// Restores the items of such an archive → ``Reply/restored(_:)``.
        case restore(ArchiveRequest)
        /// Synchronizes with the devices of a circle; ``SyncRequest`` names the replies.
        case sync(SyncRequest)

        /// Whether the operation changes how the keychains are guarded against theft, or who else reads them.
        package var guardsAgainstTheft: Bool {
            switch self {
            case .moveDeviceKey, .changeAnchor, .acceptKeychain: true
            case .sync(let request): request.concernsMembership
            default: false
            }
        }

        /// Whether the operation depends on the access groups of the caller.
        package var needsRights: Bool {
            switch self {
            case .find, .fetch, .add, .update, .put, .delete, .countCandidates, .backUp, .restore,
                .sync(.include), .sync(.conflicts), .sync(.restore), .sync(.items):
                true
            default: false
            }
        }
    }
}

/// A request and what was granted to it, as they are sent to another process.
package struct SentRequest: Sendable {
    package let request: Request
    package let grant: Grant

    package init(_ request: Request, _ grant: Grant = .none) {
        self.request = request
        self.grant = grant
    }

    /// Whether a key is derived from a password, at a cost that makes guesses slow. An archive's passphrase isn't counted:
    /// its memory is claimed (``Call``).
    package var derivesKey: Bool {
        switch request.operation {
        case .unlock, .verify, .setPasscode, .create, .moveDeviceKey, .changeAnchor: true
        default: grant.applicationPassword != nil
        }
    }
}

/// What to do when items exist already.
public enum Duplicates: UInt8, Sendable {
    /// Refuses all if one exists.
    case refused
    /// Refuses a group if all of its items exist: an identity is new if one half of it is.
    case refusedIfAll
    /// Keeps existing items as they are.
    case ignored
    /// Deletes existing items, and stores the new ones in their place.
    case replaced
}

/// A keychain file to create.
package struct NewKeychainFile: Sendable {
    /// The user's own store, whose search list the file joins.
    package let home: Location
    /// The name of the file in that list.
    package let name: String
    package let password: Password

    package enum Password: Sendable {
        /// nil or empty for a keychain that never locks.
        case given(SecretBytes?)
        /// The user is asked after a check that the file can be created.
        case asked
    }

    package init(home: Location, name: String, password: Password) {
        self.home = home
        self.name = name
        self.password = password
    }
}

/// The archive of a backup.
package struct ArchiveRequest: Sendable {
    /// Where the bytes of an archive are.
    package enum Place: Sendable {
        /// In a file, which the service opens.
        case file(String)
        /// In the request to restore them; those of a new archive, in the reply.
        case message([UInt8])
    }

    package let place: Place
    package let passphrase: SecretBytes
    /// Whether to restore trust settings too.
    package let withTrust: Bool
    /// The cost of a guess of the passphrase, for a new file.
    package let cost: Argon2Cost

    package init(
        _ place: Place, passphrase: SecretBytes, withTrust: Bool = false,
        cost: Argon2Cost = .archive
    ) {
        self.place = place
        self.passphrase = passphrase
        self.withTrust = withTrust
        self.cost = cost
    }
}
