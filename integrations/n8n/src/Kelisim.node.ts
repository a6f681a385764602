import type {
  IDataObject,
  IExecuteFunctions,
  IHttpRequestOptions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { PROPERTIES } from './properties.ts';

const LISTS: Record<string, string> = {
  act: '/api/v1/doc/acts',
  contract: '/api/v1/doc/documents',
  executor: '/api/v1/company/executors',
  payment: '/api/v1/payments/orders',
};

/** Reads contracts, acts, executors and payments, makes drafts of acts and sends them. People sign and pay. */
export class Kelisim implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Kelisim',
    name: 'kelisim',
    icon: 'file:kelisim.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Contracts, acts of completed works and payments',
    defaults: { name: 'Kelisim' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'kelisimApi', required: true }],
    properties: PROPERTIES,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const found: INodeExecutionData[] = [];
    for (const item of this.getInputData().keys()) {
      try {
        for (const json of await doOne(this, item)) found.push({ json, pairedItem: { item } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        const message = error instanceof Error ? error.message : String(error);
        found.push({ json: { error: message }, pairedItem: { item } });
      }
    }
    return [found];
  }
}

async function doOne(node: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const given = <Kind>(name: string) => node.getNodeParameter(name, item) as Kind;
  const resource = given<string>('resource');
  switch (`${resource}.${given<string>('operation')}`) {
    case 'act.create':
      return [await createAct(node, item)];
    case 'act.get':
      return [await ask(node, { method: 'GET', url: `/api/v1/doc/acts/${given<number>('actId')}` })];
    case 'act.send':
      return [await send(node, '/api/v1/doc/acts/send', { act_ids: [given<number>('actId')] }, item)];
    case 'contract.get':
      return [
        await ask(node, { method: 'GET', url: `/api/v1/doc/documents/${given<number>('contractId')}` }),
      ];
    default:
      return list(node, LISTS[resource] ?? '', item);
  }
}

async function createAct(node: IExecuteFunctions, item: number): Promise<IDataObject> {
  const given = (name: string) => node.getNodeParameter(name, item);
  const day = (name: string) => String(given(name)).slice(0, 10);
  const services = given('services');
  const more = Object.entries(given('additionalFields') as IDataObject).filter(([, value]) => value !== '');
  const body = {
    contract_id: given('contractId'),
    contractor_company_id: given('executorId'),
    title: given('title'),
    date: day('date'),
    start_date: day('startDate'),
    end_date: day('endDate'),
    services: typeof services === 'string' ? (JSON.parse(services) as object) : services,
    ...Object.fromEntries(more),
  };
  return send(node, '/api/v1/doc/acts', body, item);
}

/** A node that is tried again in the same run sends the same key, and nothing is made twice. */
async function send(
  node: IExecuteFunctions,
  url: string,
  body: IDataObject,
  item: number,
): Promise<IDataObject> {
  const what = JSON.stringify([node.getExecutionId(), node.getNode().id, item, body]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(what)));
  const key = `n8n-${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return ask(node, { method: 'POST', url, body, headers: { 'Idempotency-Key': key } });
}

async function list(node: IExecuteFunctions, url: string, item: number): Promise<IDataObject[]> {
  const all = node.getNodeParameter('returnAll', item) as boolean;
  const limit = all ? 100 : (node.getNodeParameter('limit', item) as number);
  const search = (node.getNodeParameter('search', item) as string) || undefined;
  const found: IDataObject[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await ask(node, { method: 'GET', url, qs: { page, limit, ...(search && { search }) } });
    found.push(...(answer.items as IDataObject[]));
    if (all) last = answer.pages as number;
  }
  return found;
}

async function ask(
  node: IExecuteFunctions,
  options: Omit<IHttpRequestOptions, 'baseURL' | 'json'>,
): Promise<IDataObject> {
  const { baseUrl } = await node.getCredentials('kelisimApi');
  const request = { ...options, baseURL: String(baseUrl), json: true } as const;
  return node.helpers.httpRequestWithAuthentication.call(node, 'kelisimApi', request);
}
