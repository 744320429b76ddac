// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem
import Testing

@Suite struct FolderWatchTests {
    @Test func aRefusedWatchReportsAnEventAfterTheInterval() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("watch-\(UUID().uuidString)").path
        let refused = FolderWatch(folder, for: .writes)
        #expect(!refused.isUsable && refused.waitForEvent(unreported: .milliseconds(1)))
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let watch = FolderWatch(folder, for: .writes)
        #expect(watch.isUsable && !watch.wait(.zero))
        try Data([1]).write(to: URL(fileURLWithPath: folder + "/a"))
        // Without a report it would take an hour.
        #expect(watch.waitForEvent(unreported: .zero))
    }
}
