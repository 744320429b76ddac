// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@Suite struct DemandTests {
    /// Goes through every combination that can be made, and derives the answer another way.
    @Test func everyCombination() throws {
        let names: [AccessControl.Flags] = [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or,
            .and, .privateKeyUsage, .applicationPassword,
        ]
        var count = 0
        for bits in 0..<(1 << names.count) {
            var flags: AccessControl.Flags = []
            for (position, flag) in names.enumerated() where bits >> position & 1 == 1 {
                flags.insert(flag)
            }
            guard let control = try? AccessControl(protection: .whenUnlocked, flags: flags) else {
                continue
            }
            count += 1
            let constraints = names[..<5].filter(flags.contains)
            let met = constraints.filter { $0 == .userPresence || $0 == .devicePasscode }.count
            let needed = flags.contains(.or) ? min(1, constraints.count) : constraints.count
            let demand = control.demand
            #expect((demand.device == nil) == (met >= needed), "\(flags)")
            #expect(demand.passcode == (!constraints.isEmpty && met >= needed), "\(flags)")
            #expect(demand.applicationPassword == flags.contains(.applicationPassword))
            #expect(demand.isEmpty == !control.isConstrained)
            #expect(try AccessControl(encoded: control.encoded()) == control)
        }
        // 2^9 less what excludes each other.
        #expect(count == 148)
    }

    /// Of a key whose use alone is constrained, a change opens the secret only to set it, or to lift the constraint.
    @Test func changes() throws {
        let flags: AccessControl.Flags = [.userPresence, .privateKeyUsage]
        func parts(
            _ itemClass: ItemClass, _ flags: AccessControl.Flags,
            _ attributes: [Attribute: AttributeValue], secret: SecretBytes? = nil
        ) throws -> Item.Parts {
            let item = Item(
                reference: PersistentReference(
                    itemClass: itemClass, uuid: Array(repeating: 1, count: 16)),
                revision: 1, accessGroup: "group",
                accessControl: try AccessControl(protection: .always, flags: flags),
                synchronizable: false, isTombstone: false, stored: [:])
            return item.parts(openedBy: try Change(attributes, secret: secret))
        }
        let whole: Item.Parts = [.attributes, .secret]
        let label: [Attribute: AttributeValue] = [.label: .string("label")]
        func control(_ flags: AccessControl.Flags) throws -> AttributeValue {
            .data(try AccessControl(protection: .always, flags: flags).encoded())
        }
        #expect(try parts(.key, flags, label) == .attributes)
        let same: [Attribute: AttributeValue] = [
            .accessible: .string("dk"), .accessControl: try control(flags),
        ]
        #expect(try parts(.key, flags, label.merging(same) { $1 }) == .attributes)
        #expect(try parts(.key, flags, [.accessible: .data(Array("dk".utf8))]) == .attributes)
        #expect(try parts(.key, flags, label, secret: SecretBytes(copying: [])) == whole)
        for new in [
            [.accessible: .string("ak")], [.accessControl: try control([])],
            [.accessControl: try control(.privateKeyUsage)],
            same.merging([.accessible: .string("ak")]) { $1 },
        ] as [[Attribute: AttributeValue]] {
            #expect(try parts(.key, flags, new) == whole)
        }
        for itemClass in [ItemClass.genericPassword, .internetPassword, .certificate] {
            #expect(try parts(itemClass, flags, label) == whole)
        }
        #expect(try parts(.key, .userPresence, label) == whole)
    }
}
