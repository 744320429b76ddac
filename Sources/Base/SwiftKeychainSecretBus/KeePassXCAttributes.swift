// SPDX-License-Identifier: Apache-2.0

/// The attributes that KeePassXC gives each item, besides those of the program that made it.
package enum KeePassXCAttributes {
    /// Those that each item has.
    private static let own: Set = ["Uuid", "Path", "Title"]
    /// Those that hold something of the user in an entry that the user made.
    private static let user: Set = ["UserName", "URL", "Notes"]
    private static let contentType = "FDO_SECRETS_CONTENT_TYPE"

    /// Returns the attributes by which the program looks an item up. Those of an entry that the user made stay as they
    /// are.
    package static func removed(from attributes: [(String, String)]) -> [(String, String)] {
        guard own.isSubset(of: attributes.map(\.0)),
            attributes.allSatisfy({ !user.contains($0.0) || $0.1.isEmpty })
        else { return attributes }
        let added = own.union(user).union([contentType])
        let others = attributes.filter { !added.contains($0.0) }
        return others.isEmpty ? attributes : others
    }
}
