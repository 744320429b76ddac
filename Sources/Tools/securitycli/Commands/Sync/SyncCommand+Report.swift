// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

extension SyncCommand {
    /// Writes the state of the circle.
    ///
    /// - Returns: 0 if all is the same everywhere, 1 with a warning, 2 if changes wait.
    func writeStatus() throws(CommandFailure) -> Int32 {
        var status = try status()
        status.tryToNote(in: keychain)
        report(news: status.news)
        let (waiting, warnings) = (status.waiting, status.warnings)
        let conflicts = (try? keychain.perform(.conflicts(withSecrets: false)).count) ?? 0
        if arguments.has(.asJSON) {
            JSONList.writeOnly(
                [
                    ("circle", .text(status.circle)), ("relay", .text(status.relay.text)),
                    ("items", .number(Int64(status.items))), ("waiting", .texts(waiting)),
                    ("notSent", .number(Int64(status.notSent + status.tooLong))),
                    ("conflicts", .number(Int64(conflicts))),
                    ("devices", .texts(status.devices.map(\.name))),
                    ("warnings", .texts(warnings)),
                ], to: session.output)
        } else {
            session.output.write(
                waiting.isEmpty
                    ? "in sync: \(ItemReport.items(status.items)) on \(status.deviceCount)\n"
                    : "not in sync\n")
            for text in waiting + warnings + status.notes(conflicts: conflicts) {
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
}
