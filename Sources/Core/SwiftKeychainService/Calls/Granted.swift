// SPDX-License-Identifier: Apache-2.0
/// A value, or what must be granted to get it.
enum Granted<Value> {
    case value(Value)
    case lacks(Demand)

    func map<Other>(_ transform: (Value) -> Other) -> Granted<Other> {
        switch self {
        case .value(let value): .value(transform(value))
        case .lacks(let demand): .lacks(demand)
        }
    }
}
