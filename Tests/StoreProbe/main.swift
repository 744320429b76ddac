// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainStore
import StoreTestSupport

// StoreProbe COMMAND FOLDER NUMBER…
//   insert FOLDER FIRST COUNT    stores rows, one call each; prints each number once it is durable
//   add FOLDER FIRST COUNT       the same, and prints the time of each call in microseconds
//   busy FOLDER FIRST COUNT      the same with SQLite's own busy handler and nothing of ours
//   read FOLDER MILLISECONDS     reads without pause; prints how often and the longest, in ms
//   find FOLDER ROWS TIMES       stores rows, finds one by service and account; prints ns of processor time a call
//   hold FOLDER MILLISECONDS     holds the right to write; prints "held"
//   try FOLDER MILLISECONDS      waits so long for the right to write; prints "written" or "refused"
//   fork-SCENE FOLDER            plays a parent and its children, see ForkScenes
//   count FOLDER                 prints how many rows are whole
//   compare FOLDER PROCESSES COUNT   runs `add` and `busy` in so many processes; prints a table

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    say("StoreProbe COMMAND FOLDER NUMBER…")
    exit(64)
}
let numbers = arguments[3...].map { Int($0) ?? 0 }

do {
    let probe = Probe(folder: arguments[2])
    switch arguments[1] {
    case "insert": try probe.insert(numbers[0], numbers[1], timed: false)
    case "add": try probe.insert(numbers[0], numbers[1], timed: true)
    case "busy": try BusyHandler(folder: arguments[2]).insert(numbers[0], numbers[1])
    case "read": try probe.read(for: .milliseconds(numbers[0]))
    case "find": try probe.find(rows: numbers[0], times: numbers[1])
    case "hold": try probe.hold(for: .milliseconds(numbers[0]))
    case "count": say(try probe.count())
    case "compare": try Comparison(folder: arguments[2]).run(processes: numbers[0], numbers[1])
    case "try":
        do {
            try probe.store.write(deadline: .after(.milliseconds(numbers[0]))) { _ in }
            say("written")
        } catch {
            say("refused")
        }
    case let scene where scene.hasPrefix("fork-"):
        try ForkScenes(folder: arguments[2]).play(String(scene.dropFirst(5)))
    default: exit(64)
    }
} catch {
    say("error: \(error)")
    exit(1)
}
