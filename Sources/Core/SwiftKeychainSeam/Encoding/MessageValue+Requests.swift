// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

// The values in requests.

extension Duplicates: MessageValue {}

extension Item.Parts: MessageValue {}

extension Location: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(directory, fileName, deviceKeyPath, mustExist)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        self.init(
            directory: try decoder.value(), fileName: try decoder.value(),
            deviceKeyPath: try decoder.value(), mustExist: try decoder.value())
    }
}

extension Grant: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(
            verification.map(ByteString.init), applicationPassword.map(MessageSecret.init))
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        self.init(
            verification: try decoder.optionalData(),
            applicationPassword: try decoder.optionalSecret())
    }
}

extension Find: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(query, parts, skips, onlyIfAlone, page)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 5)
        self.init(
            try decoder.value(), returning: try decoder.value(), skips: try decoder.value(),
            onlyIfAlone: try decoder.value(), page: try decoder.value())
    }
}

extension Find.Page: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(start, opens, showsLocked) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (start, opens, showsLocked) = try decoder.fields()
    }
}

extension Cursor: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(table, rowid) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (table, rowid) = try decoder.fields()
    }
}

extension LockSettings: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(lockAfter, lockOnSleep) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        (lockAfter, lockOnSleep) = try decoder.fields()
    }
}

extension DeviceKeyMove: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .toTPM(let pcrs): encoder.tagged(0, pcrs)
        case .toFile: encoder.tagged(1)
        case .recover(let code): encoder.tagged(2, MessageSecret(code))
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 1): self = .toTPM(pcrs: try decoder.value())
        case (1, 0): self = .toFile
        case (2, 1): self = .recover(code: try decoder.secret())
        default: throw MessageDecoder.malformed
        }
    }
}

extension NewKeychainFile: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch password {
        case .given(let password):
            encoder.fields(home, name, false, password.map(MessageSecret.init))
        case .asked: encoder.fields(home, name, true, MessageSecret?.none)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        let home: Location = try decoder.value()
        let name: String = try decoder.value()
        let isAsked: Bool = try decoder.value()
        let password = try decoder.optionalSecret()
        if isAsked, password != nil { throw MessageDecoder.malformed }
        self.init(home: home, name: name, password: isAsked ? .asked : .given(password))
    }
}

extension KeychainList.Change: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .standard(let name): encoder.tagged(0, name)
        case .searched(let names): encoder.tagged(1, names)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 1): self = .standard(try decoder.value())
        case (1, 1): self = .searched(try decoder.value())
        default: throw MessageDecoder.malformed
        }
    }
}

extension ArchiveRequest.Place: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .file(let path): encoder.tagged(0, path)
        case .message(let bytes): encoder.tagged(1, ByteString(bytes))
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 1): self = .file(try decoder.value())
        case (1, 1): self = .message(try decoder.data())
        default: throw MessageDecoder.malformed
        }
    }
}

extension ArchiveRequest: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(
            place, MessageSecret(passphrase), withTrust, Int64(cost.operations),
            Int64(cost.memory >> 10))
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 5)
        let place: Place = try decoder.value()
        let passphrase = try decoder.secret()
        let withTrust: Bool = try decoder.value()
        let cost = Argon2Cost(
            operations: UInt64(try decoder.integer(UInt32.self)),
            memory: UInt64(try decoder.integer(UInt32.self)) << 10)
        // The service derives the key. Without limits, a client could have it take all memory.
        guard Argon2Cost.archiveLimits.contain(cost) else { throw MessageDecoder.malformed }
        self.init(place, passphrase: passphrase, withTrust: withTrust, cost: cost)
    }
}

extension AnchorChange: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(
            kind, passcode.map(MessageSecret.init), ownerPassword.map(MessageSecret.init))
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 3)
        self.init(
            try decoder.value(), passcode: try decoder.optionalSecret(),
            ownerPassword: try decoder.optionalSecret())
    }
}

extension AnchorChange.Kind: MessageValue {}
