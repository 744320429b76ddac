# make demo   a secret stored and found, by the command and by a program that imports Security
# make test   everything that can fail: format, vectors, unit, conformance, integration, faults
# make bench  figures beside a floor of bare SQLite and libsodium
# make format / make lint   the layout of the sources, changed or only checked
# make fuzz / make soak     longer runs; their scripts name the variables
# make install              the security command, below PREFIX (/usr/local)

SOURCES = Package.swift Sources Tests Benchmarks Examples Fuzz

PREFIX = /usr/local

.PHONY: demo test bench format lint vectors constants fuzz soak build install dependencies

dependencies:
	@Scripts/install-dependencies build

build: dependencies
	@swift build

demo: dependencies
	@Scripts/demo

test:
	@Scripts/install-dependencies test
	@Scripts/test

lint:
	@swift format lint --strict --recursive $(SOURCES)

format:
	@swift format --in-place --recursive $(SOURCES)

constants:
	@python3 Scripts/generate-constants.py

vectors:
	@/usr/bin/python3 Scripts/check-vectors.py

bench: dependencies
	@Scripts/bench

fuzz:
	@Scripts/install-dependencies test
	@Scripts/fuzz

soak:
	@Scripts/install-dependencies test
	@Scripts/soak

install: dependencies
	@swift build -c release --product security --static-swift-stdlib -Xlinker -s --scratch-path .build/static
	install -D -m 0755 .build/static/release/security $(DESTDIR)$(PREFIX)/bin/security
