/// Looks statuses up in the table of names and sentences.
public enum Status {
    /// Gives the name of the constant, such as errSecParam.
    public static func name(of code: Int32) -> String? { nil }
}
