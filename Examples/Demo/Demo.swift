// SPDX-License-Identifier: Apache-2.0
// Empty: building this target builds the programs that it depends on.
