import type {
  IDataObject,
  IHookFunctions,
  IHttpRequestOptions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { verify } from '../../../sdk/ts/src/webhooks.ts';
import { EVENT_OPTIONS } from './event-types.ts';

/** Begins a workflow with an event. The address is given to Kelisim when the workflow is switched on, and taken back. */
export class KelisimTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Kelisim Trigger',
    name: 'kelisimTrigger',
    icon: 'file:kelisim.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts when something happens to an act, a contract, an executor or a payment',
    defaults: { name: 'Kelisim Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'kelisimApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'types',
        type: 'multiOptions',
        options: EVENT_OPTIONS,
        default: [],
        description: 'Without a choice, all events come',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node');
        if (!kept.endpointId || !kept.secret) return false;
        const endpoint = await orGone(ask(this, 'GET', `/api/v1/webhooks/${kept.endpointId as number}`));
        return endpoint?.state === 'on' && endpoint.url === this.getNodeWebhookUrl('default');
      },
      async create(this: IHookFunctions): Promise<boolean> {
        await remove(this);
        const { id, name } = this.getWorkflow();
        const body = {
          url: this.getNodeWebhookUrl('default'),
          name: `n8n: ${name ?? id ?? ''}`.slice(0, 100),
          types: this.getNodeParameter('types', []),
        };
        const { secret, item } = await ask(this, 'POST', '/api/v1/webhooks', body);
        Object.assign(this.getWorkflowStaticData('node'), { endpointId: (item as IDataObject).id, secret });
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await remove(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node');
    const { rawBody } = this.getRequestObject();
    try {
      const event = await verify(rawBody, this.getHeaderData(), String(secret));
      return { workflowData: [[{ json: { ...event } }]] };
    } catch {
      // Anybody can find the address: what is not signed with its secret begins nothing.
      this.getResponseObject().status(401).send('The signature does not fit');
      return { noWebhookResponse: true };
    }
  }
}

/** Takes back an address that an earlier workflow left, if Kelisim still has it. */
async function remove(hook: IHookFunctions): Promise<void> {
  const kept = hook.getWorkflowStaticData('node');
  if (kept.endpointId) await orGone(ask(hook, 'DELETE', `/api/v1/webhooks/${kept.endpointId as number}`));
  delete kept.endpointId;
  delete kept.secret;
}

async function orGone(asked: Promise<IDataObject>): Promise<IDataObject | null> {
  return asked.catch((error: { httpCode?: string }) => {
    if (String(error.httpCode) === '404') return null;
    throw error;
  });
}

async function ask(
  hook: IHookFunctions,
  method: IHttpRequestOptions['method'],
  url: string,
  body?: IDataObject,
): Promise<IDataObject> {
  const { baseUrl } = await hook.getCredentials('kelisimApi');
  const options = { method, url, baseURL: String(baseUrl), json: true, ...(body && { body }) } as const;
  return hook.helpers.httpRequestWithAuthentication.call(hook, 'kelisimApi', options);
}
