// SPDX-License-Identifier: Apache-2.0
import Foundation
import FuzzTargets
import Testing

/// Runs the fuzz targets over every input that is kept, without libFuzzer.
@Suite struct CorpusTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fuzz").standardizedFileURL

    static func inputs(in name: String) -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder.appending(path: name), includingPropertiesForKeys: nil)
        return (files ?? []).filter { !$0.lastPathComponent.hasPrefix(".") }
            .sorted { $0.path < $1.path }
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func nothingIsFoundAgain(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let crashes = Self.inputs(in: "Crashes").filter {
            $0.lastPathComponent.hasPrefix(name + "-")
        }
        var (accepted, refused) = (0, 0)
        for file in Self.inputs(in: "Corpus/\(name)") + crashes {
            do {
                let isAccepted = try target.run([UInt8](Data(contentsOf: file)))
                if isAccepted { accepted += 1 } else { refused += 1 }
            } catch let finding as Finding {
                Issue.record("\(file.lastPathComponent): \(finding)")
            }
        }
        // Inputs that are all refused, or all accepted, would say little.
        #expect(accepted > 0 && refused > 0, "the corpus has gone stale")
    }

    /// Short inputs at random find what a grown corpus no longer holds.
    @Test func randomBytesAreRewrittenOrRefused() throws {
        for _ in 0..<20_000 {
            _ = try FuzzTarget.cbor.run(
                (0..<Int.random(in: 0...12)).map { _ in UInt8.random(in: 0...255) })
        }
    }

    @Test func everyCorpusHasATarget() {
        let names = Self.inputs(in: "Corpus").map(\.lastPathComponent)
        #expect(names == FuzzTarget.all.map(\.name).sorted())
    }
}
