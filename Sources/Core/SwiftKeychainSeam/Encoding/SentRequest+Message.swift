// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

// A request is the array [location, grant, operation], and the operation an array [number of the case, fields…].
// Another meaning of a number needs a new version of the messages.
extension SentRequest: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(request.location, grant, request.operation)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 3)
        let location: Location = try decoder.value()
        let grant: Grant = try decoder.value()
        self.init(Request(try decoder.value(), at: location), grant)
    }
}

extension Request.Operation: MessageValue {
    /// The name in the audit log.
    package var name: String { form.name }

    /// The number of the case and its fields in a message, and its name in the audit log.
    private var form: (number: UInt64, name: String, fields: [any MessageValue]) {
        switch self {
        case .find(let find): (0, "find", [find])
        case .add(let groups, let duplicates): (1, "add", [groups, duplicates])
        case .update(let query, let change): (2, "update", [query, change])
        case .put(let query, let change, let item): (3, "put", [query, change, item])
        case .delete(let query): (4, "delete", [query])
        case .status: (5, "status", [])
        case .lock(let everything): (6, "lock", [everything])
        case .unlock(let passcode): (7, "unlock", [passcode.map(MessageSecret.init)])
        case .verify(let passcode): (8, "verify", [MessageSecret(passcode)])
        case .setPasscode(let new, let old):
            (9, "set-passcode", [new.map(MessageSecret.init), old.map(MessageSecret.init)])
        case .countItemsThatNeedPasscode: (10, "count-items-that-need-passcode", [])
        case .filesSetAside: (11, "files-set-aside", [])
        case .settings: (12, "settings", [])
        case .setSettings(let settings): (13, "set-settings", [settings])
        case .file: (14, "file", [])
        case .requireKeychain: (15, "require-keychain", [])
        case .create(let new): (16, "create", [new])
        case .remove(let home, let name): (17, "remove", [home, name])
        case .keychainList: (18, "keychain-list", [])
        case .changeKeychainList(let change): (19, "change-keychain-list", [change])
        case .examine: (20, "examine", [])
        case .repair: (21, "repair", [])
        case .backUp(let archive): (22, "back-up", [archive])
        case .restore(let archive): (23, "restore", [archive])
        case .countItems: (24, "count-items", [])
        case .moveDeviceKey(let move): (25, "move-device-key", [move])
        case .wrapUnderPresentDeviceKey: (26, "wrap-keys", [])
        case .changeAnchor(let change): (27, "change-anchor", [change])
        case .acceptKeychain: (28, "accept-keychain", [])
        case .countCandidates(let query): (29, "count-candidates", [query])
        case .fetch(let references, let parts): (30, "fetch", [references, parts])
        case .sync(let request): (31, "sync-\(request.name)", [request])
        }
    }

    func encode(to encoder: inout MessageEncoder) {
        let (number, _, fields) = form
        encoder.tagged(number, fields: fields)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 1): self = .find(try decoder.value())
        case (1, 2): self = .add(try decoder.value(), duplicates: try decoder.value())
        case (2, 2): self = .update(try decoder.value(), try decoder.value())
        case (3, 3):
            self = .put(try decoder.value(), try decoder.value(), orAdd: try decoder.value())
        case (4, 1): self = .delete(try decoder.value())
        case (5, 0): self = .status
        case (6, 1): self = .lock(everything: try decoder.value())
        case (7, 1): self = .unlock(try decoder.optionalSecret())
        case (8, 1): self = .verify(try decoder.secret())
        case (9, 2):
            self = .setPasscode(try decoder.optionalSecret(), old: try decoder.optionalSecret())
        case (10, 0): self = .countItemsThatNeedPasscode
        case (11, 0): self = .filesSetAside
        case (12, 0): self = .settings
        case (13, 1): self = .setSettings(try decoder.value())
        case (14, 0): self = .file
        case (15, 0): self = .requireKeychain
        case (16, 1): self = .create(try decoder.value())
        case (17, 2): self = .remove(home: try decoder.value(), name: try decoder.value())
        case (18, 0): self = .keychainList
        case (19, 1): self = .changeKeychainList(try decoder.value())
        case (20, 0): self = .examine
        case (21, 0): self = .repair
        case (22, 1): self = .backUp(try decoder.value())
        case (23, 1): self = .restore(try decoder.value())
        case (24, 0): self = .countItems
        case (25, 1): self = .moveDeviceKey(try decoder.value())
        case (26, 0): self = .wrapUnderPresentDeviceKey
        case (27, 1): self = .changeAnchor(try decoder.value())
        case (28, 0): self = .acceptKeychain
        case (29, 1): self = .countCandidates(try decoder.value())
        case (30, 2): self = .fetch(try decoder.value(), try decoder.value())
        case (31, 1): self = .sync(try decoder.value())
        default: throw MessageDecoder.malformed
        }
    }
}
