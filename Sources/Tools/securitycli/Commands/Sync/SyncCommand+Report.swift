// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

extension SyncCommand {
    /// How long a device may be silent before that is worth a warning, and until its removal is proposed, in seconds:
    /// deletions stay until every device has seen them.
    private static let (longestSilence, likelyLost) = (7 * 24 * 3600, 180 * 24 * 3600)

    /// Writes the state of the circle.
    ///
    /// - Returns: 0 if all is the same everywhere, 1 with a warning, 2 if changes wait.
    func writeStatus() throws(CommandFailure) -> Int32 {
        let status = try status()
        report(news: status.news)
        let waiting = Self.waiting(status)
        let warnings = Self.warnings(status)
        let conflicts = (try? keychain.perform(.conflicts(withSecrets: false)).count) ?? 0
        if arguments.has(.asJSON) {
            writeJSON(status, waiting, warnings, conflicts)
        } else {
            session.output.write(
                waiting.isEmpty
                    ? "in sync: \(ItemReport.items(status.items)) on \(Self.devices(status))\n"
                    : "not in sync\n")
            for text in waiting + warnings + Self.notes(status, conflicts) {
                session.output.write("  \(text)".printable + "\n")
            }
            session.output.write(
                "circle \(status.circle), \(Self.place(status.relay))".printable + "\n")
            writeDevices(status)
        }
        if !waiting.isEmpty { return Self.unfinished }
        return warnings.isEmpty ? 0 : 1
    }

    private static func place(_ relay: RelayPlace) -> String {
        switch relay.address.kind {
        case .folder: "in the folder \(relay.text)"
        case .etcd: "on the cluster \(relay.text) as \(relay.address.user)"
        }
    }

    /// Writes a line for each device.
    func writeDevices() throws(CommandFailure) -> Int32 {
        let status = try status()
        report(news: status.news)
        writeDevices(status)
        return 0
    }

    private func writeDevices(_ status: SyncStatus) {
        for device in status.devices {
            let seen =
                device.isThisOne
                ? "this device"
                : device.lastSeen.map { "last heard of \(CalendarDate(seconds: Double($0)).text)" }
                    ?? "not heard of yet"
            // The host's name is the default, which two machines may have.
            let isUnique = status.devices.count { $0.name == device.name } == 1
            let name = isUnique ? device.name : "\(device.name) (\(device.identifier))"
            session.output.write("\(name): \(seen)".printable + "\n")
        }
    }

    /// Returns what has to happen before all is the same everywhere.
    private static func waiting(_ status: SyncStatus) -> [String] {
        switch status.standing {
        case .copied:
            return [
                "another machine uses a copy of this keychain; security sync leave ends the membership"
                    + " of this one"
            ]
        case .removed: return ["the other devices removed this one"]
        case .member: break
        }
        var texts: [String] = []
        if status.changed > 0 {
            texts.append(
                "\(ItemReport.items(status.changed)) changed here; security sync now sends"
                    + " \(status.changed == 1 ? "it" : "them")")
        } else if !status.isPublished {
            texts.append(
                "the last changes aren't on the relay yet; security sync now puts them there")
        }
        if let problem = status.problem {
            let since = CalendarDate(seconds: Double(status.problemSince)).text
            texts.append("exchanges have been incomplete since \(since): \(problem)")
        }
        if status.isLocked {
            texts.append("the keychain is locked; security unlock-keychain unlocks it")
        }
        if let moved = status.moved {
            texts.append(
                moved.kind == .folder
                    ? "another device moved the circle to another folder; security sync relay -f path follows it"
                    : "another device moved the circle to the cluster \(moved.endpoints.joined(separator: " "));"
                        + " security sync relay follows it")
        }
        return texts
    }

    /// Returns the findings of `security doctor` about the circle; none without one. Membership changes are reported once.
    static func findings(of keychain: Keychain) -> [Finding] {
        let status: SyncStatus?
        do throws(KeychainError) { status = try keychain.perform(.syncStatus) } catch {
            // Other errors keep from more than this, and are reported elsewhere.
            return error.code == .decode ? [Finding("sync", error.detail, isProblem: true)] : []
        }
        guard let status else { return [] }
        var problems = warnings(status)
        if status.standing != .member || status.moved != nil || status.problem != nil {
            problems += waiting(status)
        }
        var findings = status.news.map { Finding("sync", $0) }
        if !findings.isEmpty { try? keychain.perform(.acknowledgeMembers) }
        if problems.isEmpty { findings.append(Finding("sync", "a circle of \(devices(status))")) }
        return findings + problems.map { Finding("sync", $0, isProblem: true) }
    }

    private static func devices(_ status: SyncStatus) -> String {
        status.devices.count == 1 ? "1 device" : "\(status.devices.count) devices"
    }

    private static func warnings(_ status: SyncStatus) -> [String] {
        let now = Int(SystemClock.absoluteTime())
        return status.devices.compactMap { device in
            guard !device.isThisOne, let seen = device.lastSeen, now - seen > longestSilence else {
                return nil
            }
            let text = "\(device.name): nothing for \((now - seen) / 86400) days"
            return now - seen < likelyLost
                ? text : text + "; if it is lost, security sync remove ends what it can read"
        }
    }

    /// Returns what lost against other devices, and what stays on this one, and why.
    private static func notes(_ status: SyncStatus, _ conflicts: Int) -> [String] {
        var texts: [String] = []
        if conflicts > 0 {
            texts.append(
                "\(ItemReport.items(conflicts)) lost against another device's change; security sync"
                    + " conflicts lists \(conflicts == 1 ? "it" : "them")")
        }
        if status.ordinary > 0 {
            texts.append(
                "\(ItemReport.items(status.ordinary)) on this device alone; security sync include -a"
                    + " adds them")
        }
        if status.notSent > 0 {
            texts.append(
                "\(ItemReport.items(status.notSent)) never leave the device: certificates, keys, and"
                    + " what is bound to it")
        }
        if status.tooLong > 0 {
            texts.append("\(ItemReport.items(status.tooLong)) too long to be sent")
        }
        return texts
    }

    private func writeJSON(
        _ status: SyncStatus, _ waiting: [String], _ warnings: [String], _ conflicts: Int
    ) {
        let output = session.output
        func list(_ texts: [String]) {
            output.write("[")
            for (index, text) in texts.enumerated() {
                if index > 0 { output.write(", ") }
                output.writeJSONString(text)
            }
            output.write("]")
        }
        output.write("{\n  \"circle\" : ")
        output.writeJSONString(status.circle)
        output.write(",\n  \"relay\" : ")
        output.writeJSONString(status.relay.text)
        output.write(",\n  \"items\" : \(status.items),\n  \"waiting\" : ")
        list(waiting)
        output.write(
            ",\n  \"notSent\" : \(status.notSent + status.tooLong),\n  \"conflicts\" : \(conflicts),"
                + "\n  \"devices\" : ")
        list(status.devices.map(\.name))
        output.write(",\n  \"warnings\" : ")
        list(warnings)
        output.write("\n}\n")
    }
}
