# make demo       stores and finds a secret with the command and with programs that import Security
# make test       runs the full test suite, and checks layout, tables, imports, promises and vectors
# make bench      measures, beside the same work with only SQLite and libsodium, and draws the figures
# make format     formats the sources; make lint only checks them
# make constants  writes the Swift tables from Data/
# make docs       builds the DocC archives of the library products in .build/docs
# make fuzz       runs the fuzzers; Scripts/fuzz describes its variables
# make soak       runs many more fault tests; Scripts/soak describes its variables
# make install    installs the security command and the credential helpers under PREFIX (/usr/local)

SOURCES = Package.swift Sources Tests Benchmarks Examples Fuzz

PREFIX = /usr/local

COMMANDS = security git-credential-keychain docker-credential-keychain

.PHONY: demo test bench format lint vectors constants declarations api docs fuzz soak build install dependencies

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

api:
	@swift build
	@python3 Scripts/list-api.py
	@python3 Scripts/generate-porting.py

docs: dependencies
	@Scripts/docs

declarations:
	@python3 Scripts/generate-declarations.py

vectors:
	@/usr/bin/python3 Scripts/check-vectors.py

bench:
	@Scripts/install-dependencies bench
	@Scripts/bench

fuzz:
	@Scripts/install-dependencies test
	@Scripts/fuzz

soak:
	@Scripts/install-dependencies test
	@Scripts/soak

install: dependencies
	@Scripts/build-command
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 0755 $(COMMANDS:%=.build/static/release/%) $(DESTDIR)$(PREFIX)/bin
