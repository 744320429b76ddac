# SPDX-License-Identifier: Apache-2.0
"""A TLS server that greets the client by the name in its certificate, and prints its port.

Usage: server.py FOLDER [--client-certificates]
"""
import http.server
import ssl
import sys

folder, options = sys.argv[1], sys.argv[2:]


class Greeting(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        certificate = self.connection.getpeercert() or {}
        names = [value for part in certificate.get("subject", ()) for key, value in part
                 if key == "commonName"]
        text = f"hello, {names[0] if names else 'nobody'}\n".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")
if options:
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(f"{folder}/ca.pem")
server = http.server.ThreadingHTTPServer(("localhost", 0), Greeting)
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
