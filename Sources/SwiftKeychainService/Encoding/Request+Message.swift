import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing

extension Request: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(3)
        encoder.value(location)
        encoder.value(grant)
        encoder.value(operation)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 3)
        let location: Location = try decoder.value()
        let grant: Grant = try decoder.value()
        self.init(try decoder.value(), at: location, grant: grant)
    }
}

extension Location: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(4)
        encoder.cbor.text(directory)
        encoder.cbor.text(fileName)
        encoder.cbor.text(deviceKeyPath)
        encoder.cbor.boolean(mustExist)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        self.init(
            directory: try decoder.text(), fileName: try decoder.text(),
            deviceKeyPath: try decoder.text(), mustExist: try decoder.boolean())
    }
}

extension Grant: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(2)
        encoder.data(verification)
        encoder.secret(applicationPassword)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        self.init(
            verification: try decoder.optionalData(), applicationPassword: try decoder.secret())
    }
}

extension Request.Operation: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .find(let find):
            encoder.tagged(0, fields: 1)
            encoder.value(find)
        case .add(let groups, let duplicates):
            encoder.tagged(1, fields: 2)
            encoder.list(groups) { $0.values($1) }
            encoder.integer(Int(duplicates.rawValue))
        case .update(let search, let change):
            encoder.tagged(2, fields: 2)
            encoder.value(search)
            encoder.value(change)
        case .put(let search, let change, let item):
            encoder.tagged(3, fields: 3)
            encoder.value(search)
            encoder.value(change)
            encoder.value(item)
        case .delete(let search):
            encoder.tagged(4, fields: 1)
            encoder.value(search)
        case .status: encoder.tagged(5)
        case .lock(let everything):
            encoder.tagged(6, fields: 1)
            encoder.cbor.boolean(everything)
        case .unlock(let passcode):
            encoder.tagged(7, fields: 1)
            encoder.secret(passcode)
        case .verify(let passcode):
            encoder.tagged(8, fields: 1)
            encoder.secret(passcode)
        case .setPasscode(let new, let old):
            encoder.tagged(9, fields: 2)
            encoder.secret(new)
            encoder.secret(old)
        case .countItemsThatNeedPasscode: encoder.tagged(10)
        case .filesSetAside: encoder.tagged(11)
        case .settings: encoder.tagged(12)
        case .setSettings(let settings):
            encoder.tagged(13, fields: 1)
            encoder.value(settings)
        case .file: encoder.tagged(14)
        case .requireKeychain: encoder.tagged(15)
        case .create(let new):
            encoder.tagged(16, fields: 1)
            encoder.value(new)
        case .remove(let home, let name):
            encoder.tagged(17, fields: 2)
            encoder.value(home)
            encoder.cbor.text(name)
        case .keychainList: encoder.tagged(18)
        case .changeKeychainList(let change):
            encoder.tagged(19, fields: 1)
            encoder.value(change)
        case .examine: encoder.tagged(20)
        case .repair: encoder.tagged(21)
        case .backUp(let archive):
            encoder.tagged(22, fields: 1)
            encoder.value(archive)
        case .restore(let archive):
            encoder.tagged(23, fields: 1)
            encoder.value(archive)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 1): self = .find(try decoder.value())
        case (1, 2):
            let groups = try decoder.list { (decoder) throws(KeychainError) -> [NewItem] in
                try decoder.values()
            }
            guard let duplicates = Duplicates(rawValue: try decoder.integer(UInt8.self)) else {
                throw MessageDecoder.malformed
            }
            self = .add(groups, duplicates: duplicates)
        case (2, 2): self = .update(try decoder.value(), try decoder.value())
        case (3, 3):
            self = .put(try decoder.value(), try decoder.value(), orAdd: try decoder.value())
        case (4, 1): self = .delete(try decoder.value())
        case (5, 0): self = .status
        case (6, 1): self = .lock(everything: try decoder.boolean())
        case (7, 1): self = .unlock(try decoder.secret())
        case (8, 1): self = .verify(try decoder.requiredSecret())
        case (9, 2): self = .setPasscode(try decoder.secret(), old: try decoder.secret())
        case (10, 0): self = .countItemsThatNeedPasscode
        case (11, 0): self = .filesSetAside
        case (12, 0): self = .settings
        case (13, 1): self = .setSettings(try decoder.value())
        case (14, 0): self = .file
        case (15, 0): self = .requireKeychain
        case (16, 1): self = .create(try decoder.value())
        case (17, 2): self = .remove(home: try decoder.value(), name: try decoder.text())
        case (18, 0): self = .keychainList
        case (19, 1): self = .changeKeychainList(try decoder.value())
        case (20, 0): self = .examine
        case (21, 0): self = .repair
        case (22, 1): self = .backUp(try decoder.value())
        case (23, 1): self = .restore(try decoder.value())
        default: throw MessageDecoder.malformed
        }
    }
}

extension Search: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(2)
        encoder.value(query)
        encoder.optional(chosen) { $0.values($1) }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        let query: Query = try decoder.value()
        self.init(
            query,
            among: try decoder.optional { (decoder) throws(KeychainError) in
                try decoder.values()
            })
    }
}

extension Find: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(4)
        encoder.value(search)
        encoder.integer(Int(parts.rawValue))
        encoder.cbor.boolean(skips)
        encoder.optional(page) { (encoder, page) in
            encoder.cbor.array(2)
            encoder.value(page.start)
            encoder.cbor.boolean(page.opens)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        let search: Search = try decoder.value()
        let parts = Item.Parts(rawValue: try decoder.integer(UInt8.self))
        let skips = try decoder.boolean()
        let page = try decoder.optional { (decoder) throws(KeychainError) -> Page in
            try decoder.array(of: 2)
            return Page(try decoder.value(), opens: try decoder.boolean())
        }
        self.init(search, returning: parts, skips: skips, page: page)
    }
}

extension Cursor: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(2)
        encoder.integer(table)
        encoder.cbor.integer(rowid)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        self.init(table: try decoder.integer(Int.self), rowid: try decoder.integer())
    }
}

extension LockSettings: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(2)
        encoder.optional(lockAfter) { $0.integer($1) }
        encoder.cbor.boolean(lockOnSleep)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        self.init(
            lockAfter: try decoder.optional { (decoder) throws(KeychainError) in
                try decoder.integer(Int.self)
            }, lockOnSleep: try decoder.boolean())
    }
}

extension NewKeychainFile: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(4)
        encoder.value(home)
        encoder.cbor.text(name)
        switch password {
        case .given(let password):
            encoder.cbor.boolean(false)
            encoder.secret(password)
        case .asked:
            encoder.cbor.boolean(true)
            encoder.cbor.null()
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        let home: Location = try decoder.value()
        let name = try decoder.text()
        let isAsked = try decoder.boolean()
        let password = try decoder.secret()
        if isAsked, password != nil { throw MessageDecoder.malformed }
        self.init(home: home, name: name, password: isAsked ? .asked : .given(password))
    }
}

extension KeychainList.Change: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .standard(let name):
            encoder.tagged(0, fields: 1)
            encoder.text(name)
        case .searched(let names):
            encoder.tagged(1, fields: 1)
            encoder.list(names) { $0.cbor.text($1) }
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 1): self = .standard(try decoder.optionalText())
        case (1, 1):
            self = .searched(
                try decoder.list { (decoder) throws(KeychainError) in try decoder.text() })
        default: throw MessageDecoder.malformed
        }
    }
}

extension ArchiveRequest: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(5)
        encoder.cbor.text(path)
        encoder.secret(passphrase)
        encoder.cbor.boolean(withTrust)
        encoder.cbor.unsigned(cost.operations)
        encoder.cbor.unsigned(cost.memory >> 10)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 5)
        self.init(
            path: try decoder.text(), passphrase: try decoder.requiredSecret(),
            withTrust: try decoder.boolean(),
            cost: Argon2Cost(
                operations: UInt64(try decoder.integer(UInt32.self)),
                memory: UInt64(try decoder.integer(UInt32.self)) << 10))
    }
}
