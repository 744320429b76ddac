import SwiftKeychainModel

/// What a write noted about the store beside its rows: the manifest counts it.
public enum StoreEvent: Sendable {
    case added(Incident)
    /// The user has seen an incident; it is given as it was before.
    case acknowledged(Incident)
    /// A row was added to the quarantine.
    case setAside
}
