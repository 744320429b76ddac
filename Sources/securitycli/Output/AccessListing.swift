import SwiftKeychainModel

/// Prints the section of a listing that tells who may open the item.
///
/// There are no lists of trusted programs: the access group and the protection class decide, and
/// the constraints of an access control. They stand in the description, in the syntax of `item`.
enum AccessListing {
    static func write(_ item: Item, to output: Output) {
        output.write("access: 1 entries\n    entry 0:\n")
        output.write("        authorizations (1): \(operation(item))\n")
        output.write(
            item.accessControl.isConstrained
                ? "        require-password\n" : "        don't-require-password\n")
        output.write("        description: \(AccessControlText.text(item.accessControl))")
        output.write(" access group ")
        BufferFormat.write(Array(item.accessGroup.utf8), to: output)
        output.write("\n        applications: <null>\n")
    }

    private static func operation(_ item: Item) -> String {
        guard item.accessControl.isConstrained else { return "any" }
        return item.accessControl.flags.contains(.privateKeyUsage) ? "sign" : "decrypt"
    }
}
