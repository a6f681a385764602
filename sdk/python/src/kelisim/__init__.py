"""Client of the Kelisim API. Standard library only; the calls are those of generated.py."""

import base64
import hashlib
import hmac
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from concurrent.futures import Future, ThreadPoolExecutor

from .generated import TABLE

PASSING = {429, 502, 503, 504}
LONGEST_PAUSE_S = 60


class KelisimError(Exception):
    """A refusal of the API, or of the network (status 0). Its code is stable, its message is for people."""

    def __init__(self, status, code, message, field=None, request_id=None):
        super().__init__(f"{code}: {message}")
        self.status, self.code, self.message = status, code, message
        self.field, self.request_id = field, request_id


class File:
    """A file to send, or one that came."""

    def __init__(self, name, content, media_type="application/octet-stream"):
        self.name, self.content, self.media_type = name, content, media_type


class Kelisim:
    """`Kelisim(key, base_url).acts.list(query={"limit": 10})`: any call by its name, with the parts of its request."""

    def __init__(self, key, base_url, language="ru", version=None, retries=4, timeout_s=60):
        self._key, self._base_url, self._language = key, base_url, language
        self._version, self._retries, self._timeout_s = version, retries, timeout_s

    def __getattr__(self, group):
        if not any(name.startswith(f"{group}.") for name in TABLE):
            raise AttributeError(group)
        return _Group(self, group)

    def call(self, name, params=None, query=None, body=None, files=None, idempotency_key=None, _heard=None):
        method, path, marks = (TABLE[name] + " ").split(" ")[:3]
        headers = {
            "Accept": "*/*" if "f" in marks else "application/json",
            "Accept-Language": self._language,
            "Authorization": f"Bearer {self._key}",
            "User-Agent": "kelisim-python",
        }
        if self._version:
            headers["Kelisim-Version"] = self._version
        if "i" in marks:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        data = _body_of(marks, body, files, headers)
        url = self._base_url.rstrip("/") + _path_of(path, params or {}, query or {})
        # A deed without a key is repeated only where the server says that it did nothing.
        is_safe = method != "POST" or "i" in marks
        tried = 0
        while True:
            request = urllib.request.Request(url, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=self._timeout_s) as answer:
                    if _heard:
                        _heard(answer.headers)
                    return _file_of(answer) if "f" in marks else json.load(answer)
            except urllib.error.HTTPError as error:
                passes = is_safe if error.code >= 500 else error.code in PASSING
                if not (passes or error.code == 503) or tried >= self._retries:
                    raise _error_of(error) from None
                _pause(tried, error.headers.get("Retry-After"))
            except OSError as error:
                if not is_safe or tried >= self._retries:
                    raise KelisimError(0, "network", str(error)) from error
                _pause(tried, None)
            tried += 1

    def pages(self, name, query=None, **parts):
        """All items of a list, page after page."""
        page, last = 1, 1
        while page <= last:
            answer = self.call(name, query={"limit": 100, **(query or {}), "page": page}, **parts)
            yield from answer["items"]
            page, last = page + 1, answer["pages"]

    def events(self, after=None, types=None, poll_s=5, limit=10_000):
        """What happened, in batches: keep `next` once a batch is worked through, and give it as `after`. While there is
        more, the batch behind it is asked for meanwhile."""
        with ThreadPoolExecutor(2) as aside:

            def ask(place):
                return self._ask_events(aside, {"after": place, "types": types, "limit": limit})

            page = ask(after)
            while True:
                batch, following = page
                place = following.result()
                # The server reads that one while this one comes and is worked through.
                page = ask(place) if place else None
                batch = batch.result()
                # The first also when it is empty, so that there is a place to go on from.
                if batch["items"] or after is None:
                    yield batch
                after = batch["next"]
                if not batch["has_more"]:
                    if poll_s == 0:
                        return
                    time.sleep(poll_s)
                page = page or ask(after)

    def _ask_events(self, aside, query):
        """A batch, and the place of the one behind it as soon as that is known; None where there is none yet."""
        following = Future()

        def tell(place):
            if not following.done():
                following.set_result(place)

        def heard(headers):
            link = re.search(r'[?&]after=([\d-]+)[^>]*>; rel="next"', headers.get("Link") or "")
            tell(link[1] if link else None)

        batch = aside.submit(self.call, "events.list", query=query, _heard=heard)
        batch.add_done_callback(lambda _: tell(None))
        return batch, following


class _Group:
    def __init__(self, client, group):
        self._client, self._group = client, group

    def __getattr__(self, method):
        name = f"{self._group}.{method}"
        if name not in TABLE:
            raise AttributeError(name)
        return lambda **parts: self._client.call(name, **parts)


def verify_webhook(raw, headers, secret, now=None, tolerance_s=300):
    """Checks a delivery by Standard Webhooks 1.0 and returns its event, or a test whose type is `ping`; `raw` are the bytes as they came."""
    given = {name.lower(): value for name, value in headers.items()}
    sent_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not sent_id or not timestamp.isdigit() or abs((now or time.time()) - int(timestamp)) > tolerance_s:
        raise KelisimError(0, "webhook.invalid", "no headers of ours, or too old")
    key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
    digest = hmac.new(key, f"{sent_id}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    signatures = given.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures):
        raise KelisimError(0, "webhook.invalid", "no signature fits")
    return json.loads(raw)


def _path_of(path, params, query):
    filled = re.sub(r"\{(\w+)\}", lambda found: urllib.parse.quote(str(params[found[1]]), safe=""), path)
    pairs = [
        (name, str(one).lower() if isinstance(one, bool) else one)
        for name, value in query.items()
        for one in (value if isinstance(value, (list, tuple)) else [value])
        if one is not None
    ]
    return f"{filled}?{urllib.parse.urlencode(pairs)}" if pairs else filled


def _body_of(marks, body, files, headers):
    if "m" in marks and (files or "j" not in marks):
        boundary = uuid.uuid4().hex
        headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
        parts = b""
        for name, value in (body or {}).items():
            if value is not None:
                value = value if isinstance(value, str) else json.dumps(value)
                parts += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, file in (files or {}).items():
            told = f'name="{name}"; filename="{urllib.parse.quote(file.name, safe=" .()")}"'
            if file.name.isprintable() and '"' not in file.name:
                told = f'name="{name}"; filename="{file.name}"'
            head = f"--{boundary}\r\nContent-Disposition: form-data; {told}\r\nContent-Type: {file.media_type}\r\n\r\n"
            parts += head.encode() + file.content + b"\r\n"
        return parts + f"--{boundary}--\r\n".encode()
    if "j" not in marks:
        return None
    headers["Content-Type"] = "application/json"
    return json.dumps(body or {}).encode()


def _file_of(answer):
    said = answer.headers.get("Content-Disposition", "")
    encoded = re.search(r"filename\*=UTF-8''([^;]+)", said, re.I)
    plain = re.search(r'filename="?([^";]+)"?', said, re.I)
    name = urllib.parse.unquote(encoded[1]) if encoded else plain[1] if plain else "file"
    return File(name, answer.read(), answer.headers.get_content_type())


def _error_of(error):
    try:
        said = json.loads(error.read())
        return KelisimError(error.code, said["code"], said["message"], said.get("field"), said.get("request_id"))
    except (ValueError, KeyError, TypeError):
        return KelisimError(error.code, "http", f"HTTP {error.code}")


def _pause(tried, retry_after):
    own_s = 0.25 * 2**tried * (0.75 + random.random() / 2)
    time.sleep(min(float(retry_after) if retry_after else own_s, LONGEST_PAUSE_S))
