// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem
import Testing

/// Folders behind symbolic links, as a user's often are on another disk.
@Suite struct LinkedFolderTests {
    @Test func foldersAreMadeBehindALink() throws {
        let folder = NSTemporaryDirectory() + "system-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try System.makeFolders(folder + "/disk")
        try System.symbolicLink(to: "disk", at: folder + "/link")
        try System.makeFolders(folder + "/link/one/other")
        #expect(System.exists(folder + "/disk/one/other"))
        try System.synchronize(directory: folder + "/link")
    }
}
