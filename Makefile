# make            prints these lines
# make demo       stores and finds a secret with the command and with programs that import Security
# make quick      checks the tree and runs the tests of the modules that changed; MODULE=NAME those of one module
# make test       runs the full test suite, and checks layout, tables, imports, promises and vectors
# make bench      measures, beside the same work with only SQLite and libsodium, and draws the figures
# make format     formats the sources; make lint only checks them
# make constants  writes the Swift tables from Data/
# make c-interface  writes the C headers and the exported functions from the public surface of Security
# make docs       builds the DocC archives of the library products in .build/docs
# make fuzz       runs the fuzzers; Scripts/fuzz describes its variables
# make desktop-test  runs other projects' tests of the Secret Service, and Chromium
# make soak       runs many more fault tests; Scripts/soak describes its variables
# make mutants    plants defects one at a time and names those that no test notices; ONLY=PATTERN chooses among them
# make install    installs everything under PREFIX (/usr/local) of DESTDIR: the commands with their manual pages and
#                 completions (make install-command), the Swift library (install-library), the C library
#                 (install-c-library); make install-login the PAM module in PAMDIR; make uninstall removes all
# make static     links a security command that needs no shared library, .build/static/security
# make python     builds the wheel of the backend for Python's keyring in .build/python
# make deb        builds the Debian packages in .build/deb; make package-test installs and removes them in a chroot,
#                 and builds programs that depend on this package
#
# What a target needs and this machine lacks is installed with apt-get; NO_INSTALL=1 only prints the command.

SOURCES = Package.swift Sources Tests Benchmarks Examples Fuzz

PREFIX = /usr/local
LIBDIR = $(PREFIX)/lib
PAMDIR = $(LIBDIR)/security
ZSH_COMPLETIONS = $(PREFIX)/share/zsh/site-functions

.PHONY: demo test bench format lint vectors constants declarations api docs fuzz soak build install install-command install-library install-c-library install-login uninstall
.PHONY: desktop-test python help static deb package-test dependencies c-interface mutants quick

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

dependencies:
	@Scripts/install-dependencies build

build: dependencies
	@swift build

demo: dependencies
	@Scripts/demo

test:
	@Scripts/install-dependencies test
	@Scripts/test

quick: dependencies
	@Scripts/quick $(MODULE)

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
	@python3 Scripts/generate-c-interface.py

docs: dependencies
	@Scripts/docs

declarations:
	@python3 Scripts/generate-declarations.py

c-interface:
	@python3 Scripts/generate-c-interface.py

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

desktop-test:
	@Scripts/install-dependencies test
	@Tests/SecretService/desktop

mutants:
	@Scripts/install-dependencies test
	@Tests/Mutants/run '$(ONLY)'

INSTALL = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' ZSH_COMPLETIONS='$(ZSH_COMPLETIONS)' Scripts/install

install: install-command install-library install-c-library

install-command: dependencies
	@Scripts/build-command
	$(INSTALL) command

install-library: dependencies
	@Scripts/build-library
	$(INSTALL) library

install-c-library: dependencies
	@Scripts/build-c-library
	$(INSTALL) c-library

install-login:
	@COMMAND='$(PREFIX)/bin/security' Scripts/build-login
	install -D -m 0644 .build/login/pam_keychain.so '$(DESTDIR)$(PAMDIR)/pam_keychain.so'
	install -D -m 0644 Login/pam_keychain.8 '$(DESTDIR)$(PREFIX)/share/man/man8/pam_keychain.8'

uninstall:
	rm -f '$(DESTDIR)$(PAMDIR)/pam_keychain.so' '$(DESTDIR)$(PREFIX)/share/man/man8/pam_keychain.8'
	$(INSTALL) uninstall

static: dependencies
	@Scripts/build-static

python:
	@Scripts/build-python

deb:
	@Scripts/install-dependencies package
	@Scripts/deb

package-test:
	@Scripts/install-dependencies package-test
	@Tests/PackageGraph/run
	@Tests/Packages/run
