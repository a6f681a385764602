import type { RevocationReason } from '@kelisim/eds/revocation/port.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Algorithm } from './sandbox-authorities.ts';
import type {
  NcaFault as Fault,
  NcaService as Service,
} from '@kelisim/shared/features/sandbox/nca-faults.ts';

/** What the sandbox НУЦ remembers: whom it revoked, and which of its services were told to fail. */
export interface SandboxNcaState {
  faultOf(service: Service): Promise<Fault | null>;
  findRevocation(algorithm: Algorithm, serial: string): Promise<Revocation | null>;
  listRevocations(algorithm: Algorithm): Promise<Revocation[]>;
}

export interface Revocation {
  serial: string;
  revoked_at: Date;
  reason: RevocationReason;
}

/** Remembers nothing, so that nobody is revoked and nothing fails. */
export const quietState: SandboxNcaState = {
  faultOf: () => Promise.resolve(null),
  findRevocation: () => Promise.resolve(null),
  listRevocations: () => Promise.resolve([]),
};

/** The state in the schema `sandbox`, alike for all processes. */
export function storedState(db: Database): SandboxNcaState {
  return {
    async faultOf(service) {
      const { rows } = await sql<{ fault: Fault }>`
        select fault from sandbox.nca_faults where service = ${service}`.execute(db);
      return rows[0]?.fault ?? null;
    },
    async findRevocation(algorithm, serial) {
      const { rows } = await sql<Revocation>`
        select serial, revoked_at, reason from sandbox.nca_revocations
        where algorithm = ${algorithm} and serial = ${serial}`.execute(db);
      return rows[0] ?? null;
    },
    async listRevocations(algorithm) {
      const { rows } = await sql<Revocation>`
        select serial, revoked_at, reason from sandbox.nca_revocations
        where algorithm = ${algorithm} order by revoked_at, serial`.execute(db);
      return rows;
    },
  };
}
