// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

// What SQLite may spend on one statement: a damaged tree may lead back into itself, and a foreign schema may
// hold any expression. The limits belong to a connection, since a program that uses this package may use SQLite too.
extension Database {
    /// Between two checks of a statement, in steps of SQLite's virtual machine.
    static let interval = 1 << 16
    /// The steps of any statement, about a second.
    private static let leastSteps = 1 << 26
    /// The steps for each page of the file and its log: an integrity check takes a tenth of them.
    static let stepsPerPage = 1 << 15

    /// SQLite reads the schema with the first statement. For that, it may take no more steps and memory than a
    /// schema of ours needs, and call no function: statistics are read with it, from columns that may have expressions.
    func limitSchema() {
        let (steps, length, arguments) = (Int32(256), Int32(4096), Int32(0))
        mostSteps = 16
        watchSteps(every: steps)
        lengthLimit = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, length)
        argumentLimit = sqlite3_limit(handle, SQLITE_LIMIT_FUNCTION_ARG, arguments)
    }

    /// Lets statements use what the schema names.
    func trustSchema() {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, lengthLimit)
        sqlite3_limit(handle, SQLITE_LIMIT_FUNCTION_ARG, argumentLimit)
        mostSteps = Self.leastSteps / Self.interval
        watchSteps(every: Int32(Self.interval))
        mayGrow = true
    }

    /// Has SQLite ask now and then whether to go on, so that a damaged or hostile file can't keep a call busy.
    private func watchSteps(every steps: Int32) {
        sqlite3_progress_handler(
            handle, steps,
            { context in
                let database = Unmanaged<Database>.fromOpaque(context!).takeUnretainedValue()
                return database.mayContinue() ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Counts a part of a statement's steps, and returns whether it may take more.
    private func mayContinue() -> Bool {
        steps += 1
        if steps <= mostSteps { return true }
        return mayGrow && steps <= mostSteps + pageCount * Self.stepsPerPage / Self.interval
    }

    /// The pages of the file and its log that take space on the disk.
    private var pageCount: Int {
        [path, StorePaths.log(path)].reduce(0) { sum, path in
            let status = (try? System.status(path)) ?? nil
            return sum + Int(status?.st_blocks ?? 0) / 8
        }
    }
}
