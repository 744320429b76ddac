// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The vault that Aegis exports without encryption.
///
///     {"version": 1, "header": {"slots": null, "params": null},
///      "db": {"version": 3, "groups": [{"uuid", "name"}],
///             "entries": [{"type": "totp", "name", "issuer", "note", "groups": [],
///                          "info": {"secret": "JBSWY3DP", "algo": "SHA1", "digits": 6, "period": 30}}]}}
enum AegisDocument {
    static func recognise(_ outline: JSONOutline) -> Bool {
        outline.has("version") && outline.has("slots", beginning: "n")
    }

    static func recogniseEncrypted(_ outline: JSONOutline) -> Bool {
        outline.has("version") && outline.has("slots", beginning: "[")
    }

    /// Reads the entries.
    ///
    /// - Throws: a fault for a text that isn't JSON, or has no entries.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeFault) -> ExchangeReading {
        let database = try JSONMembers(file: bytes).members("db")
        guard let entries = database.list("entries") else {
            throw ExchangeFault("it has no \"entries\"")
        }
        var groups: [String: String] = [:]
        for group in (database.list("groups") ?? []).map({ JSONMembers($0) }) {
            groups[try group.text("uuid")] = try group.text("name")
        }
        var reading = ExchangeReading()
        for (index, value) in entries.enumerated() {
            let place = ": item \(index + 1)"
            do throws(ExchangeFault) {
                let item = try JSONMembers(entry: value)
                reading.entries.append(try entry(item, groups, place))
                if try item.secret("icon") != nil { reading.leaveOut(.icon) }
            } catch {
                reading.faults.append(ExchangeFault(place, error.rule))
            }
        }
        return reading
    }

    private static func entry(
        _ item: JSONMembers, _ groups: [String: String], _ place: String
    ) throws(ExchangeFault) -> ExchangeEntry {
        guard let seed = try seed(item) else {
            throw ExchangeFault("one-time passwords of a kind that isn't known")
        }
        var entry = ExchangeEntry(seed, place: place)
        entry.notes = try item.text("note")
        // Before groups had identifiers, an entry had the name of one.
        let names = (item.list("groups") ?? []).compactMap { groups[$0.string ?? ""] }
        let group = try item.text("group")
        entry.folder = (names.first ?? group).split(separator: "/").map(String.init)
        for name in names.dropFirst() { entry.append("group", name) }
        if item["favorite"] == .boolean(true) { entry.append("favorite", "1") }
        return entry
    }

    /// Returns the address of an entry; nil for the kinds `motp` and `yandex`, which need a PIN too.
    private static func seed(_ item: JSONMembers) throws(ExchangeFault) -> SeedAddress? {
        let info = item.members("info")
        let kind = try item.text("type")
        guard ["totp", "hotp", "steam"].contains(kind), let secret = try info.secret("secret")
        else { return nil }
        var seed = SeedAddress(seed: secret)
        (seed.issuer, seed.account) = (try item.text("issuer"), try item.text("name"))
        seed.kind = kind == "hotp" ? "hotp" : "totp"
        let algorithm = try info.text("algo")
        if !algorithm.isEmpty { seed.algorithm = algorithm }
        seed.digits = info["digits"]?.integer ?? 6
        seed.period = info["period"]?.integer ?? 30
        seed.counter = info["counter"]?.integer ?? 0
        // As KeePassXC writes it.
        if kind == "steam" { seed.suffix = "&encoder=steam" }
        return seed
    }
}
