extension UnsafeRawBufferPointer {
    /// Points at the bytes as libcrypto wants them: never null, also where there are none.
    var octets: UnsafePointer<UInt8> {
        guard let baseAddress else { return Self.nothing }
        return baseAddress.assumingMemoryBound(to: UInt8.self)
    }

    nonisolated(unsafe) private static let nothing: UnsafePointer<UInt8> = {
        let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        byte.initialize(to: 0)
        return UnsafePointer(byte)
    }()
}

extension UnsafeMutableRawBufferPointer {
    /// Points at room as libcrypto wants it: nil only where there is none.
    var octets: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension StaticString {
    /// Points at the text, which ends with a zero byte and lives as long as the process.
    var characters: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
