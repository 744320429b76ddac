// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSeam
import SwiftKeychainStore
import SwiftKeychainSystem

// The requests about the circle of a store.
extension Engine {
    /// Carries out a request about the circle.
    ///
    /// - Throws: `notAvailable` if the device is in no circle, and the request needs one.
    func sync(_ request: SyncRequest, _ call: Call) throws(KeychainError) -> Reply {
        switch request {
        case .status: return .syncStatus(try syncStatus(call))
        case .create(let circle): return try create(circle, call)
        case .receive(let files): return .syncReceived(try receive(files, call))
        case .plan(let relay): return .syncPlan(try plan(relay, call))
        case .relay: return .syncRelay(try relay(call))
        case .move(let place, let heads): try move(to: place, heads, call)
        case .sent:
            try changeCircle(call) { $0.published = $0.own }
        case .note(let problem): try note(problem.map { String($0.prefix(1000)) }, call)
        case .include(let references, let isIncluded):
            let authorised = try call.authorise(fetching: references ?? [])
            return .count(
                try references == nil
                    ? includeAll(authorised, isIncluded, call)
                    : include(authorised, isIncluded, call))
        case .conflicts(let withSecrets):
            return .syncConflicts(
                try conflicts(call.authorise(fetching: []), withSecrets: withSecrets, call))
        case .restore(let number):
            try restore(conflict: number, call.authorise(fetching: []), call)
        case .rename(let name):
            try Self.check(deviceName: name)
            try changeCircle(call) { $0.name = name }
        case .forget: try forgetCircle(call)
        case .leave: try changeCircle(call) { $0.leaves = true }
        case .acknowledgeMembers: try acknowledgeMembers(call)
        case .items:
            return .items(try syncedItems(call.authorise(fetching: []), call))
        case .invite(let isUnattended): return try invite(isUnattended: isUnattended, call)
        case .join(let device): return try join(device, call)
        case .remove(let device): return try remove(device, call)
        case .recover(let code, let device, let heads):
            return try recover(code, device, heads, call)
        case .pair(let files, let code): return .syncPairing(try pair(files, code: code, call))
        }
        return .done
    }

    /// Begins a membership, in which earlier edits of the device in the same circle still count as its own.
    ///
    /// - Throws: as ``requireNoCircle(_:)``.
    func begin(_ circle: OpenCircle, _ transaction: Transaction) throws(KeychainError) {
        try requireNoCircle(transaction)
        var circle = circle
        let former = try CircleItem.former.read(transaction.writer, transaction.keybag)
        if let former = former.flatMap(FormerNames.init), former.circle == circle.state.circle {
            circle.state.memory.names.formUnion(former.names)
        }
        try circle.store(transaction, system.random, isNew: true)
        circleFiles.removeAll(but: nil)
    }

    private var circleFiles: CircleFiles { CircleFiles(of: location) }

    /// Makes a circle of this device alone.
    ///
    /// - Throws: `duplicateItem` if the device is in one; `interactionNotAllowed` while the keychain is locked.
    private func create(_ new: NewCircle, _ call: Call) throws(KeychainError) -> Reply {
        try Self.check(deviceName: new.deviceName)
        if let demand = try missingPasscode(call) { return .lacks(demand) }
        let random = system.random
        let code = RecoveryCode.generate(random)
        try write(call.deadline) { transaction in
            let seed = SecretBytes(count: MemberKeys.seedBytes) { random.fill($0) }
            let genesis = Genesis(
                device: try MemberKeys(seed: seed).publicKeys,
                recovery: try MemberKeys(recovery: code).publicKeys, random)
            let epoch = EpochSecret.generate(random)
            let grant = epoch.grant(to: genesis.recovery, circle: genesis.circle)
            var state = try CircleState(
                genesis, seed: seed, name: new.deviceName, relay: new.relay,
                epoch: epoch.name)
            state.grants = [grant].compactMap(\.self)
            state.statements = [state.statement(by: try MemberKeys(recovery: code), sequence: 1)]
            try begin(OpenCircle(state, [epoch]), transaction)
        }
        return .recoveryCode(code.text)
    }

    /// Checks that a membership may begin.
    ///
    /// - Throws: `duplicateItem` if the device is in a circle; `decode` if it is, and the state is missing or damaged.
    func requireNoCircle(_ transaction: Transaction) throws(KeychainError) {
        guard try OpenCircle.state(transaction.writer, transaction.keybag) == nil else {
            throw KeychainError(.duplicateItem, "the device is in a circle already")
        }
    }

    /// Returns what a change of the membership lacks, where a passcode is set; nil if none is, or the call has
    /// verified it.
    func missingPasscode(_ call: Call) throws(KeychainError) -> Demand? {
        guard try status().hasPasscode else { return nil }
        let verified = try call.verified(by: self)
        let demand = AccessControl.Demand(passcode: true)
        return verified.meets(demand) ? nil : Demand(.access(demand))
    }

    /// Checks the name that the user gives to a device.
    ///
    /// - Throws: `parameter` for an empty one, more than 128 bytes in UTF-8, or characters that can't be printed.
    static func check(deviceName name: String) throws(KeychainError) {
        guard !name.isEmpty, name.utf8.count <= MemberStatement.longestName,
            name.printable == name
        else {
            throw KeychainError(
                .parameter,
                "the name of a device has 1 to \(MemberStatement.longestName) bytes, and no line ends"
            )
        }
    }

    static let noCircle = KeychainError(.notAvailable, "the device is in no circle")

    /// Returns what a store keeps of its circle.
    ///
    /// - Throws: `notAvailable` if that is nothing.
    static func required<Value>(_ kept: Value?) throws(KeychainError) -> Value {
        guard let kept else { throw noCircle }
        return kept
    }

    /// Changes the state in a transaction.
    private func changeCircle(
        _ call: Call, _ change: (inout CircleState) -> Void
    ) throws(KeychainError) {
        try write(call.deadline) { transaction in
            var state = try Self.required(
                OpenCircle.state(transaction.writer, transaction.keybag))
            change(&state)
            try CircleItem.state.write(state.encoded, transaction, system.random)
        }
    }

    /// Keeps what kept the last exchange from being complete. If that is known already, only tries whether it could be kept.
    private func note(_ problem: String?, _ call: Call) throws(KeychainError) {
        let view = try begin(call.deadline)
        let state = try Self.required(OpenCircle.state(view.reader, view.keybag))
        view.end()
        if state.problem?.text == problem { return try circleFiles.tryToKeep() }
        let since = state.problem?.since ?? system.milliseconds
        try changeCircle(call) { $0.problem = problem.map { ($0, since) } }
    }

    /// Ends the membership. Items stay as they are.
    private func forgetCircle(_ call: Call) throws(KeychainError) {
        try write(call.deadline) { transaction in
            // A damaged state must not keep the user from ending the membership.
            if let state = try? OpenCircle.state(transaction.writer, transaction.keybag) {
                let former = FormerNames(circle: state.circle, names: state.memory.names)
                try CircleItem.former.write(former.encoded, transaction, system.random)
            }
            for item in [CircleItem.state, .epochs, .epochKeys, .pairing] {
                try item.write(nil, transaction, system.random)
            }
            transaction.set(CircleMembership())
        }
        circleFiles.removeAll(but: nil)
    }

    /// Keeps those files that are heads of members, or packs that such a head names.
    private func receive(_ received: [RelayFile], _ call: Call) throws(KeychainError)
        -> SyncReceived
    {
        let circle = try openCircle(call)
        let files = circleFiles
        let heads = CircleHeads(circle, files, received: received.map(\.bytes))
        let accepted = circle.state.heads
        for opened in heads.opened.values.joined() {
            let device = opened.head.device
            if opened.head.sequence >= accepted[device]?.sequence ?? 0
                || circle.state.unlocked?[device] == opened.seen
            {
                try files.keep(.head, opened.head.bytes)
            }
        }
        // Only what a verified head names is kept, so that files of strangers take no room here.
        let missing = Set(heads.opened.values.joined().flatMap(\.missing).map(\.hash))
        var hashes: [String: [UInt8]] = [:]
        for file in received {
            let hash = Pack.hash(file.bytes)
            hashes[file.name] = hash
            if missing.contains(hash) { try files.keep(.pack, file.bytes) }
        }
        var faults = heads.faults.map { ($0, $1) }
        var found: [SyncReceived.Head] = []
        for member in heads.roster.keys.keys {
            let name = RelayFile.head(member)
            for file in received where file.name == name {
                guard let head = try? Head(file.bytes) else {
                    faults.append((member, .malformed))
                    continue
                }
                let isOfMember = head.circle == circle.state.circle && head.device == member
                if !isOfMember { faults.append((member, .misplaced)) }
                guard isOfMember,
                    heads.opened[member]?.contains(where: { $0.hash == head.hash }) == true
                else { continue }
                found.append(SyncReceived.Head(name: name, sequence: Int(clamping: head.sequence)))
            }
        }
        let now = CircleHeads(circle, files)
        var wanted = now.opened.values.joined().flatMap { opened in
            opened.missing.map { RelayFile.pack(opened.head.device, $0.number) }
        }
        // Own packs may be damaged on the relay.
        let own = circle.state.own.flatMap { now.head(circle.state.device, $0) }
        for file in own?.body.packs.flatMap(\.files) ?? [] {
            let name = RelayFile.pack(circle.state.device, file.number)
            if hashes[name] != file.hash { wanted.append(name) }
        }
        var texts = faults.map { "\"\(heads.name($0))\": its newest file \($1.sentence)" }
        let name = circle.state.circle
        if circle.state.membership(heads.roster).members.count == 1,
            received.contains(where: { (try? Head($0.bytes).circle) ?? name != name })
        {
            texts.append(
                "another circle is there, too; a device joins with security sync join, not create:"
                    + " run security sync leave on one of them first")
        }
        return SyncReceived(
            wanted: Set(wanted).sorted(), faults: texts.sorted(), heads: found)
    }

    /// Reads the circle with the keys that the lock state allows.
    ///
    /// - Throws: `notAvailable` if the device is in no circle; `interactionNotAllowed` before the first unlock.
    private func openCircle(_ call: Call) throws(KeychainError) -> OpenCircle {
        let view = try begin(call.deadline)
        let circle = try OpenCircle(view.reader, view.keybag)
        view.end()
        return try Self.required(circle)
    }

    /// Merges, and returns what the relay lacks of this device.
    private func plan(_ relay: RelayView, _ call: Call) throws(KeychainError) -> SyncPlan {
        let files = circleFiles
        var (plan, state, heads) = try write(call.deadline) { transaction in
            var circle = try OpenCircle(transaction)
            circle.state.skipPacks(relay.packs)
            let former = CircleHeads(circle, files, onRelay: relay.head)
            var exchange = SyncExchange(former, files, transaction, system)
            let plan = try exchange.run(acceptsDeletions: relay.acceptsDeletions)
            let heads = CircleHeads(exchange.circle, files, onRelay: relay.head)
            exchange.removeFiles(neededBy: heads)
            return (plan, exchange.circle.state, heads)
        }
        plan.publication = SyncPlan.Publication(
            state, heads, files, now: system.now(), missingFrom: relay)
        plan.news += Self.news(heads, state)
        let own = state.own
        // The relay has the head although no `sent` came: the client was stopped after it had put it.
        if own != state.published, relay.head.map(Pack.hash) == own?.hash {
            try changeCircle(call) { $0.published = own }
        }
        return plan
    }
}
