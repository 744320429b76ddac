// SPDX-License-Identifier: Apache-2.0
/// Holds what a disk holds for certain, and what it was told since and may hold or not.
///
/// A file's own sync makes its contents certain; names become certain, in the order in which they
/// changed, when a folder is synced. A power cut keeps of the rest any part: writes of one file in
/// any order, whole, torn or not at all, and some first part of the changes of names.
struct Disk {
    private var contents: [UInt64: [UInt8]] = [:]
    private var names: [String: UInt64] = [:]
    private(set) var unsynced: [Recording.Step] = []
    private(set) var unsyncedNames: [Recording.NameChange] = []

    init(_ recording: Recording) {
        var number: UInt64 = 1 << 32
        let numbers = Dictionary(
            recording.opened.map { ($0.value, $0.key) }, uniquingKeysWith: min)
        for (path, bytes) in recording.start.files {
            let file = numbers[path] ?? number
            number += 1
            names[path] = file
            contents[file] = bytes
        }
    }

    mutating func take(_ step: Recording.Step) {
        switch step {
        case .write, .truncate: unsynced.append(step)
        case .sync(let file):
            for step in unsynced where step.file == file { Self.apply(step, to: &contents) }
            unsynced.removeAll { $0.file == file }
        case .syncFolders:
            for change in unsyncedNames { Self.apply(change, to: &names) }
            unsyncedNames = []
        case .name(let change): unsyncedNames.append(change)
        case .acknowledged: break
        }
    }

    /// Says which of what is uncertain has come through.
    struct Choice {
        /// Positions in ``unsynced``, in the order in which they reach the disk.
        var steps: [Int]
        /// How many bytes of the last one are written; nil: all.
        var torn: Int?
        /// How many of ``unsyncedNames``, from the first.
        var names: Int
    }

    /// Gives the files a power cut leaves behind. The index of the log is memory: it is gone.
    func image(_ choice: Choice) -> HomeImage {
        var (contents, names) = (contents, names)
        for (index, position) in choice.steps.enumerated() {
            var step = unsynced[position]
            if index == choice.steps.count - 1, let torn = choice.torn,
                case .write(let file, let offset, let bytes) = step
            {
                step = .write(file: file, offset: offset, bytes: Array(bytes.prefix(torn)))
            }
            Self.apply(step, to: &contents)
        }
        for change in unsyncedNames.prefix(choice.names) { Self.apply(change, to: &names) }
        var image = HomeImage()
        for (path, file) in names where !path.hasSuffix("-shm") {
            image.files[path] = contents[file] ?? []
        }
        return image
    }

    private static func apply(_ step: Recording.Step, to contents: inout [UInt64: [UInt8]]) {
        switch step {
        case .write(let file, let offset, let bytes):
            contents[file, default: []].put(bytes, at: offset)
        case .truncate(let file, let length):
            contents[file, default: []].resize(to: length)
        default: break
        }
    }

    private static func apply(_ change: Recording.NameChange, to names: inout [String: UInt64]) {
        switch change {
        case .made(let file, let path): names[path] = file
        case .folder: break
        case .renamed(let old, let new):
            if let file = names.removeValue(forKey: old) { names[new] = file }
        case .linked(let old, let new): names[new] = names[old]
        case .removed(let path): names[path] = nil
        }
    }
}

extension Recording.Step {
    var file: UInt64? {
        switch self {
        case .write(let file, _, _), .truncate(let file, _), .sync(let file): file
        default: nil
        }
    }
}

extension [UInt8] {
    fileprivate mutating func resize(to count: Int) {
        if count < self.count {
            removeLast(self.count - count)
        } else {
            self += [UInt8](repeating: 0, count: count - self.count)
        }
    }

    fileprivate mutating func put(_ bytes: [UInt8], at offset: Int) {
        resize(to: Swift.max(count, offset + bytes.count))
        withUnsafeMutableBytes { buffer in
            bytes.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(from: $0)
            }
        }
    }
}
