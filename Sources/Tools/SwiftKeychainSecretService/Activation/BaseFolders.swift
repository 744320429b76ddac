// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The folders of settings and data, of the user and of the system (XDG Base Directory Specification).
struct BaseFolders {
    /// `$XDG_DATA_HOME`.
    let data: String
    /// `$XDG_CONFIG_HOME`.
    let configuration: String
    let home: String

    /// - Throws: `notAvailable` without a home folder.
    init() throws(KeychainError) {
        home = try Location.homeFolder()
        data = Environment.absolutePath("XDG_DATA_HOME") ?? home + "/.local/share"
        configuration = Environment.absolutePath("XDG_CONFIG_HOME") ?? home + "/.config"
    }

    /// The folders of `$XDG_DATA_DIRS`, the most important one first.
    var systemData: [String] { Self.list("XDG_DATA_DIRS") ?? ["/usr/local/share", "/usr/share"] }
    /// The folders of `$XDG_CONFIG_DIRS`, the most important one first.
    var systemConfiguration: [String] { Self.list("XDG_CONFIG_DIRS") ?? ["/etc/xdg"] }

    private static func list(_ name: String) -> [String]? {
        Environment.value(name)?.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
}
