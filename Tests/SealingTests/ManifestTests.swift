// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSealing

@Suite struct ManifestTests {
    let keybag: Keybag
    init() throws { keybag = try Sample.keybag() }

    var elements: [Manifest.Element] {
        (0..<50).map {
            keybag.element(
                ItemClass.stored[$0 % 4],
                persistentReference: Array(repeating: UInt8($0), count: 16),
                revision: Int64($0))
        }
    }

    func manifest(_ elements: some Sequence<Manifest.Element>) -> Manifest {
        var manifest = Manifest()
        for element in elements { manifest.add(element) }
        return manifest
    }

    @Test func isBlindToTheOrder() {
        let elements = elements
        let expected = manifest(elements)
        for _ in 0..<20 { #expect(manifest(elements.shuffled()) == expected) }
        #expect(expected.count == 50)
    }

    @Test func takesOutWhatWasPutIn() {
        let elements = elements
        var some = manifest(elements)
        for element in elements.dropFirst(10).shuffled() { some.remove(element) }
        #expect(some == manifest(elements.prefix(10)))
        for element in elements.prefix(10) { some.remove(element) }
        #expect(some == Manifest())
    }

    @Test func showsWhatChanged() {
        let elements = elements
        let whole = manifest(elements)
        for index in elements.indices {
            var fewer = elements
            fewer.remove(at: index)
            #expect(manifest(fewer) != whole)
        }
        // Two of one kind do not cancel each other, as they would under exclusive or.
        let twice = manifest([elements[0], elements[0]])
        #expect(twice.accumulator != Manifest().accumulator)
        #expect(twice.accumulator != manifest([elements[1], elements[1]]).accumulator)
    }

    @Test func everyPartOfARowCounts() {
        let reference = Array(repeating: UInt8(7), count: 16)
        let element = keybag.element(.genericPassword, persistentReference: reference, revision: 1)
        #expect(
            element == keybag.element(.genericPassword, persistentReference: reference, revision: 1)
        )
        #expect(element != keybag.element(.key, persistentReference: reference, revision: 1))
        #expect(
            element != keybag.element(.genericPassword, persistentReference: reference, revision: 2)
        )
        #expect(
            element
                != keybag.element(
                    .genericPassword, persistentReference: Array(reference.dropLast()), revision: 1)
        )
        let other = try? Sample.keybag().element(
            .genericPassword, persistentReference: reference, revision: 1)
        #expect(other != element)
    }

    @Test func opensAsSealed() throws {
        var manifest = manifest(elements)
        manifest.revision = 41
        let record = keybag.seal(manifest)
        #expect(try keybag.openManifest(record, revision: 41) == manifest)
        #expect(keybag.seal(manifest) != record)
    }

    @Test func refusesAnotherRevisionOrStore() throws {
        var manifest = Manifest()
        manifest.revision = 41
        let record = keybag.seal(manifest)
        for revision in [Int64.min, -1, 0, 40, 42, .max] {
            #expect {
                try keybag.openManifest(record, revision: revision)
            } throws: { KeychainError.Code.decode ~= $0 }
        }
        let other = try Sample.keybag()
        #expect {
            try other.openManifest(record, revision: 41)
        } throws: { KeychainError.Code.decode ~= $0 }
    }

    @Test func refusesEveryForgery() throws {
        let record = keybag.seal(manifest(elements))
        let forged =
            DamageTests.flips(of: record) + record.indices.map { Array(record.prefix($0)) }
            + [record + [0]]
        for record in forged {
            #expect {
                try keybag.openManifest(record, revision: 0)
            } throws: { KeychainError.Code.decode ~= $0 }
        }
        // A box of the same keybag that is no manifest.
        let row = try Sample.sealed(keybag)
        #expect {
            try keybag.openManifest(row.metadataBox, revision: 0)
        } throws: { KeychainError.Code.decode ~= $0 }
    }

    @Test func survivesTheEndsOfItsNumbers() {
        var manifest = Manifest()
        manifest.count = .max
        manifest.add(elements[0])
        #expect(manifest.count == .min)
        manifest.remove(elements[0])
        #expect(manifest.count == .max)
    }
}
