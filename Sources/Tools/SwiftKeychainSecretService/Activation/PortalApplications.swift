// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The applications that may have a secret of the portal, by the names that the portal gives them.
enum PortalApplications {
    /// Returns the names of the Flatpak and Snap applications that have data of the user, and of all applications with
    /// a desktop entry.
    static func names(_ folders: BaseFolders) -> Set<String> {
        var names = Set(System.readableNames(in: folders.home + "/.var/app"))
        // The portal puts this before the name of a snap.
        names.formUnion(System.readableNames(in: folders.home + "/snap").map { "snap." + $0 })
        let end = ".desktop"
        for folder in [folders.data] + folders.systemData {
            names.formUnion(
                System.readableNames(in: folder + "/applications").filter { $0.hasSuffix(end) }
                    .map { String($0.dropLast(end.count)) })
        }
        return names.filter { !$0.hasPrefix(".") }
    }
}
