// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The groups and users of the machine, from the files of `/etc`.
package struct UnixAccounts: Sendable {
    /// The folder of `group`, `gshadow`, `passwd` and `subgid`.
    let folder: String

    package init(folder: String = "/etc") { self.folder = folder }

    /// A finding about a group to which access groups are mapped.
    enum Verdict: Equatable {
        case fit
        /// The passwords of groups can be read only by root.
        case fitButForItsPassword
        case unfit(reason: String)
    }

    /// Returns the number of a group; nil for an unknown name.
    ///
    /// - Throws: as ``SmallFile/readRights(_:limit:check:)``.
    func number(ofGroup name: String) throws(KeychainError) -> gid_t? {
        try lines("group").first { $0.count >= 3 && $0[0] == name }.flatMap { gid_t($0[2]) }
    }

    /// Returns the name of a group, or its number if it has no name, and the members.
    func group(_ number: gid_t) -> (name: String, members: [String]) {
        let entries = ((try? lines("group")) ?? []).filter {
            $0.count >= 4 && gid_t($0[2]) == number
        }
        let members = entries.flatMap { $0[3].split(separator: ",") }.map(String.init)
        let users = ((try? lines("passwd")) ?? []).filter {
            $0.count >= 4 && gid_t($0[3]) == number
        }
        return (entries.first?[0] ?? String(number), members + users.map { $0[0] })
    }

    /// Returns whether only set-group-ID programs and services that root starts can have a group: no user
    /// is a member of it or can join it.
    ///
    /// A group is unfit in these cases:
    ///
    /// 1. A user is its member, or its administrator in `gshadow`, who can add members.
    /// 2. It has a password, with which newgrp(1) makes anybody a member.
    /// 3. It is the primary group of a user.
    /// 4. `subgid` gives its number to a user, who can then have it in a user namespace.
    func verdict(onGroup number: gid_t) throws(KeychainError) -> Verdict {
        if number == 0 { return .unfit(reason: "is root's own group") }
        if number == Self.overflow {
            return .unfit(reason: "is the overflow group of user namespaces")
        }
        let entries = try lines("group").filter { $0.count >= 4 && gid_t($0[2]) == number }
        let names = Set(entries.map { $0[0] })
        var members = entries.flatMap { $0[3].split(separator: ",") }.map(String.init)
        var passwords = entries.map { $0[1] }.filter { $0 != "x" }
        var knowsPassword = true
        do throws(KeychainError) {
            for line in try lines("gshadow") where line.count >= 4 && names.contains(line[0]) {
                passwords.append(line[1])
                // Its administrators can add members.
                members += (line[2] + "," + line[3]).split(separator: ",").map(String.init)
            }
        } catch  where error.code == .missingEntitlement {
            knowsPassword = false
        }
        if let member = members.first { return .unfit(reason: "has a member, \(member)") }
        if passwords.contains(where: { !$0.isEmpty && !"!*".contains($0.first!) }) {
            return .unfit(reason: "has a password, with which any user can join it")
        }
        if let user = try lines("passwd").first(where: { $0.count >= 4 && gid_t($0[3]) == number })
        {
            return .unfit(reason: "is the primary group of a user, \(user[0])")
        }
        for line in try lines("subgid") where line.count >= 3 {
            guard let first = UInt64(line[1]), let count = UInt64(line[2]) else { continue }
            if first <= number, UInt64(number) - first < count {
                return .unfit(
                    reason: "is in the range of \(line[0]) in \(folder)/subgid, and can be had"
                        + " in a user namespace")
            }
        }
        return knowsPassword ? .fit : .fitButForItsPassword
    }

    /// The number that the kernel gives for ids that a user namespace doesn't map.
    static let overflow: UInt32 = 65534

    /// Returns the lines of a file, split at the colons; none when there is no file.
    ///
    ///     group     name:password:number:members
    ///     gshadow   name:password:administrators:members
    ///     passwd    name:password:user:group:…
    ///     subgid    name:first:count
    private func lines(_ name: String) throws(KeychainError) -> [[String]] {
        guard let bytes = try SmallFile.readRights("\(folder)/\(name)", limit: 1 << 26) else {
            return []
        }
        let text = bytes.withBytes { String(decoding: $0, as: UTF8.self) }
        return text.split(separator: "\n").map {
            $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
