/// Writes elements of DER.
package enum DEREncoding {
    /// Writes an element: tag, length in as few octets as it needs, content.
    package static func element(_ tag: DERTag, _ content: some Collection<UInt8>) -> [UInt8] {
        [tag.rawValue] + length(content.count) + content
    }

    private static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        var octets: [UInt8] = []
        var rest = count
        while rest > 0 {
            octets.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(octets.count)] + octets
    }
}
