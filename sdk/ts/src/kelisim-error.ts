/** A refusal of the API, or of the network (`status` 0, `code` `network`). Its `code` is stable, its message is for people. */
export class KelisimError extends Error {
  override readonly name = 'KelisimError';
  readonly status: number;
  readonly code: string;
  /** The input at fault, by its wire name. */
  readonly field: string | null;
  /** Name it when you ask for support. */
  readonly request_id: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    said: { field?: string; request_id?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: said.cause });
    this.status = status;
    this.code = code;
    this.field = said.field ?? null;
    this.request_id = said.request_id ?? null;
  }
}

/** The error that an answer tells of; a proxy on the way may have answered no JSON. */
export async function errorOf(response: Response): Promise<KelisimError> {
  const text = await response.text();
  try {
    const said = JSON.parse(text) as { code: string; message: string; field?: string; request_id?: string };
    if (typeof said.code === 'string')
      return new KelisimError(response.status, said.code, said.message, said);
  } catch (cause) {
    return new KelisimError(response.status, 'http', `HTTP ${response.status}`, { cause });
  }
  return new KelisimError(response.status, 'http', `HTTP ${response.status}`);
}
