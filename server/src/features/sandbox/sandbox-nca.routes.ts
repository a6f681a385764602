import { NCA_FAULTS, NCA_SERVICES } from '@kelisim/shared/features/sandbox/nca-faults.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { reissueKey, type ReissueKey } from './reissue-key.ts';
import { addRevocation, getNcaKey, listFaults, listNcaKeys, setFault } from './sandbox-nca.queries.ts';

type Names = 'sandbox.nca' | 'sandbox.nca_fault' | 'sandbox.nca_revoke' | 'sandbox.nca_issue';

/** The desk of the sandbox НУЦ: what its services do, and whom it has revoked. */
export function sandboxNcaRoutes(
  { db, clock, config }: Parts,
  issue: ReissueKey | null,
): Pick<Handlers, Names> {
  const base = `${config.public_url}/sandbox/nca/`;
  const addresses = { ocsp: `${base}ocsp`, crl: `${base}crl/nca-gost512.crl`, tsp: `${base}tsp` };
  return {
    'sandbox.nca': async () => {
      const faults = await listFaults(db);
      return {
        services: NCA_SERVICES.map((service) => ({
          service,
          address: addresses[service],
          fault: faults.get(service) ?? null,
        })),
        keys: await listNcaKeys(db),
      };
    },
    'sandbox.nca_fault': async ({ input }) => {
      const { service, fault } = input.body;
      if (fault && !(NCA_FAULTS[service] as readonly string[]).includes(fault))
        throw new Problem('field.choice', { field: 'fault' });
      await setFault(db, service, fault);
      return { service, fault };
    },
    'sandbox.nca_revoke': async ({ input }) => {
      const { reason, ...of } = input.body;
      const { serial } = await getNcaKey(db, of);
      await addRevocation(db, { algorithm: of.algorithm, serial, reason, revoked_at: clock.now() });
      return getNcaKey(db, of);
    },
    'sandbox.nca_issue': async ({ input }) => {
      const { validity, ...of } = input.body;
      if (!issue) throw new Problem('not_found');
      await reissueKey({ db, clock, issue }, of, validity);
      return getNcaKey(db, of);
    },
  };
}
