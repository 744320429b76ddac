// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

// The state of a circle in sentences.
extension SyncStatus {
    /// How long a device may be silent before that is worth a warning, and until its removal is proposed, in seconds:
    /// deletions stay until every device has seen them.
    private static let (longestSilence, likelyLost) = (7 * 24 * 3600, 180 * 24 * 3600)

    /// Tries whether the outcome of an exchange could be stored, which the state doesn't show on a full disk.
    package mutating func tryToNote(in keychain: Keychain) {
        do throws(KeychainError) { try keychain.perform(.note(problem: problem)) } catch {
            (problem, problemSince) = (error.detail, 0)
        }
    }

    /// What has to happen before all is the same everywhere.
    package var waiting: [String] {
        switch standing {
        case .copied:
            return [
                "another machine uses a copy of this keychain; here run security sync leave, then"
                    + " security sync join"
            ]
        case .removed:
            return [
                "the other devices removed this one; run security sync leave here, and security sync"
                    + " join to return"
            ]
        case .member: break
        }
        var texts: [String] = []
        if changed > 0 {
            texts.append(
                "\(ItemReport.items(changed)) changed here; security sync now sends"
                    + " \(changed == 1 ? "it" : "them")")
        } else if !isPublished {
            texts.append(
                "the last changes aren't on the relay yet; security sync now puts them there")
        }
        if let moved {
            texts.append(
                moved.kind == .folder
                    ? "another device moved the circle to another folder; security sync relay -f path follows it"
                    : "another device moved the circle to the cluster \(moved.endpoints.joined(separator: " "));"
                        + " security sync relay follows it")
        }
        if let problem {
            let since = CalendarDate(seconds: Double(problemSince)).text
            texts.append(
                problemSince == 0
                    ? "exchanges can't be stored: \(problem)"
                    : "exchanges have been incomplete since \(since): \(problem)")
        }
        if isLocked {
            texts.append("the keychain is locked; security unlock-keychain unlocks it")
        }
        return texts
    }

    /// The devices that have been silent for long.
    package var warnings: [String] {
        let now = Int(SystemClock.absoluteTime())
        return devices.compactMap { device in
            guard !device.isThisOne, let seen = device.lastSeen, now - seen > Self.longestSilence
            else { return nil }
            let text = "\(device.name): nothing for \((now - seen) / 86400) days"
            return now - seen < Self.likelyLost
                ? text : text + "; if it is lost, security sync remove ends what it can read"
        }
    }

    /// Returns what lost against other devices, and what stays on this one, and why.
    package func notes(conflicts: Int) -> [String] {
        let (own, lost) = (ItemReport.items(ordinary), ItemReport.items(conflicts))
        let notes = [
            (
                conflicts,
                "\(lost) lost against another device's change; security sync conflicts lists"
                    + " \(conflicts == 1 ? "it" : "them")"
            ),
            (ordinary, "\(own) on this device alone; security sync include -a adds them"),
            (
                notSent,
                "\(ItemReport.items(notSent)) never leave the device: certificates, keys, and"
                    + " what is bound to it"
            ),
            (tooLong, "\(ItemReport.items(tooLong)) too long to be sent"),
        ]
        return notes.filter { $0.0 > 0 }.map(\.1)
    }

    /// Finds another device by its name or its digits.
    ///
    /// - Throws: a message if none has the name, or several.
    package func otherDevice(named name: String) throws(WordFault) -> Device {
        let named = devices.filter { !$0.isThisOne && ($0.name == name || $0.identifier == name) }
        guard let device = named.first else {
            throw .message("\(name): no other device has this name")
        }
        guard named.count == 1 else {
            let names = named.map(\.identifier).joined(separator: ", ")
            throw .message("\(name): several devices; use one of \(names)")
        }
        return device
    }

    package var deviceCount: String { devices.count == 1 ? "1 device" : "\(devices.count) devices" }
}

extension Keychain {
    /// Examines the circle; there are no findings without one. Membership changes are reported once.
    package func examineCircle() -> [Finding] {
        let found: SyncStatus?
        do throws(KeychainError) { found = try perform(.syncStatus) } catch {
            // Other errors keep from more than this, and are reported elsewhere.
            return error.code == .decode ? [Finding("sync", error.detail, isProblem: true)] : []
        }
        guard var status = found else { return [] }
        status.tryToNote(in: self)
        var problems = status.warnings
        if status.standing != .member || status.moved != nil || status.problem != nil {
            problems += status.waiting
        }
        var findings = status.news.map { Finding("sync", $0) }
        if !findings.isEmpty { try? perform(.acknowledgeMembers) }
        if problems.isEmpty {
            findings.append(Finding("sync", "a circle of \(status.deviceCount)"))
        }
        return findings + problems.map { Finding("sync", $0, isProblem: true) }
    }
}
