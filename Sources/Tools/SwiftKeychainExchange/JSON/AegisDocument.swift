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
            groups[group.text("uuid")] = group.text("name")
        }
        var reading = ExchangeReading()
        for (index, value) in entries.enumerated() {
            let item = JSONMembers(value)
            let place = ": item \(index + 1)"
            guard let seed = seed(item) else {
                reading.faults.append(
                    ExchangeFault(place, "one-time passwords of a kind that isn't known"))
                continue
            }
            var entry = ExchangeEntry(seed, place: place)
            entry.notes = item.text("note")
            // Before groups had identifiers, an entry had the name of one.
            let names = (item.list("groups") ?? []).compactMap { groups[$0.string ?? ""] }
            entry.folder = (names.first ?? item.text("group")).split(separator: "/").map(
                String.init)
            for name in names.dropFirst() { entry.append("group", name) }
            if item["favorite"] == .boolean(true) { entry.append("favorite", "1") }
            if item.secret("icon") != nil { reading.leaveOut(.icon) }
            reading.entries.append(entry)
        }
        return reading
    }

    /// Returns the address of an entry; nil for the kinds `motp` and `yandex`, which need a PIN too.
    private static func seed(_ item: JSONMembers) -> SeedAddress? {
        let info = item.members("info")
        let kind = item.text("type")
        guard ["totp", "hotp", "steam"].contains(kind), let secret = info.secret("secret") else {
            return nil
        }
        var seed = SeedAddress(seed: secret)
        (seed.issuer, seed.account) = (item.text("issuer"), item.text("name"))
        seed.kind = kind == "hotp" ? "hotp" : "totp"
        if !info.text("algo").isEmpty { seed.algorithm = info.text("algo") }
        seed.digits = info["digits"]?.integer ?? 6
        seed.period = info["period"]?.integer ?? 30
        seed.counter = info["counter"]?.integer ?? 0
        // As KeePassXC writes it.
        if kind == "steam" { seed.suffix = "&encoder=steam" }
        return seed
    }
}
