#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Usage: secret-service-clients.py ADDRESS... Measures what clients in Python and `secret-tool` wait for the providers on
some buses, in turn: medians in milliseconds. Each provider gets a thousand items."""
import os
import pathlib
import statistics
import subprocess
import sys
import time

os.environ.setdefault("KEYCHAIN_TEST_PROGRAMS", "")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/SecretService"))
from bus import ITEM, Client

SIZE = 1000


class Provider:
    def __init__(self, address):
        self.environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": address}
        self.client = Client(address)
        self.collection = self.client.service("ReadAlias", "s", ("default",))[0]
        self.session = self.client.open()
        self.items = [self.create({"xdg:schema": "org.example.Clients", "n": str(n)}, b"secret") for n in range(SIZE)]

    def create(self, attributes, secret):
        return self.client.create("label", attributes, secret, replace=True, collection=self.collection)

    def secrets(self):
        secrets = self.client.service("GetSecrets", "aoo", (self.items, self.session))[0]
        assert len(secrets) == SIZE

    def labels(self):
        assert {self.client.get(path, ITEM, "Label") for path in self.items} == {"label"}

    def lookup(self):
        command = ["secret-tool", "lookup", "xdg:schema", "org.example.Clients", "n", "500"]
        assert subprocess.run(command, env=self.environment, capture_output=True, check=True).stdout == b"secret"

    def there_and_back(self, size):
        secret = bytes(size)
        assert self.client.secret(self.create({"size": str(size)}, secret)) == secret


STEPS = [
    ("Python: GetSecrets of 1000", 5, Provider.secrets),
    ("Python: 1000 labels, one by one", 3, Provider.labels),
    ("secret-tool lookup, a process", 20, Provider.lookup),
    ("Python: 1 MiB there and back", 5, lambda provider: provider.there_and_back(1 << 20)),
    ("Python: 8 MiB there and back", 5, lambda provider: provider.there_and_back(8 << 20)),
]
providers = [Provider(address) for address in sys.argv[1:]]
for name, rounds, step in STEPS:
    times = [[] for _ in providers]
    for _ in range(rounds):
        for provider, measured in zip(providers, times):
            start = time.perf_counter()
            step(provider)
            measured.append((time.perf_counter() - start) * 1000)
    print(name, *("%.1f" % statistics.median(measured) for measured in times), sep=" | ", flush=True)
