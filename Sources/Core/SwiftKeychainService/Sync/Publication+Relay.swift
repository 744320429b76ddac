// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSync
import SwiftKeychainSystem

extension RelayFile {
    /// Returns the name of a device's head on a relay.
    static func head(_ device: DeviceID) -> String { "h/\(Hexadecimal.text(device.bytes))" }

    /// Returns the name of a pack: 16 digits for its number.
    static func pack(_ device: DeviceID, _ number: UInt64) -> String {
        packs(device) + String(number, radix: 16, width: 16)
    }

    /// Returns what the names of a device's packs begin with.
    fileprivate static func packs(_ device: DeviceID) -> String {
        "p/\(Hexadecimal.text(device.bytes))/"
    }
}

extension CircleState {
    /// Returns the newest packs that stay on the relay although no head names them any more, with the times since when.
    /// More entries than one listing returns would make the listing ambiguous.
    ///
    /// - Parameter now: seconds since 2001.
    func staying(_ now: Double) -> [UInt64: UInt64] {
        let recent = superseded.filter { now - Double($1) / 1000 < SyncPlan.Publication.stay }
        let newest = recent.sorted { $0.key > $1.key }.prefix(SyncPlan.Publication.mostStaying)
        return Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }

    /// Goes on after the numbers of packs that the relay has: a disk that was put back doesn't know all that it used.
    mutating func skipPacks(_ names: [String]) {
        let start = RelayFile.packs(device)
        let numbers = names.filter { $0.hasPrefix(start) }.compactMap {
            UInt64($0.dropFirst(start.count), radix: 16)
        }
        // Anyone who can write to a folder can put a number there after which none is left.
        let near = numbers.filter { $0 >= nextPack && $0 - nextPack < 1 << 20 }
        if let last = near.max() { nextPack = last + 1 }
    }
}

extension SyncPlan.Publication {
    /// How long a pack stays that no head names any more, in seconds: a device may still read the former head.
    fileprivate static let stay = 7.0 * 24 * 3600
    fileprivate static let mostStaying = 1024

    /// Finds what a relay lacks of the own head and its packs, and has too much; nil if there is nothing to do,
    /// or nothing may be written.
    ///
    /// - Parameter now: seconds since 2001.
    init?(
        _ state: CircleState, _ heads: CircleHeads, _ files: CircleFiles, now: Double,
        missingFrom relay: RelayView
    ) {
        // A head of this device that it doesn't know must not be replaced before it was read.
        guard let seen = state.own,
            let own = heads.head(state.device, seen), own.isWhole,
            heads.opened[state.device]?.last?.hash == seen.hash
        else { return nil }
        let there = Set(relay.packs)
        var puts: [RelayFile] = []
        let packs = own.body.packs.flatMap(\.files)
        for file in packs {
            let name = RelayFile.pack(state.device, file.number)
            guard !there.contains(name), let bytes = files.bytes(.pack, file.hash) else {
                continue
            }
            puts.append(RelayFile(name: name, bytes: bytes))
        }
        let needed = Set(packs.map { RelayFile.pack(state.device, $0.number) })
            .union(state.staying(now).keys.map { RelayFile.pack(state.device, $0) })
        let start = RelayFile.packs(state.device)
        let removals = there.subtracting(needed).filter { $0.hasPrefix(start) }
        if puts.isEmpty, removals.isEmpty, relay.head.map(Pack.hash) == seen.hash { return nil }
        self.init(
            puts: puts,
            head: RelayFile(name: RelayFile.head(state.device), bytes: own.head.bytes),
            removals: removals.sorted())
    }
}
