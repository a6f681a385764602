"""Key, contract, act, signatures, payment and webhooks, in a sandbox and with nobody beside it."""
import os
import sys
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from threading import Thread

from kelisim import File, Kelisim, KelisimError, verify_webhook

url = os.environ.get("KELISIM_URL", "http://localhost:4400")
today = date.today().isoformat()

# A test company of our own. Elsewhere a director makes the key.
mine = Kelisim("", url).sandbox.begin(body={"executors": 1})
kelisim = Kelisim(mine["key"], url)
contractor = mine["executors"][0]["executor_company_id"]
heard, secret = Queue(), ""


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(int(self.headers["content-length"]))
        event = verify_webhook(raw, self.headers, secret)
        heard.put((event["type"], event["data"].get("id")))
        self.send_response(204)
        self.end_headers()

    log_message = lambda *words: None


def hear(kind, thing_id):
    while heard.get() != (kind, thing_id):
        pass
    print(kind, thing_id, flush=True)


server = HTTPServer(("127.0.0.1", 0), Receiver)
Thread(target=server.serve_forever, daemon=True).start()
try:
    secret = kelisim.webhooks.create(body={"url": f"http://127.0.0.1:{server.server_port}/"})["secret"]
    body = {"title": "Договор на услуги", "contractor_id": contractor, "type_id": 1, "start_date": today}
    with open(os.environ.get("CONTRACT_PDF", "contract.pdf"), "rb") as pdf:
        files = {"file": File("договор.pdf", pdf.read(), "application/pdf")}
    contract = kelisim.documents.create(body={**body, "end_date": f"{today[:4]}-12-31"}, files=files)
    kelisim.documents.send(params={"doc_id": contract["id"]})
    kelisim.sandbox.sign(body={"document_ids": [contract["id"]]})
    hear("contract.signed", contract["id"])

    service = {"category_id": 1, "unit_id": 1, "description": "Доставка", "quantity": 3, "rate": "1500.00"}
    body = {"title": "Курьерские услуги", "contract_id": contract["id"], "contractor_company_id": contractor}
    body |= {"date": today, "start_date": today, "end_date": today, "knp": "859", "services": [service]}
    act = kelisim.acts.create(body=body)
    kelisim.acts.send(body={"act_ids": [act["id"]]})
    kelisim.sandbox.sign(body={"act_ids": [act["id"]]})
    hear("act.signed", act["id"])
    kelisim.sandbox.pay(body={"act_ids": [act["id"]]})
    hear("act.paid", act["id"])
except KelisimError as error:
    sys.exit(f"{error.code} {error.field} {error.message} {error.request_id}")
