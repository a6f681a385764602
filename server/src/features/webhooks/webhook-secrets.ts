import { makeKeyring } from '../../platform/keyring.ts';
import type { SealedColumn } from '../../platform/reseal.ts';
import type { Parts } from '../../parts.ts';
import type { EndpointRow } from './endpoints.queries.ts';

type Keys = Pick<Parts, 'config'>;

const ringOf = ({ config }: Keys) => makeKeyring(config, 'webhook-secrets');
/** Sealed bytes that are moved to another endpoint do not open. */
const contextOf = ({ company_id, id }: { company_id: unknown; id: unknown }) =>
  `webhook:${String(company_id)}:${String(id)}`;

export const sealWebhookSecret = (
  keys: Keys,
  of: Pick<EndpointRow, 'company_id' | 'id'>,
  secret: Buffer,
): Buffer => ringOf(keys).seal(contextOf(of), secret);

/** What a request is signed with at this moment: the secret, and for a day the one before it. */
export function secretsOf(keys: Keys, row: EndpointRow, now: Date): Buffer[] {
  const sealed = [row.secret_sealed];
  if (row.former_sealed && row.former_until && row.former_until > now) sealed.push(row.former_sealed);
  return sealed.map((bytes) => ringOf(keys).open(contextOf(row), bytes));
}

export const sealedWebhookSecrets: SealedColumn[] = ['secret_sealed', 'former_sealed'].map((column) => ({
  purpose: 'webhook-secrets',
  table: 'webhook_endpoints',
  key: 'id',
  column,
  of: ['company_id', 'id'],
  context: ({ company_id, id }) => contextOf({ company_id, id }),
}));
