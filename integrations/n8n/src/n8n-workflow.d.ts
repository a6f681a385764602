/**
 * As much of n8n's own types as these nodes use. `n8n-workflow` has a licence of its own and a hundred packages behind it;
 * n8n brings it where the nodes run.
 */
declare module 'n8n-workflow' {
  export type Value = string | number | boolean | null | undefined | object;
  export type IDataObject = Record<string, Value>;
  export interface INodeExecutionData {
    json: IDataObject;
    pairedItem?: { item: number };
  }
  export interface INodePropertyOptions {
    name: string;
    value: string;
    action?: string;
    description?: string;
  }
  export interface INodeProperties {
    displayName: string;
    name: string;
    type: 'string' | 'number' | 'boolean' | 'options' | 'multiOptions' | 'collection' | 'dateTime' | 'json';
    default: Value;
    required?: boolean;
    noDataExpression?: boolean;
    description?: string;
    placeholder?: string;
    options?: (INodePropertyOptions | INodeProperties)[];
    typeOptions?: { password?: boolean; minValue?: number; maxValue?: number };
    displayOptions?: { show: Record<string, (string | boolean)[]> };
  }
  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon: `file:${string}`;
    group: ('input' | 'output' | 'transform' | 'trigger')[];
    version: number;
    subtitle?: string;
    description: string;
    defaults: { name: string };
    inputs: 'main'[];
    outputs: 'main'[];
    credentials: { name: string; required: boolean }[];
    webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: 'onReceived'; path: string }[];
    properties: INodeProperties[];
  }
  export interface IHttpRequestOptions {
    method: 'GET' | 'POST' | 'DELETE';
    baseURL: string;
    url: string;
    headers?: Record<string, string>;
    qs?: IDataObject;
    body?: IDataObject;
    json: true;
  }
  interface Common {
    getCredentials(name: string): Promise<IDataObject>;
    helpers: {
      httpRequestWithAuthentication(
        this: IExecuteFunctions | IHookFunctions,
        credential: string,
        options: IHttpRequestOptions,
      ): Promise<IDataObject>;
    };
  }
  export interface IExecuteFunctions extends Common {
    getInputData(): INodeExecutionData[];
    getNodeParameter(name: string, item: number, fallback?: Value): Value;
    getNode(): { id: string; name: string };
    getExecutionId(): string;
    continueOnFail(): boolean;
  }
  export interface IHookFunctions extends Common {
    getNodeParameter(name: string, fallback?: Value): Value;
    getNodeWebhookUrl(name: 'default'): string | undefined;
    getWorkflow(): { id?: string; name?: string };
    getWorkflowStaticData(kind: 'node'): IDataObject;
  }
  export interface IWebhookFunctions {
    getHeaderData(): Record<string, string | string[] | undefined>;
    getRequestObject(): { rawBody: Buffer };
    getResponseObject(): { status(code: number): { send(text: string): unknown } };
    getWorkflowStaticData(kind: 'node'): IDataObject;
  }
  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][];
    noWebhookResponse?: boolean;
  }
  export interface INodeType {
    description: INodeTypeDescription;
    execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
    webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
    webhookMethods?: Record<
      'default',
      Record<'checkExists' | 'create' | 'delete', (this: IHookFunctions) => Promise<boolean>>
    >;
  }
  export interface ICredentialType {
    name: string;
    displayName: string;
    icon?: `file:${string}`;
    documentationUrl?: string;
    properties: INodeProperties[];
    authenticate: { type: 'generic'; properties: { headers: Record<string, string> } };
    test: { request: { baseURL: string; url: string } };
  }
}
