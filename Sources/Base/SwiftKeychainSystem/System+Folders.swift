// SPDX-License-Identifier: Apache-2.0
import Glibc

extension System {
    /// Returns a folder, or the nearest one above it that exists; the last one above it if none does.
    package static func nearestFolder(_ path: String) -> String {
        let parent = path.parentFolder
        return parent == path || exists(path) ? path : nearestFolder(parent)
    }

    /// Makes a folder and those above it, each durable before anything is put into it.
    package static func makeFolders(_ path: String) throws(SystemError) {
        if exists(path) { return }
        let parent = path.parentFolder
        // The root has none, and may be there although it can't be read.
        if parent != path { try makeFolders(parent) }
        do throws(SystemError) {
            try makeDirectory(path)
        } catch  where error.number == EEXIST {
            return  // Another process was here first.
        }
        do throws(SystemError) {
            try synchronize(directory: parent)
        } catch  where error.number == EACCES {
            // A folder that this process may search and write need not be readable.
        }
    }
}
