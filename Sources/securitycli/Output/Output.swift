import SwiftKeychainSystem

typealias Output = DescriptorOutput

extension Output {
    /// Writes the rest of the buffer.
    func flush() throws(CommandFailure) {
        let number = finish()
        if number != 0 { throw .output(number) }
    }
}
