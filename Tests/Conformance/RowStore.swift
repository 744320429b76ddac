// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainService
import SwiftKeychainTPM
import KeychainTestSupport

/// Is how a row reaches a store: an empty one of its own, in the process of the test.
struct RowStore {
    private let folder: URL
    let user: TestUser
    /// The one that is set; nil: none.
    var passcode: String? {
        didSet { hadPasscode = true }
    }
    private var hadPasscode = false
    /// The securityd that keeps the store; nil: the process of the test opens it.
    private let daemon: TestDaemon?
    var tpm: RowTPM?

    init(
        _ user: RowUser? = nil, hasTPM: Bool = false, throughSecurityd: Bool = false
    ) throws {
        tpm = hasTPM ? try RowTPM() : nil
        self.user = TestUser(
            passcode: user?.passcode,
            answers: (user?.answers ?? []).map { $0.map(TestUser.Answer.types) ?? .cancels },
            isThere: user != nil)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("conformance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        daemon = throughSecurityd ? try TestDaemon(home: folder.path, system: .quick()) : nil
    }

    /// Runs calls as a program of `caller` would make them.
    func run<Result>(as caller: Caller, _ calls: () throws -> Result) throws -> Result {
        let groups: [String]? =
            switch caller {
            case .unsigned: nil
            case .groups(let groups): groups
            }
        return try Keychain.$override.withValue(keychain(groups)) {
            guard let tpm else { return try calls() }
            return try TPMAddress.$override.withValue(tpm.address, operation: calls)
        }
    }

    /// Gives the store as a program with those access groups has it, behind an encoding and decoding
    /// of every request and reply. A passcode is derived with the least work that is accepted.
    func keychain(_ groups: [String]? = nil) -> Keychain {
        user.keychain(
            home: folder.path, groups: groups,
            service: daemon?.service ?? RoundTripService(EmbeddedService(system: .quick())))
    }

    func remove() {
        if hadPasscode { try? keychain().forgetUnlocked() }
        daemon?.stop()
        try? FileManager.default.removeItem(at: folder)
    }
}
