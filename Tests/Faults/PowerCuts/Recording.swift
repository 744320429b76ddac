// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Holds everything a process did to the files below a home, in order, as `Interposed` logged it.
struct Recording {
    enum Step {
        case write(file: UInt64, offset: Int, bytes: [UInt8])
        case truncate(file: UInt64, length: Int)
        case sync(file: UInt64)
        case syncFolders
        case name(NameChange)
        /// A change was acknowledged.
        case acknowledged
    }

    /// Changes which names there are. Paths are below the home.
    enum NameChange {
        case made(file: UInt64, path: String)
        case folder(String)
        case renamed(String, String)
        case linked(String, String)
        case removed(String)
    }

    let start: HomeImage
    private(set) var steps: [Step] = []
    /// The files that were there at the start, by the number under which they appear here.
    private(set) var opened: [UInt64: String] = [:]

    /// Runs `changes` on a store that begins as `start`, in a process that logs what it does.
    init(_ start: HomeImage, _ changes: [String], settings: [String] = []) throws {
        self.start = start
        let home = ScratchFolder()
        let log = ScratchFolder()
        try start.lay(at: home.path)
        let run = try Probe.run(
            home.path, settings + ["record \(log.path)/log"] + changes)
        guard run.signal == nil, run.acknowledged == changes.count else {
            throw RawDatabase.Failure(description: "the recorded run failed: \(run.lines)")
        }
        try read(try Data.bytes(at: log.path + "/log"), below: home.path + "/")
    }

    private mutating func read(_ log: [UInt8], below home: String) throws {
        var position = 0
        // Numbers of inodes are given out again; these are not.
        var numbers: [UInt64: UInt64] = [:]
        var next: UInt64 = 1
        func word(_ at: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(log[position + at + $1]) << (8 * UInt64($1)) }
        }
        while position < log.count {
            let (kind, inode, number) = (log[position], word(1), word(9))
            let end = position + 25 + Int(word(17))
            let bytes = Array(log[position + 25..<end])
            position = end
            let paths = bytes.split(separator: 0).map {
                String(decoding: $0, as: UTF8.self).replacingOccurrences(of: home, with: "")
            }
            switch UnicodeScalar(kind) {
            case "O":
                if numbers[inode] == nil || number & 1 == 1 {
                    numbers[inode] = next
                    next += 1
                    if number & 1 == 0 { opened[numbers[inode]!] = paths[0] }
                }
                if number & 1 == 1 {
                    steps.append(.name(.made(file: numbers[inode]!, path: paths[0])))
                } else if number & 2 == 2 {
                    steps.append(.truncate(file: numbers[inode]!, length: 0))
                }
            case "W":
                if let file = numbers[inode] {
                    steps.append(.write(file: file, offset: Int(number), bytes: bytes))
                }
            case "T":
                if let file = numbers[inode] {
                    steps.append(.truncate(file: file, length: Int(number)))
                }
            case "S": if let file = numbers[inode] { steps.append(.sync(file: file)) }
            case "D": steps.append(.syncFolders)
            case "R": steps.append(.name(.renamed(paths[0], paths[1])))
            case "L": steps.append(.name(.linked(paths[0], paths[1])))
            case "U": steps.append(.name(.removed(paths[0])))
            case "M": steps.append(.name(.folder(paths[0])))
            default: steps.append(.acknowledged)
            }
        }
    }
}
