/** `fetch`, or XMLHttpRequest where somebody watches the upload: fetch cannot say how far it has come. */
export function fetchWithProgress(
  url: string,
  request: RequestInit,
  onProgress?: (share: number) => void,
): Promise<Response> {
  if (!onProgress) return fetch(url, request);
  return new Promise((done, fail) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method ?? 'POST', url);
    xhr.responseType = 'blob';
    xhr.withCredentials = true;
    new Headers(request.headers).forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    xhr.addEventListener('load', () =>
      done(new Response(xhr.response as Blob, { status: xhr.status, headers: headersOf(xhr) })),
    );
    xhr.addEventListener('error', () => fail(new TypeError('Network request failed')));
    xhr.addEventListener('abort', () => fail(new DOMException('Aborted', 'AbortError')));
    request.signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(request.body as XMLHttpRequestBodyInit);
  });
}

function headersOf(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return headers;
}
