// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LocalAuthentication
import Security
import SwiftKeychain

/// Tells what the environment makes of a program: its store, its groups, its status.
enum Whereabouts {
    /// Runs once the test says so, when it may have replaced the program.
    static func runLater() {
        Talk.awaitGo()
        run()
    }

    /// Runs while no file can be opened, and again when files can be.
    static func runScarce() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var none = rlimit(rlim_cur: 3, rlim_max: limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
        run()
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        run()
    }

    /// Adds an item to the default keychain and finds it again.
    static func run() {
        Talk.say("path \(Keychain.default.path)")
        Talk.report { () throws(KeychainError) in
            let added = try Keychain.default.add(try Items.item("where", "am I"))
            Talk.say("group \(added.accessGroup)")
            let found = try Keychain.default.find(try Items.one("where", "am I"))
            if !Items.isRight(found[0]) { Talk.say("failed: finds what it added") }
        }
    }

    /// Shows an entitlement of the program, the identifier and how many of two entitlements it has.
    static func showEntitlement(_ name: String) {
        guard let task = SecTaskCreateFromSelf(nil) else { return Talk.say("task none") }
        let value = SecTaskCopyValueForEntitlement(task, name as CFString, nil)
        let several = SecTaskCopyValuesForEntitlements(task, [name, "absent"] as CFArray, nil)
        Talk.say("value \(value.map { "\($0)" } ?? "none")")
        Talk.say("several \(several?.count ?? -1)")
        Talk.say("identifier \(SecTaskCopySigningIdentifier(task, nil) as String? ?? "none")")
        var error: Unmanaged<CFError>?
        if SecTaskCopyValuesForEntitlements(task, [1] as CFArray, &error) == nil {
            Talk.say("status \(error?.takeRetainedValue().code ?? 0)")
        }
    }

    /// Calls a function of Security that fails.
    static func miss() {
        let status = SecItemCopyMatching(
            [kSecClass: kSecClassGenericPassword, kSecAttrService: "Needle"] as CFDictionary, nil)
        Talk.say("status \(status)")
    }

    /// Evaluates a policy that can't be met.
    static func evaluate() {
        let done = DispatchSemaphore(value: 0)
        LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Needle") { _, _ in
            done.signal()
        }
        done.wait()
        Talk.say("status 0")
    }

    /// Counts the items of a group, or of all groups of the program.
    static func find(group: String) {
        Talk.report { () throws(KeychainError) in
            var conditions = Query.Conditions()
            if !group.isEmpty { conditions.attributes[.accessGroup] = .string(group) }
            conditions.limit = .all
            let found = try keychain().find(try Query(.genericPassword, conditions))
            Talk.say("count \(found.count)")
            for item in found where !Items.isRight(item) { Talk.say("failed: a wrong secret") }
        }
    }
}
