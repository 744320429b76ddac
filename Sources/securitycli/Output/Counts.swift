extension Session {
    static func items(_ count: Int) -> String {
        "\(count) \(count == 1 ? "item" : "items")"
    }

    /// Begins a sentence about items that are there and may not be read unasked.
    static func constrainedItems(_ count: Int) -> String {
        items(count) + (count == 1 ? " that demands a person is" : " that demand a person are")
    }
}
