// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSync
import SwiftKeychainSystem

/// The heads of a circle's devices, verified and opened.
///
/// Who is a member follows from statements in heads, so that a head may only open once another was opened.
///
/// A removed device can still sign that another one joins, with any sequence, and so can the holder of a used recovery code.
/// So this device takes nothing more from an author once it knows of the removal or the recovery. If it learns of a
/// removal only now, it keeps those statements of the author that all members repeat whose heads report the removal.
struct CircleHeads {
    /// A head, and its packs as far as they are there.
    struct Opened {
        let head: Head
        let body: HeadBody
        let hash: [UInt8]
        /// The files of packs that aren't there.
        let missing: [HeadBody.PackReference.File]

        var isWhole: Bool { missing.isEmpty }
        var seen: HeadBody.Seen { HeadBody.Seen(sequence: head.sequence, hash: hash) }
    }

    /// The devices, with all statements that count.
    private(set) var roster: Roster
    /// The heads of each device, the newest last.
    private(set) var opened: [DeviceID: [Opened]] = [:]
    /// Why other heads don't count, by the device that they name. Of devices that aren't known, only one that says that it
    /// recovered the circle, under keys that this device lacks.
    private(set) var faults: [DeviceID: CircleFault] = [:]

    /// The circle, with the secrets that heads gave to this device.
    private(set) var circle: OpenCircle
    /// The members that have the secret of an epoch, according to the heads.
    private(set) var granted: [[UInt8]: Set<DeviceID>] = [:]
    private let files: CircleFiles
    /// All statements that were found, also those that don't count.
    private var statements: Set<MemberStatement>
    /// The authors of whom nothing more is taken: removed devices and former recovery members.
    private let closed: Set<DeviceID>
    /// The hashes of the heads that were accepted, and verified then.
    private let accepted: Set<[UInt8]>

    /// Reads heads.
    ///
    /// - Parameter received: heads that aren't among the files yet.
    init(_ circle: OpenCircle, _ files: CircleFiles, received: [[UInt8]] = []) {
        (self.circle, self.files) = (circle, files)
        let state = circle.state
        roster = state.roster
        statements = roster.statements
        let former = state.membership(roster)
        closed = Set(former.memory.removed.keys).union(roster.recovery.dropLast())
        accepted = Set([state.heads, state.unlocked ?? [:]].flatMap { $0.values.map(\.hash) })
        let bytes = files.hashes(.head).compactMap { files.bytes(.head, $0) } + received
        let all = bytes.compactMap { try? Head($0) }.filter { $0.circle == state.circle }
        // Of a removed device only the heads count that were accepted.
        var waiting = all.filter {
            former.memory.removed[$0.device] == nil || accepted.contains($0.hash)
        }
        // Repeats as long as a head opens: it may name the author of another one, or have the secret of its epoch.
        var isNew = true
        while isNew {
            isNew = false
            // From the end, so that a removal doesn't move the indices that follow.
            for (index, head) in waiting.enumerated().reversed() {
                if roster.keys[head.device] == nil { introduce(head) }
                let author = roster.keys[head.device]
                guard author != nil || accepted.contains(head.hash), takeGrants(head, author) else {
                    continue
                }
                waiting.remove(at: index)
                open(head, author)
                isNew = true
            }
        }
        note(state.grants, by: state.device)
        for device in opened.keys {
            opened[device]?.sort { $0.head.sequence < $1.head.sequence }
        }
        settle(former)
        for head in waiting where roster.keys[head.device] != nil {
            faults[head.device] = .noKey
        }
        // A device that recovered the circle without this one may have removed it. One such head is evidence; anyone who can
        // write to the folder can put more there.
        let stranger = waiting.first {
            roster.keys[$0.device] == nil && keys(of: $0) == nil
                && $0.grants.contains { $0.tellsReplacement(of: roster.recovery) }
        }
        if let stranger { faults[stranger.device] = .noKey }
        openLast(all, former)
    }

    /// Reads the heads that are files here, and the own one on the relay, but for own ones that were never published.
    ///
    /// A head is a file before the transaction ends that names it. If that failed, the file is a leftover, not a head of a
    /// copy of this device. This is certain while the relay has this device's last published head: a copy would have
    /// replaced it.
    ///
    /// - Parameter onRelay: the own head on the relay; nil if there is none.
    init(_ circle: OpenCircle, _ files: CircleFiles, onRelay head: [UInt8]?) {
        self.init(circle, files, received: [head].compactMap(\.self))
        let (state, hash) = (circle.state, head.map(Pack.hash))
        guard hash == state.published?.hash || hash == state.own?.hash else { return }
        let seen = Set(opened.values.joined().compactMap { $0.body.seen[state.device]?.hash })
        opened[state.device]?.removeAll {
            !accepted.contains($0.hash) && !seen.contains($0.hash) && $0.hash != hash
        }
    }

    /// Takes the statements of recovery members in a head whose device isn't known: a device that recovered the circle
    /// publishes them itself. For other devices, the members repeat the statements.
    private mutating func introduce(_ head: Head) {
        guard let epoch = keys(of: head), let body = try? head.peek(under: epoch) else { return }
        let all = Roster(circle.state.genesis, statements.union(body.statements))
        _ = take(
            all.statements.intersection(body.statements).filter {
                all.recovery.contains($0.author)
            })
    }

    /// Returns the keys of a head's epoch; nil if this device lacks them. The head may be the first under it, and give its
    /// secret to this device.
    private func keys(of head: Head) -> EpochKeys? {
        circle.epochs[head.epoch]
            ?? secrets(in: head).first { $0.name == head.epoch }?.keys(circle: head.circle)
    }

    /// Returns the secrets that a head gives to this device, and that it doesn't have.
    private func secrets(in head: Head) -> [EpochSecret] {
        head.grants.compactMap { grant in
            guard grant.member == circle.state.device, circle.epochs[grant.epoch] == nil else {
                return nil
            }
            return EpochSecret(grant, keys: circle.state.keys, circle: circle.state.circle)
        }
    }

    /// Adds statements to the roster, which keeps those that count.
    ///
    /// - Returns: false if there would be too many.
    private mutating func take(_ more: some Sequence<MemberStatement>) -> Bool {
        let all = statements.union(more.filter { !closed.contains($0.author) })
        if all.count == statements.count { return true }
        // Also those that don't count, each of which is verified.
        guard all.count <= 2 * Roster.mostStatements else { return false }
        let next = Roster(circle.state.genesis, all)
        let ofDevices = next.statements.count { !next.recovery.contains($0.author) }
        guard next.statements.count <= Roster.mostStatements, ofDevices <= Roster.mostOfDevices
        else { return false }
        (statements, roster) = (all, next)
        return true
    }

    /// Takes the secrets that a head of a member gives to this device.
    ///
    /// - Parameter author: the keys of the head's device; nil if no statement names it, as of an accepted head whose device is
    ///   no member any more.
    /// - Returns: whether the head can be opened, or isn't the member's.
    private mutating func takeGrants(_ head: Head, _ author: MemberPublicKeys?) -> Bool {
        if let author, !head.isSigned(by: author) { return true }
        note(head.grants, by: head.device)
        for secret in secrets(in: head) { circle.learn(secret) }
        return circle.epochs[head.epoch] != nil
    }

    /// Records which members have the secrets of epochs: the recipient of each grant, and the device that published it.
    private mutating func note(_ grants: [EpochGrant], by device: DeviceID) {
        for grant in grants {
            granted[grant.epoch, default: []].formUnion([device, grant.member])
        }
    }

    /// Opens a head, and takes its statements. One that doesn't open is noted among the faults.
    ///
    /// - Parameter author: as in ``takeGrants(_:_:)``.
    private mutating func open(_ head: Head, _ author: MemberPublicKeys?) {
        do throws(CircleFault) {
            guard let epoch = circle.epochs[head.epoch] else { throw .noKey }
            let body =
                if let author {
                    try head.open(from: author, circle: circle.state.circle, under: epoch)
                } else { try head.peek(under: epoch) }
            guard take(body.statements) else { throw .tooLarge }
            keep(head, body)
        } catch {
            faults[head.device] = error
        }
    }

    private mutating func keep(_ head: Head, _ body: HeadBody) {
        let hash = head.hash
        // A head that was received may also be among the files.
        guard opened[head.device]?.contains(where: { $0.hash == hash }) != true else { return }
        let missing = body.packs.flatMap(\.files).filter { files.bytes(.pack, $0.hash) == nil }
        opened[head.device, default: []].append(
            Opened(head: head, body: body, hash: hash, missing: missing))
    }

    /// Drops statements of authors that a member reports as removed, unless every head that reports it repeats them.
    ///
    /// - Parameter former: the membership before these heads. Who became a member with them has no say.
    private mutating func settle(_ former: SyncState) {
        var repeated: [DeviceID: Set<MemberStatement>] = [:]
        for member in former.members {
            guard let body = opened[member]?.last?.body else { continue }
            let known = Set(body.statements)
            var authors = Set(body.removed.keys).subtracting(roster.recovery)
            for statement in known.intersection(statements) {
                guard case .recovery = statement.content else { continue }
                if !closed.contains(statement.author) { authors.insert(statement.author) }
            }
            for author in authors {
                repeated[author] = repeated[author]?.intersection(known) ?? known
            }
        }
        let counted = statements.filter { repeated[$0.author]?.contains($0) ?? true }
        if counted.count == statements.count { return }
        roster = Roster(circle.state.genesis, counted)
        opened = opened.filter { device, heads in
            roster.keys[device] != nil || heads.contains { accepted.contains($0.hash) }
        }
    }

    /// Opens the last heads of devices that left by themselves, as a member says. Nothing else of them counts: a device that
    /// was removed could say that it left.
    private mutating func openLast(_ heads: [Head], _ former: SyncState) {
        let left = former.members.reduce(into: Set<DeviceID>()) { left, member in
            left.formUnion(opened[member]?.last?.body.left ?? [])
        }
        for head in heads
        where former.memory.removed[head.device] == head.sequence && left.contains(head.device) {
            guard let author = roster.keys[head.device], let epoch = circle.epochs[head.epoch],
                let body = try? head.open(from: author, circle: head.circle, under: epoch),
                body.removed[head.device] == head.sequence
            else { continue }
            keep(head, body)
        }
    }

    /// Returns what the merge needs to know of a head. Ignores statements that aren't in the roster.
    func summary(of opened: Opened, records: [ItemRecord]) -> SyncHead {
        let added = Roster.added(by: opened.body.statements.filter(roster.statements.contains))
        return SyncHead(opened.head, opened.body, added: added, records: records)
    }

    /// Returns the head that was accepted as `seen`; nil if it isn't there.
    func head(_ device: DeviceID, _ seen: HeadBody.Seen) -> Opened? {
        opened[device]?.last { $0.hash == seen.hash }
    }

    /// Returns the newest head of a device that is whole and no older than `seen`.
    func newest(_ device: DeviceID, since seen: HeadBody.Seen?) -> Opened? {
        opened[device]?.last { $0.isWhole && $0.head.sequence >= seen?.sequence ?? 0 }
    }

    /// The latest move to another relay that a device announced, except removed ones; nil if none did.
    var move: RelayMove? {
        opened.keys.filter { !closed.contains($0) }.compactMap(move).max { $0.time < $1.time }
    }

    /// Returns the move that the newest head of a device announces.
    func move(of device: DeviceID) -> RelayMove? { opened[device]?.last?.body.relay }

    /// The hashes of the files that are still needed: of each device the accepted head, the newest, and the newest that is
    /// whole, with their packs.
    var needed: Set<[UInt8]> {
        var needed: Set<[UInt8]> = []
        let state = circle.state
        for (device, all) in opened {
            let accepted = [state.heads[device], state.unlocked?[device]].compactMap {
                $0.flatMap { head(device, $0) }
            }
            for opened in accepted + [all.last, all.last { $0.isWhole }].compactMap(\.self) {
                needed.insert(opened.hash)
                needed.formUnion(opened.body.packs.flatMap(\.files).map(\.hash))
            }
        }
        return needed
    }

    /// Returns whether there is a head that isn't the one accepted as `seen`, as new or newer, and not whole.
    func hasUnread(_ device: DeviceID, since seen: HeadBody.Seen?) -> Bool {
        opened[device]?.contains {
            $0.head.sequence >= seen?.sequence ?? 0 && $0.hash != seen?.hash && !$0.isWhole
        } ?? false
    }

    /// Returns the name that a device gives itself, or that its sponsor gave it. If neither is known, the first 8
    /// digits of its name on the relay.
    func name(_ device: DeviceID) -> String {
        if device == circle.state.device { return circle.state.name }
        if let name = opened[device]?.last?.body.name, !name.isEmpty { return name }
        for statement in roster.statements {
            if case .member(let keys, let name, _) = statement.content, keys.name == device {
                return name
            }
        }
        return Hexadecimal.text(Array(device.bytes.prefix(4)))
    }

    /// Reads the records of a head, of those kinds that can be read now.
    ///
    /// - Throws: why a pack isn't one that a member writes.
    func records(of opened: Opened) throws(CircleFault) -> [ItemRecord] {
        PackList.records(
            try contents(of: opened).compactMap { reference, contents in
                contents.map { (reference.kind, $0) }
            })
    }

    /// Reads the packs of a head; nil in place of the contents of one that can't be read now.
    ///
    /// - Throws: ``CircleFault/noKey`` if the secret of the head's epoch isn't there; ``CircleFault/malformed`` if a
    ///   file is missing or damaged; as ``Pack/open(_:at:under:)``.
    func contents(
        of opened: Opened
    ) throws(CircleFault) -> [(reference: HeadBody.PackReference, contents: PackContents?)] {
        guard let epoch = circle.epochs[opened.head.epoch] else { throw .noKey }
        var packs: [(HeadBody.PackReference, PackContents?)] = []
        for reference in opened.body.packs {
            if circle.isLocked, reference.kind == .whenUnlocked {
                packs.append((reference, nil))
                continue
            }
            guard let bytes = files.pack(reference) else { throw .malformed }
            let place = PackPlace(
                circle: circle.state.circle, device: opened.head.device, number: reference.number,
                kind: reference.kind)
            packs.append((reference, try Pack.open(bytes, at: place, under: epoch)))
        }
        return packs
    }
}
