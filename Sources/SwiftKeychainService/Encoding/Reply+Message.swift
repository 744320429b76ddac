import SwiftKeychainModel

extension Reply: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .items(let items):
            encoder.tagged(0, fields: 1)
            encoder.values(items)
        case .page(let page):
            encoder.tagged(1, fields: 1)
            encoder.value(page)
        case .stored(let groups):
            encoder.tagged(2, fields: 1)
            encoder.list(groups) { $0.values($1) }
        case .count(let count):
            encoder.tagged(3, fields: 1)
            encoder.integer(count)
        case .status(let status):
            encoder.tagged(4, fields: 1)
            encoder.value(status)
        case .verified(let proof):
            encoder.tagged(5, fields: 1)
            encoder.cbor.data(proof)
        case .passcodeChange(let change):
            encoder.tagged(6, fields: 4)
            for count in [change.resealed, change.resealedAside, change.deleted, change.damaged] {
                encoder.integer(count)
            }
        case .paths(let paths):
            encoder.tagged(7, fields: 1)
            encoder.list(paths) { $0.cbor.text($1) }
        case .settings(let settings):
            encoder.tagged(8, fields: 1)
            encoder.value(settings)
        case .file(let state):
            encoder.tagged(9, fields: 3)
            for flag in [state.exists, state.mayRead, state.mayWrite] { encoder.cbor.boolean(flag) }
        case .keychainList(let list):
            encoder.tagged(10, fields: 2)
            encoder.text(list.standard)
            encoder.optional(list.searched) { (encoder, names) in
                encoder.list(names) { $0.cbor.text($1) }
            }
        case .findings(let findings, let surroundings):
            encoder.tagged(11, fields: 2)
            encoder.values(findings)
            encoder.values(surroundings)
        case .archived(let tally):
            encoder.tagged(12, fields: 1)
            encoder.value(tally)
        case .restored(let tally):
            encoder.tagged(13, fields: 1)
            encoder.value(tally)
        case .done: encoder.tagged(14)
        case .lacks(let demand):
            encoder.tagged(15, fields: 1)
            encoder.value(demand)
        case .failed(let error):
            encoder.tagged(16, fields: 1)
            encoder.value(error)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.tagged() {
        case (0, 1): self = .items(try decoder.values())
        case (1, 1): self = .page(try decoder.value())
        case (2, 1):
            self = .stored(
                try decoder.list { (decoder) throws(KeychainError) -> [Item] in
                    try decoder.values()
                })
        case (3, 1): self = .count(try decoder.integer(Int.self))
        case (4, 1): self = .status(try decoder.value())
        case (5, 1): self = .verified(try decoder.data())
        case (6, 4):
            var change = PasscodeChange()
            change.resealed = try decoder.integer(Int.self)
            change.resealedAside = try decoder.integer(Int.self)
            change.deleted = try decoder.integer(Int.self)
            change.damaged = try decoder.integer(Int.self)
            self = .passcodeChange(change)
        case (7, 1):
            self = .paths(
                try decoder.list { (decoder) throws(KeychainError) in try decoder.text() })
        case (8, 1): self = .settings(try decoder.value())
        case (9, 3):
            self = .file(
                FileState(
                    exists: try decoder.boolean(), mayRead: try decoder.boolean(),
                    mayWrite: try decoder.boolean()))
        case (10, 2):
            var list = KeychainList()
            list.standard = try decoder.optionalText()
            list.searched = try decoder.optional { (decoder) throws(KeychainError) in
                try decoder.list { (decoder) throws(KeychainError) in try decoder.text() }
            }
            self = .keychainList(list)
        case (11, 2): self = .findings(try decoder.values(), surroundings: try decoder.values())
        case (12, 1): self = .archived(try decoder.value())
        case (13, 1): self = .restored(try decoder.value())
        case (14, 0): self = .done
        case (15, 1): self = .lacks(try decoder.value())
        case (16, 1): self = .failed(try decoder.value())
        default: throw MessageDecoder.malformed
        }
    }
}

extension Reply.Page: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(4)
        encoder.values(items)
        encoder.value(next)
        encoder.value(damage)
        encoder.optional(stop) { (encoder, stop) in
            switch stop {
            case .lacks(let demand):
                encoder.tagged(0, fields: 1)
                encoder.value(demand)
            case .failed(let error):
                encoder.tagged(1, fields: 1)
                encoder.value(error)
            }
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        self.init(
            items: try decoder.values(), next: try decoder.optionalValue(),
            damage: try decoder.optionalValue(),
            stop: try decoder.optional { (decoder) throws(KeychainError) -> Stop in
                switch try decoder.tagged() {
                case (0, 1): return .lacks(try decoder.value())
                case (1, 1): return .failed(try decoder.value())
                default: throw MessageDecoder.malformed
                }
            })
    }
}

extension Reply.LockStatus: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(4)
        encoder.integer(Int(lockState.rawValue))
        encoder.cbor.boolean(hasPasscode)
        encoder.data(mark)
        encoder.text(reasonUnlockedHereAlone)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        guard let state = LockState(rawValue: try decoder.integer(UInt8.self)) else {
            throw MessageDecoder.malformed
        }
        self.init(
            lockState: state, hasPasscode: try decoder.boolean(),
            mark: try decoder.optionalData(),
            reasonUnlockedHereAlone: try decoder.optionalText())
    }
}

extension Demand: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(4)
        switch kind {
        case .access(let demand):
            encoder.tagged(0, fields: 3)
            encoder.cbor.boolean(demand.passcode)
            encoder.cbor.boolean(demand.applicationPassword)
            encoder.optional(demand.device) { $0.cbor.boolean($1 == .biometry) }
        case .newPassword: encoder.tagged(1)
        case .keychainPassword: encoder.tagged(2)
        case .newKeychainPassword: encoder.tagged(3)
        }
        encoder.value(item)
        encoder.text(itemName)
        encoder.value(refusal)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 4)
        let kind: Kind
        switch try decoder.tagged() {
        case (0, 3):
            kind = .access(
                AccessControl.Demand(
                    passcode: try decoder.boolean(), applicationPassword: try decoder.boolean(),
                    device: try decoder.optional { (decoder) throws(KeychainError) in
                        try decoder.boolean() ? .biometry : .companion
                    }))
        case (1, 0): kind = .newPassword
        case (2, 0): kind = .keychainPassword
        case (3, 0): kind = .newKeychainPassword
        default: throw MessageDecoder.malformed
        }
        self.init(
            kind, item: try decoder.optionalValue(), itemName: try decoder.optionalText(),
            refusal: try decoder.optionalValue())
    }
}

extension Finding: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(3)
        encoder.cbor.text(subject)
        encoder.cbor.text(text)
        encoder.cbor.boolean(isProblem)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 3)
        self.init(
            try decoder.text(), try decoder.text(), isProblem: try decoder.boolean())
    }
}

extension RestoreTally: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(9)
        for count in [
            added, replaced, kept, elsewhere, otherGroups, trust.restored, trust.kept,
            trust.leftOut,
        ] { encoder.integer(count) }
        encoder.value(archive)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        self.init()
        try decoder.array(of: 9)
        added = try decoder.integer(Int.self)
        replaced = try decoder.integer(Int.self)
        kept = try decoder.integer(Int.self)
        elsewhere = try decoder.integer(Int.self)
        otherGroups = try decoder.integer(Int.self)
        trust.restored = try decoder.integer(Int.self)
        trust.kept = try decoder.integer(Int.self)
        trust.leftOut = try decoder.integer(Int.self)
        archive = try decoder.value()
    }
}
