// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The files of the user by which the frontend of the portals takes this package's backend for secrets
/// (portals.conf(5)).
///
/// The frontend reads one file alone, the first that there is: in each folder `DESKTOP-portals.conf` for each of the
/// present desktops, then `portals.conf`. So the user's file is a copy of the one that would be read without it, with one
/// line changed. Each desktop has a separate file, and keeps its other backends.
struct PortalsConfiguration {
    let folders: BaseFolders
    /// Whether ``SecretServiceFiles`` made a file. Such files don't count.
    let isOurs: (String) -> Bool

    private static let group = "[preferred]"
    private static let key = "org.freedesktop.impl.portal.Secret"
    private static let end = "portals.conf"

    /// What is to be done about the files of the user.
    struct Plan {
        /// The files to write, by their paths, without the line by which they are known.
        fileprivate(set) var files: [(path: String, contents: String)] = []
        /// The user's own files, which count and choose another backend.
        fileprivate(set) var kept: Set<String> = []
    }

    /// The folder of the user.
    private var own: String { folders.configuration + "/xdg-desktop-portal" }

    /// The folders of the other files, the most important one first.
    private var others: [String] {
        (folders.systemConfiguration + ["/etc", folders.data] + folders.systemData
            + ["/usr/share"]).map { $0 + "/xdg-desktop-portal" }
    }

    /// The files of the user that were made, whichever desktop is the present one.
    var made: [String] {
        System.readableNames(in: own).filter { $0.hasSuffix(Self.end) }.map { "\(own)/\($0)" }
            .filter(isOurs)
    }

    /// Chooses the files to write: for the present desktop, and for each that has a separate file.
    ///
    /// - Parameter desktops: the names of the present desktops in the order of `$XDG_CURRENT_DESKTOP`; without any, the
    ///   file for all desktops is written.
    func plan(_ desktops: [String]) -> Plan {
        var plan = Plan()
        var written: Set<String> = []
        let installed = Set(others.flatMap(System.readableNames(in:))).filter {
            $0.hasSuffix("-" + Self.end)
        }
        let others = installed.sorted().map { [String($0.dropLast(Self.end.count + 1))] }
        for desktops in [desktops] + others {
            let name = desktops.first.map { "\($0)-" } ?? ""
            let path = "\(own)/\(name)\(Self.end)"
            guard written.insert(path).inserted else { continue }
            let present = present(desktops)
            if let present, present.path.hasPrefix(own + "/") {
                if !Self.isChosen(in: present.contents) { plan.kept.insert(present.path) }
                continue
            }
            // Without a default, the frontend chooses the others as it does without a file.
            plan.files.append((path, Self.choosing(in: present?.contents ?? "")))
        }
        return plan
    }

    /// The names of the present desktops.
    static var desktops: [String] {
        (Environment.value("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":")
            .map { $0.lowercased() }.filter { !$0.contains("/") }
    }

    /// Returns the file that the frontend reads for some desktops; nil if none can be read.
    private func present(_ desktops: [String]) -> (path: String, contents: String)? {
        for folder in [own] + others {
            for name in desktops.map({ "\($0)-\(Self.end)" }) + [Self.end] {
                let path = "\(folder)/\(name)"
                guard !isOurs(path), let file = (try? SmallFile.read(path)) ?? nil,
                    let text = file.withBytes({ String(validating: $0, as: UTF8.self) })
                else { continue }
                return (path, text)
            }
        }
        return nil
    }

    /// Returns the lines of a file, and whether each is the setting of the backend for secrets.
    private static func lines(_ contents: String) -> [(line: Substring, isSetting: Bool)] {
        var isInGroup = false
        // CRLF is one character, which isn't equal to LF.
        return contents.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }
        ).map { line in
            if line.hasPrefix("[") { isInGroup = line.hasPrefix(group) }
            let name = line.prefix { $0 != "=" }.filter { !$0.isWhitespace }
            return (line, isInGroup && name == key)
        }
    }

    /// Returns the contents with this package's backend for secrets, and otherwise as they are.
    static func choosing(in contents: String) -> String {
        var lines = lines(contents).filter { !$0.isSetting }.map { String($0.line) }
        if !lines.contains(where: { $0.hasPrefix(group) }) { lines.insert(group, at: 0) }
        lines.insert("\(key)=keychain", at: lines.firstIndex { $0.hasPrefix(group) }! + 1)
        return lines.joined(separator: "\n")
    }

    /// Returns whether the contents choose this package's backend.
    private static func isChosen(in contents: String) -> Bool {
        let setting = lines(contents).last(where: \.isSetting)?.line.filter { $0 != " " }
        return setting.map { $0.hasPrefix("\(key)=keychain;") || $0 == "\(key)=keychain" } ?? false
    }
}
