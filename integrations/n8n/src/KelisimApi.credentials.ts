import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/** The address of Kelisim and an API key of the company. */
export class KelisimApi implements ICredentialType {
  name = 'kelisimApi';
  displayName = 'Kelisim API';
  icon = 'file:kelisim.svg' as const;
  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://kelisim.example',
      description: 'The address of Kelisim, with https',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      placeholder: 'kls_live_…',
      description: 'Settings → API and webhooks. Give it only the scopes that the workflow needs.',
      required: true,
    },
  ];
  authenticate = {
    type: 'generic' as const,
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/api/v1/doc/acts/statuses' } };
}
