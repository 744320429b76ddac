// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSecretBus

/// The variables of the user's desktop, which may have begun after the service: a client of an ssh login, or a unit of a
/// user who lingers, can start it before.
///
/// They are those of the user's systemd, which every desktop that runs with it sets. A program that can impersonate
/// systemd on the bus can also set these variables.
enum DesktopEnvironment {
    private static let systemd = "org.freedesktop.systemd1"
    /// How long systemd may take to answer, in milliseconds. A prompt that can't be shown is dismissed within a second.
    private static let patience: UInt64 = 500

    /// Has prompts use the display that systemd knows. All variables are taken together, so that those of two desktops
    /// aren't mixed; without a display there, or without systemd, those of this process count.
    static func take() {
        let name = [BusValue.string(systemd + ".Manager"), .string("Environment")]
        let answer = try? BusConnection(.user).call(
            systemd, "/org/freedesktop/systemd1", ServiceNames.properties, "Get", name,
            milliseconds: patience)
        var values: [String: String] = [:]
        for text in answer?.first?.contents?.elements?.compactMap(\.text) ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard parts.count == 2, !parts[1].isEmpty,
                PromptEnvironment.desktopVariables.contains(name)
            else { continue }
            values[name] = String(parts[1])
        }
        let hasDisplay = values["DISPLAY"] != nil || values["WAYLAND_DISPLAY"] != nil
        PromptEnvironment.desktop.update { $0 = hasDisplay ? values : nil }
    }
}
