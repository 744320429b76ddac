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
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .find(let find): encoder.tagged(0, find)
        case .add(let groups, let duplicates): encoder.tagged(1, groups, duplicates)
        case .update(let query, let change): encoder.tagged(2, query, change)
        case .put(let query, let change, let item): encoder.tagged(3, query, change, item)
        case .delete(let query): encoder.tagged(4, query)
        case .status: encoder.tagged(5)
        case .lock(let everything): encoder.tagged(6, everything)
        case .unlock(let passcode): encoder.tagged(7, passcode.map(MessageSecret.init))
        case .verify(let passcode): encoder.tagged(8, MessageSecret(passcode))
        case .setPasscode(let new, let old):
            encoder.tagged(9, new.map(MessageSecret.init), old.map(MessageSecret.init))
        case .countItemsThatNeedPasscode: encoder.tagged(10)
        case .filesSetAside: encoder.tagged(11)
        case .settings: encoder.tagged(12)
        case .setSettings(let settings): encoder.tagged(13, settings)
        case .file: encoder.tagged(14)
        case .requireKeychain: encoder.tagged(15)
        case .create(let new): encoder.tagged(16, new)
        case .remove(let home, let name): encoder.tagged(17, home, name)
        case .keychainList: encoder.tagged(18)
        case .changeKeychainList(let change): encoder.tagged(19, change)
        case .examine: encoder.tagged(20)
        case .repair: encoder.tagged(21)
        case .backUp(let archive): encoder.tagged(22, archive)
        case .restore(let archive): encoder.tagged(23, archive)
        case .countItems: encoder.tagged(24)
        case .moveDeviceKey(let move): encoder.tagged(25, move)
        case .wrapUnderPresentDeviceKey: encoder.tagged(26)
        case .changeAnchor(let change): encoder.tagged(27, change)
        case .acceptKeychain: encoder.tagged(28)
        case .countCandidates(let query): encoder.tagged(29, query)
        case .fetch(let references, let parts): encoder.tagged(30, references, parts)
        case .sync(let request): encoder.tagged(31, request)
        }
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
