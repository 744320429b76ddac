// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Calls that a rule allows only for a keychain without items.
@Suite struct EmptyKeychainTests {
    let home = TemporaryHome()
    var login: Keychain { Keychain(home: home.path, system: .quick()) }

    private func perform(_ operation: Request.Operation) throws -> KeychainError.Code? {
        var call = Call(.current)
        call.ruleForEmpty = "the rule"
        let request = Request(operation, at: try login.location.get())
        let reply = EmbeddedService(system: .quick()).perform(request, in: call)
        if case .failed(let error) = reply { return error.code }
        return nil
    }

    private func removal() throws -> Request.Operation {
        .remove(home: try login.location.get(), name: "keychain-2.db")
    }

    @Test func anEmptyOneIsRemoved() throws {
        try login.add(.password(service: "s"))
        #expect(try perform(removal()) == .missingEntitlement)
        try login.delete(.password([:]))
        #expect(try perform(removal()) == nil)
        #expect(!FileManager.default.fileExists(atPath: home.databasePath))
        // None is one without items.
        #expect(try perform(removal()) == nil)
    }

    @Test func aDamagedOneMayHaveItems() throws {
        try login.add(.password(service: "s"))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: home.databasePath))
        try file.seek(toOffset: 0)
        file.write(Data(count: 16))
        try file.close()
        #expect(try perform(removal()) == .missingEntitlement)
        #expect(FileManager.default.fileExists(atPath: home.databasePath))
    }

    /// An add that began before the call ends while the call waits for it. The refusal locks nothing.
    @Test(arguments: [false, true])
    func whatIsBeingAddedCounts(removes: Bool) throws {
        let (begun, proceed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isAdding = Mutex(false)
        let login = Keychain(
            home: home.path,
            system: .quick(now: {
                let isAdding = isAdding.withLock { (flag) in
                    defer { flag = false }
                    return flag
                }
                if isAdding {
                    begun.signal()
                    proceed.wait()
                }
                return SystemClock.absoluteTime()
            }))
        defer { try? login.forgetUnlocked() }
        if removes { try login.setPasscode("1234".passcode, old: nil) }
        try login.add(.password(service: "first"))
        try login.delete(.password([:]))
        isAdding.withLock { $0 = true }
        Thread.detachNewThread { _ = try? login.add(.password(service: "second")) }
        begun.wait()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) {
            proceed.signal()
        }
        let passcode = Request.Operation.setPasscode("code".passcode, old: nil)
        #expect(try perform(removes ? removal() : passcode) == .missingEntitlement)
        #expect(try login.lockState() == .unlocked)
        #expect(try login.find(.password([.service: .string("second")])).count == 1)
    }
}
