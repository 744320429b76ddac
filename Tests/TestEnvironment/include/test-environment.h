// SPDX-License-Identifier: Apache-2.0
// Nothing to call: test-environment.c acts when the process starts.
