// SPDX-License-Identifier: Apache-2.0

/// The attributes that KeePassXC gives each item, besides those of the program that made it.
package enum KeePassXCAttributes {
    private static let user: Set = ["UserName", "URL", "Notes"]
    private static let own: Set = ["Uuid", "Path", "Title", "FDO_SECRETS_CONTENT_TYPE"]

    /// Returns the attributes by which the program looks an item up. Those of an entry that the user made stay as they
    /// are: they hold its user and address.
    package static func removed(from attributes: [(String, String)]) -> [(String, String)] {
        let names = Set(attributes.map(\.0))
        guard own.subtracting(["FDO_SECRETS_CONTENT_TYPE"]).isSubset(of: names),
            attributes.allSatisfy({ !user.contains($0.0) || $0.1.isEmpty })
        else { return attributes }
        let others = attributes.filter { !user.contains($0.0) && !own.contains($0.0) }
        return others.isEmpty ? attributes : others
    }
}
