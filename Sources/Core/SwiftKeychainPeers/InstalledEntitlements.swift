// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The lists of entitlements that the administrator installed in `/etc/keychain/entitlements.d`.
///
/// Each names its program by an absolute path, in the key `Program`.
struct InstalledEntitlements: Sendable {
    let folder: String
    /// The lists by program.
    private(set) var lists: [String: EntitlementList] = [:]
    /// The programs whose list gives no rights, and why.
    private(set) var faults: [String: String] = [:]
    /// Why lists of unknown programs give no rights.
    private(set) var unknown: [String] = []

    /// Every access group that a list names, even a list that gives its program no rights. Programs without a list of the
    /// folder don't get them.
    private(set) var accessGroups: [String] = []
    /// Why further groups may be those of programs of the folder; nil if every list could be read.
    private(set) var unread: String?

    /// Reads every list of the folder. A missing folder has none; one that can't be read may have a list for any
    /// program.
    ///
    /// - Throws: `notAvailable` or `allocation` while the kernel lacks descriptors or memory.
    init(folder: String, administrator: uid_t) throws(KeychainError) {
        self.folder = folder
        guard let status = try? System.status(following: folder) else {
            if System.exists(folder, for: F_OK) { unknown = ["\(folder): can't be read"] }
            return
        }
        if let fault = AdministratorFile.fault(status, administrator) {
            unknown = ["\(folder): \(fault)"]
            return
        }
        var names: [String]?
        if System.exists(folder, for: X_OK) {
            do throws(SystemError) { names = try System.fileNames(in: folder) } catch {
                if error.isPassing { throw error.keychainError }
            }
        }
        guard let names else {
            unknown = ["\(folder): can't be read"]
            return
        }
        for name in names.sorted() where name.hasSuffix(".plist") {
            try read("\(folder)/\(name)", administrator)
        }
    }

    /// Reads one list, and notes its fault for the program that it names, or for all programs if it names none.
    private mutating func read(_ path: String, _ administrator: uid_t) throws(KeychainError) {
        var (program, isRead): (String?, Bool) = (nil, false)
        do throws(KeychainError) {
            guard let bytes = try AdministratorFile.read(path, administrator) else { return }
            program = try Self.program(in: bytes, path)
            let list = try EntitlementList(bytes, path: path, team: nil)
            isRead = true
            accessGroups += list.groups
            if let program, let other = lists[program] {
                throw KeychainError(
                    .missingEntitlement, "\(path): names the same program as \(other.path)")
            }
            if let program { lists[program] = list }
        } catch  where error.code == .missingEntitlement {
            if !isRead { unread = error.detail }
            if let program {
                lists[program] = nil
                faults[program] = error.detail
            } else {
                unknown.append(error.detail)
            }
        }
    }

    /// Returns the absolute path in `Program`.
    private static func program(in bytes: [UInt8], _ path: String) throws(KeychainError) -> String {
        guard let list = try? PropertyList(bytes).dictionary else {
            throw KeychainError(.missingEntitlement, "\(path): not a property list of entitlements")
        }
        guard let program = list["Program"]?.string, program.hasPrefix("/") else {
            throw KeychainError(
                .missingEntitlement, "\(path): Program: must be the absolute path of a program")
        }
        return program
    }
}
