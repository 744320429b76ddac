// SPDX-License-Identifier: Apache-2.0
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
}
