/// Writes bytes that are no secret as PEM (RFC 7468), in lines of 64 characters.
enum PEMText {
    static func write(_ label: String, _ bytes: [UInt8], to output: Output) {
        output.write("-----BEGIN \(label)-----\n")
        bytes.withUnsafeBytes { bytes in
            // 48 bytes make a line.
            for start in stride(from: 0, to: bytes.count, by: 48) {
                let line = bytes[start..<min(start + 48, bytes.count)]
                output.writeBase64(UnsafeRawBufferPointer(rebasing: line))
                output.write("\n")
            }
        }
        output.write("-----END \(label)-----\n")
    }
}
