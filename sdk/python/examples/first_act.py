"""From a contract to a paid act with a key: people sign and pay in the product, the program hears of it."""

import os
import sys
from datetime import datetime, timedelta, timezone

from kelisim import File, Kelisim, KelisimError

kelisim = Kelisim(os.environ["KELISIM_KEY"], os.environ.get("KELISIM_URL", "http://localhost:4400"))
today = datetime.now(timezone(timedelta(hours=5))).date().isoformat()

# What happens from here on.
after = None
for batch in kelisim.events(poll_s=0):
    after = batch["next"]


def wait_for(kind, thing_id):
    for batch in kelisim.events(after=after, types=[kind], poll_s=0.5):
        if any(event["data"]["id"] == thing_id for event in batch["items"]):
            print(kind, thing_id, flush=True)
            return


try:
    executor = kelisim.executors.list(query={"search": os.environ["EXECUTOR_BIN"]})["items"][0]
    with open(os.environ["CONTRACT_PDF"], "rb") as pdf:
        contract = kelisim.documents.create(
            body={
                "title": "Договор на услуги",
                "contractor_id": executor["executor_company_id"],
                "type_id": 1,
                "start_date": today,
                "end_date": f"{today[:4]}-12-31",
            },
            files={"file": File("договор.pdf", pdf.read(), "application/pdf")},
        )
    kelisim.documents.send(params={"doc_id": contract["id"]})
    print("contract.sent", contract["id"], flush=True)
    wait_for("contract.signed", contract["id"])

    service = {"category_id": kelisim.acts.categories()[0]["id"], "unit_id": kelisim.acts.units()[0]["id"]}
    service |= {"description": "Доставка документов", "quantity": 3, "rate": "1500.00"}
    act = kelisim.acts.create(
        body={
            "title": "Курьерские услуги",
            "contract_id": contract["id"],
            "contractor_company_id": executor["executor_company_id"],
            **dict.fromkeys(["date", "start_date", "end_date"], today),
            "knp": "859",
            "services": [service],
        }
    )
    kelisim.acts.send(body={"act_ids": [act["id"]]})
    print("act.sent", act["id"], flush=True)
    wait_for("act.signed", act["id"])
    wait_for("act.paid", act["id"])
except KelisimError as error:
    sys.exit(f"{error.code} {error.field} {error.message} {error.request_id}")
