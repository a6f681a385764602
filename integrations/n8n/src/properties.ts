import type { INodeProperties } from 'n8n-workflow';

const shown = (resource: string, ...operation: string[]) => ({ show: { resource: [resource], operation } });
const operations = (
  resource: string,
  options: [value: string, name: string, action: string][],
): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options: options.map(([value, name, action]) => ({ name, value, action })),
  default: options[0]?.[0],
});
const number = (
  name: string,
  displayName: string,
  resource: string,
  ...operation: string[]
): INodeProperties => ({
  displayName,
  name,
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 0,
  required: true,
  displayOptions: shown(resource, ...operation),
});
const ofAct = { required: true, displayOptions: shown('act', 'create') };
const LISTS = ['act', 'contract', 'executor', 'payment'];
const ofLists = { show: { resource: LISTS, operation: ['getAll'] } };

export const PROPERTIES: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Act', value: 'act' },
      { name: 'Contract', value: 'contract' },
      { name: 'Executor', value: 'executor' },
      { name: 'Payment', value: 'payment' },
    ],
    default: 'act',
  },
  operations('act', [
    ['create', 'Create', 'Create a draft of an act'],
    ['get', 'Get', 'Get an act'],
    ['getAll', 'Get Many', 'Get many acts'],
    ['send', 'Send', 'Send an act to its executor'],
  ]),
  operations('contract', [
    ['get', 'Get', 'Get a contract'],
    ['getAll', 'Get Many', 'Get many contracts'],
  ]),
  operations('executor', [['getAll', 'Get Many', 'Get many executors']]),
  operations('payment', [['getAll', 'Get Many', 'Get many payment orders']]),
  number('actId', 'Act ID', 'act', 'get', 'send'),
  number('contractId', 'Contract ID', 'contract', 'get'),
  number('contractId', 'Contract ID', 'act', 'create'),
  number('executorId', 'Executor ID', 'act', 'create'),
  { displayName: 'Title', name: 'title', type: 'string', default: '', ...ofAct },
  { displayName: 'Date', name: 'date', type: 'dateTime', default: '', ...ofAct },
  { displayName: 'Period Start', name: 'startDate', type: 'dateTime', default: '', ...ofAct },
  { displayName: 'Period End', name: 'endDate', type: 'dateTime', default: '', ...ofAct },
  {
    displayName: 'Lines (JSON)',
    name: 'services',
    type: 'json',
    default: '[{ "category_id": 1, "unit_id": 1, "description": "", "quantity": "1", "rate": "0.00" }]',
    description: 'The lines of the act, as the reference of the API has them',
    ...ofAct,
  },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: shown('act', 'create'),
    options: [
      {
        displayName: 'External ID',
        name: 'external_id',
        type: 'string',
        default: '',
        description: 'Your own number. A second act with the same number is refused.',
      },
      { displayName: 'Payment Purpose Code (КНП)', name: 'knp', type: 'string', default: '' },
      { displayName: 'Note', name: 'additional_info', type: 'string', default: '' },
    ],
  },
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: ofLists,
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 100 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { ...ofLists.show, returnAll: [false] } },
  },
  { displayName: 'Search', name: 'search', type: 'string', default: '', displayOptions: ofLists },
];
