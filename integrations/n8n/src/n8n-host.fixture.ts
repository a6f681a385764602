import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  ICredentialType,
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  INodeExecutionData,
  INodeProperties,
  INodeType,
  IWebhookFunctions,
  Value,
} from 'n8n-workflow';

export interface Package {
  folder: string;
  manifest: { keywords: string[]; dependencies?: object; n8n: { nodes: string[]; credentials: string[] } };
  nodes: Record<string, INodeType>;
  credentials: Record<string, ICredentialType>;
}

/** Packs, unpacks and loads as n8n does: the class of a file has the file's name up to its first dot. */
export function loadPackage(into: string): Package {
  const here = fileURLToPath(new URL('..', import.meta.url));
  for (const [command, words, cwd] of [
    ['npm', ['pack', '--pack-destination', into], here],
    ['tar', ['-xzf', 'n8n-nodes-kelisim-0.1.0.tgz'], into],
  ] as const) {
    const { status, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
  const folder = join(into, 'package');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package['manifest'];
  const require = createRequire(join(folder, 'package.json'));
  const load = <Kind>(paths: string[]): Record<string, Kind> =>
    Object.fromEntries(
      paths.map((path) => {
        const [name = ''] = parse(path).name.split('.');
        const Class = (require(join(folder, path)) as Record<string, new () => Kind>)[name];
        if (!Class) throw new Error(`${path} has no class ${name}`);
        return [name, new Class()];
      }),
    );
  return { folder, manifest, nodes: load(manifest.n8n.nodes), credentials: load(manifest.n8n.credentials) };
}

/** What n8n throws for an answer that is none. */
export class NodeApiError extends Error {
  readonly httpCode: string;
  constructor(status: number, text: string) {
    super(text);
    this.httpCode = String(status);
  }
}

interface Host {
  credential: ICredentialType;
  credentials: { baseUrl: string; apiKey: string };
  fetch?: typeof fetch;
}

/** `={{$credentials.name}}` inside a text, and texts without it as they are. */
const fill = (text: string, values: Record<string, string>) =>
  text.startsWith('=')
    ? text.slice(1).replaceAll(/\{\{\s*\$credentials\.(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? '')
    : text;

async function request(
  { credential, credentials, fetch: over = fetch }: Host,
  name: string,
  options: IHttpRequestOptions,
): Promise<IDataObject> {
  if (name !== credential.name) throw new Error(`The node has no credential ${name}`);
  const url = new URL(options.baseURL.replace(/\/$/, '') + options.url);
  for (const [key, value] of Object.entries(options.qs ?? {})) url.searchParams.set(key, String(value));
  const headers = new Headers({ accept: 'application/json', ...options.headers });
  for (const [key, value] of Object.entries(credential.authenticate.properties.headers))
    headers.set(key, fill(value, credentials));
  if (options.body) headers.set('content-type', 'application/json');
  const body = options.body ? JSON.stringify(options.body) : null;
  const response = await over(url, { method: options.method, headers, body });
  const text = await response.text();
  if (!response.ok) throw new NodeApiError(response.status, text);
  return JSON.parse(text) as IDataObject;
}

const commonOf = (host: Host) => ({
  getCredentials: async () => ({ ...host.credentials }),
  helpers: {
    httpRequestWithAuthentication: (name: string, options: IHttpRequestOptions) =>
      request(host, name, options),
  },
});

/** Whether the editor would show a property, so that a person could have filled it in. */
export function isShown({ displayOptions }: INodeProperties, values: IDataObject): boolean {
  return Object.entries(displayOptions?.show ?? {}).every(([name, of]) =>
    (of as Value[]).includes(values[name]),
  );
}

interface Run {
  items?: number;
  goes_on?: boolean;
  execution?: string;
}

/** Runs `execute` with these parameters. One that the description does not show with the others is refused, as n8n does. */
export async function execute(
  node: INodeType,
  host: Host,
  given: IDataObject,
  run: Run = {},
): Promise<IDataObject[]> {
  const values: IDataObject = { ...given };
  for (const one of node.description.properties) if (isShown(one, values)) values[one.name] ??= one.default;
  const functions: IExecuteFunctions = {
    ...commonOf(host),
    getInputData: () => Array.from({ length: run.items ?? 1 }, (): INodeExecutionData => ({ json: {} })),
    getNodeParameter: (name, _item, fallback) => {
      const known = node.description.properties.some((one) => one.name === name && isShown(one, values));
      if (!known && fallback === undefined) throw new Error(`Could not get parameter ${name}`);
      return known ? values[name] : fallback;
    },
    getNode: () => ({ id: 'b5d1c1f0-0000-4000-8000-000000000001', name: 'Kelisim' }),
    getExecutionId: () => run.execution ?? '1',
    continueOnFail: () => run.goes_on ?? false,
  };
  const [found = []] = (await node.execute?.call(functions)) ?? [];
  return found.map(({ json }) => json);
}

export function hookOf(host: Host, url: string, kept: IDataObject, types: string[] = []): IHookFunctions {
  return {
    ...commonOf(host),
    getNodeParameter: (name, fallback) => (name === 'types' ? types : fallback),
    getNodeWebhookUrl: () => url,
    getWorkflow: () => ({ id: '7', name: 'Оплата' }),
    getWorkflowStaticData: () => kept,
  };
}

export function webhookOf(kept: IDataObject, headers: Record<string, string>, body: string) {
  const said: { code: number; text: string }[] = [];
  const functions: IWebhookFunctions = {
    getHeaderData: () => headers,
    getRequestObject: () => ({ rawBody: Buffer.from(body) }),
    getResponseObject: () => ({ status: (code) => ({ send: (text) => said.push({ code, text }) }) }),
    getWorkflowStaticData: () => kept,
  };
  return { functions, said };
}
