// SPDX-License-Identifier: Apache-2.0
import ForkSupport
import Glibc
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainMemory
@testable import SwiftKeychainSealing

@Suite struct SecretBytesTests {
    /// Fills a piece, frees it, and looks at the pieces given out after it.
    @Test(arguments: [1, 64, 65, 500, 4096, 4097, 70_000])
    func startsAtZeroAndLeavesNothing(_ count: Int) {
        for _ in 0..<50 {
            var wasZero = false
            let secret = SecretBytes(count: count) { buffer in
                wasZero = buffer.allSatisfy { $0 == 0 } && buffer.count == count
                _ = buffer.initializeMemory(as: UInt8.self, repeating: 0xaa)
            }
            #expect(wasZero)
            #expect(secret.withBytes { $0.allSatisfy { $0 == 0xaa } })
        }
    }

    @Test func aFailedInitialiserGivesTheMemoryBack() {
        struct Refused: Error {}
        var start: UnsafeMutableRawPointer?
        #expect(throws: Refused.self) {
            try SecretBytes(count: 4096) { buffer in
                start = buffer.baseAddress
                buffer[0] = 0xff
                throw Refused()
            }
        }
        #expect(start != nil)
    }

    @Test func comparesByContent() {
        let secret = SecretBytes(copying: [1, 2, 3])
        #expect(secret == SecretBytes(copying: [1, 2, 3]))
        #expect(secret != SecretBytes(copying: [1, 2, 4]))
        #expect(secret != SecretBytes(copying: [1, 2]))
        #expect(SecretBytes(copying: []) == SecretBytes(count: 0) { _ in })
    }

    @Test func tellsNothingInADescription() {
        let secret = SecretBytes(copying: Array("canary".utf8))
        var text = ""
        dump(secret, to: &text)
        text += "\(secret) \(String(reflecting: secret))"
        #expect(!text.contains("canary") && !text.contains("99"))
    }

    /// Each piece takes 64 KiB of locked memory, so bytes that arrive one by one must share one.
    @Test func smallReadsAreCollectedInOnePiece() {
        let text = Array("one by one".utf8)
        var rooms: [Int] = []
        func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            rooms.append(buffer.count)
            guard rooms.count <= text.count else { return 0 }
            buffer[0] = text[rooms.count - 1]
            return 1
        }
        #expect(SecretBytes.collect(upTo: text.count, read) == SecretBytes(copying: text))
        #expect(rooms == (0...text.count).map { (64 << 10) - $0 })
        rooms = []
        #expect(SecretBytes.collect(upTo: text.count - 1, read) == nil)
    }

    @Test func piecesDoNotOverlap() {
        let secrets = (0..<3000).map { index in
            SecretBytes(
                copying: Array(repeating: UInt8(truncatingIfNeeded: index), count: index % 200))
        }
        for (index, secret) in secrets.enumerated() {
            #expect(secret.withBytes { $0.allSatisfy { $0 == UInt8(truncatingIfNeeded: index) } })
        }
    }

    @Test func isSafeFromManyThreads() async {
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy { round in
                        let byte = UInt8(truncatingIfNeeded: task * 31 + round)
                        let secret = SecretBytes(
                            copying: Array(repeating: byte, count: 1 + round % 300))
                        return secret.withBytes { $0.allSatisfy { $0 == byte } }
                    }
                }
            }
            for await isIntact in group { #expect(isIntact) }
        }
    }
}

@Suite struct SharedMemoryTests {
    /// What a user has beyond its share isn't locked, so that the memory of others is.
    @Test func aUserLeavesLockedMemoryForOthers() {
        let memory = LockedMemory()
        memory.share(1 << 20)
        func regions(_ user: UInt32, _ count: Int, _ size: Int) -> [LockedMemory.Region] {
            var regions: [LockedMemory.Region] = []
            LockedMemory.charge(user) {
                for _ in 0..<count { regions.append(memory.allocate(size)) }
            }
            return regions
        }
        var long = regions(1, 100, 16 << 10)
        #expect(long.count(where: \.isLocked) == 32 && memory.refusals == 68)
        #expect(regions(1, 40, 4096).allSatisfy { !$0.isLocked })
        #expect(regions(2, 1, 16 << 10)[0].isLocked && regions(2, 1, 64)[0].isLocked)
        // No user is charged for what the service itself needs.
        #expect(memory.allocate(1 << 20).isLocked)
        for region in long { memory.free(region) }
        long = regions(1, 1, 16 << 10)
        #expect(long[0].isLocked)
    }
}

@Suite struct ForkedMemoryTests {
    /// A child's memory isn't locked, so the slabs that it shares out are locked again.
    @Test func piecesOfAChildAreLocked() async {
        await #expect(processExitsWith: .exitCode(77)) {
            func isLocked() -> Bool {
                let secret = SecretBytes(count: 64) { _ in }
                let page = secret.withBytes { UInt(bitPattern: $0.baseAddress) } & ~4095
                return Mapping(startingAt: page)?.flags.contains("lo") == true
            }
            let (isHere, refusals) = (isLocked(), LockedMemory.shared.refusals)
            let status = ForkedChild.status { isLocked() ? 5 : 6 }
            // Where the system refuses to lock memory, there is nothing to see.
            _exit(status == 5 || !isHere && refusals > 0 ? 77 : 1)
        }
    }

    @Test func aChildCountsRefusals() async {
        await #expect(processExitsWith: .exitCode(77)) {
            _ = SecretBytes(count: 64) { _ in }
            // Root may lock memory beyond the limit.
            _ = setuid(65534)
            var none = rlimit()
            setrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &none)
            let refusals = LockedMemory.shared.refusals
            let status = ForkedChild.status { LockedMemory.shared.refusals > refusals ? 5 : 6 }
            _exit(status == 5 ? 77 : 1)
        }
    }
}

@Suite struct KeyArenaTests {
    @Test func keepsWhatItWasFilledWith() {
        let arena = KeyArena(count: 5000) { buffer in
            for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index) }
        }
        #expect(arena.count == 5000)
        #expect(!arena.isWiped)
        #expect(
            arena.withBytes { bytes in
                bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0) }
            })
    }

    /// Asks the kernel what it knows about the pages: no dump (dd), wipe on fork (wf), read-only.
    @Test func itsPagesAreGuarded() throws {
        let arena = KeyArena(count: 32) { _ in }
        let page = arena.withBytes { UInt(bitPattern: $0.baseAddress) } & ~4095
        let mapping = try #require(Mapping(startingAt: page))
        #expect(mapping.permissions == "r--p")
        #expect(mapping.flags.contains("dd") && mapping.flags.contains("wf"))
        #expect(mapping.flags.contains("lo") || LockedMemory.shared.refusals > 0)
    }

    @Test func aSecretIsLeftOutOfDumps() throws {
        let secret = SecretBytes(count: 5000) { _ in }
        let page = secret.withBytes { UInt(bitPattern: $0.baseAddress) } & ~4095
        let mapping = try #require(Mapping(startingAt: page))
        #expect(mapping.flags.contains("dd"))
        #expect(mapping.flags.contains("lo") || LockedMemory.shared.refusals > 0)
    }

    @Test func tellsNothingInADescription() {
        let arena = KeyArena(count: 32) { $0.copyBytes(from: Array("canarycanary".utf8)) }
        var text = ""
        dump(arena, to: &text)
        #expect(!"\(text) \(arena)".contains("99"))
        #expect("\(arena)" == "KeyArena(32 bytes)")
    }

    /// Forks: the child finds its keys wiped, and stops before it seals anything under zeros.
    @Test func aChildStopsBeforeItUsesWipedKeys() async {
        await #expect(processExitsWith: .exitCode(77)) {
            let keybag = try Sample.keybag()
            let row = Sample.row(keybag)
            let status = ForkedChild.status {
                _ = try? keybag.seal(row, attributes: [:], secret: nil)
                return 3
            }
            // Ended by a signal; the parent's own keys are as they were.
            _ = try keybag.seal(row, attributes: [:], secret: nil)
            _exit(status == nil ? 77 : 1)
        }
    }

    @Test func aChildKnowsThatItsKeysAreGone() async {
        await #expect(processExitsWith: .exitCode(77)) {
            let arena = KeyArena(count: 32) { _ in }
            let status = ForkedChild.status { arena.isWiped ? 5 : 6 }
            _exit(status == 5 && !arena.isWiped ? 77 : 1)
        }
    }
}

/// Holds what /proc/self/smaps says of one mapping.
private struct Mapping {
    let permissions: String
    let flags: Set<String>

    /// Finds the mapping that holds the page at `address`.
    init?(startingAt address: UInt) {
        guard let file = fopen("/proc/self/smaps", "r") else { return nil }
        defer { fclose(file) }
        var isFound = false
        var permissions = ""
        var line = [CChar](repeating: 0, count: 8192)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            let words = text.split(whereSeparator: \.isWhitespace)
            let bounds = (words.first ?? "").split(separator: "-").compactMap {
                UInt($0, radix: 16)
            }
            if bounds.count == 2, words.count > 1 {
                isFound = bounds[0] <= address && address < bounds[1]
                permissions = String(words[1])
            } else if isFound, words.first == "VmFlags:" {
                self.permissions = permissions
                flags = Set(words.dropFirst().map(String.init))
                return
            }
        }
        return nil
    }
}
