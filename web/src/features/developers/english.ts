import type ru from '@kelisim/shared/texts/ru/developers.ts';
import type { Texts } from '@kelisim/shared/texts/texts.ts';

/** The words around the guides in English. The rest of the product is in Russian and Kazakh. */
export const ENGLISH: Texts<typeof ru> = {
  title: 'For developers',
  back: 'По-русски',
  language: 'Language of the sample',
  guides: {
    'quick-start': 'Quick start',
    sandbox: 'Sandbox',
    authentication: 'Keys and scopes',
    requests: 'Requests and errors',
    events: 'Events',
    webhooks: 'Webhooks',
    n8n: 'n8n',
    'google-sheets': 'Google Sheets',
    excel: 'Excel',
    '1c': '1C',
    assistants: 'Assistants',
    changelog: 'Changelog',
  },
  reference: {
    title: 'Reference',
    lead: 'Every call that a key may make, with its scope. The same document for programs:',
    search: 'Find a call',
    none: 'There is no such call.',
    events: 'Events',
    deprecated: 'Will end.',
    name: 'In the clients',
    scope: 'Scope',
    in_path: 'In the path',
    in_query: 'Query',
    in_header: 'Headers',
    body: 'Body',
    answer: 'Answer',
    required: 'required',
    no_fields: 'There are no fields.',
    more: 'Show fields',
  },
};
