import { equalBytes } from '@kelisim/eds/bytes.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import type { Health, HealthPart } from '@kelisim/shared/features/administration/administration.contract.ts';
import type { Parts } from '../../parts.ts';
import { ownsTables } from '../../platform/db/application-role.ts';
import { countBanks, findLivingCertificate, readChannel, readVersion } from './health.queries.ts';

/** Nothing is waited for longer: the page is opened when something is wrong. */
const PATIENCE_MS = 8_000;
/** АО «НИТ», whom every register has. */
const KNOWN_BIN = '000740000728';

type Said = { state: 'ok' | 'failed' | 'off'; says: string | null };
const ok = (says: string | null = null): Said => ({ state: 'ok', says });
const failed = (says: string | null): Said => ({ state: 'failed', says });
const OFF: Said = { state: 'off', says: null };

/** Tries everything the product stands on, all at once. */
export async function tryParts(parts: Parts): Promise<Health['parts']> {
  const now = parts.clock.now();
  return Promise.all(
    Object.entries(probes).map(async ([part, probe]) => ({
      part: part as HealthPart,
      ...(await timed(() => probe(parts, now))),
    })),
  );
}

async function timed(probe: () => Promise<Said>): Promise<Said & { took_ms: number | null }> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<Said>((resolve) => {
    timer = setTimeout(() => resolve(failed(`no answer in ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
  });
  const said = await Promise.race([probe().catch((error: unknown) => failed(wordsOf(error))), patience]);
  clearTimeout(timer);
  return { ...said, took_ms: said.state === 'off' ? null : Math.round(performance.now() - began) };
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300);

type Probe = (parts: Parts, now: Date) => Promise<Said>;

const probes: Record<HealthPart, Probe> = {
  async database({ db }) {
    return ok(`PostgreSQL ${await readVersion(db)}`);
  },
  async database_owner({ db }) {
    return (await ownsTables(db)) ? { ...OFF, says: 'DATABASE_OWNER_URL' } : ok();
  },
  async files({ store }) {
    await store.check();
    return ok();
  },
  async ocsp({ db, nca }, now) {
    const der = await findLivingCertificate(db, now);
    if (!der) return OFF;
    const certificate = parseCertificate(der);
    if (!certificate) return OFF;
    const issuer = nca.trust.intermediates.find(({ subject }) =>
      equalBytes(subject.der, certificate.issuer.der),
    );
    if (!issuer) return failed(null);
    const answer = await nca.revocation.check({ certificate, issuer, at: now });
    if (typeof answer === 'string') return answer === 'unknown' ? failed(answer) : ok();
    return answer.status === 'unknown' ? failed(answer.failure ?? null) : ok(answer.source ?? null);
  },
  async tsp({ nca }) {
    const answer = await nca.timestamps.stamp(new TextEncoder().encode('kelisim'));
    return answer.status === 'ok' ? ok() : failed(answer.reason);
  },
  sms: (parts) => channel(parts, 'sms', parts.sms?.name),
  mail: (parts) => channel(parts, 'email', parts.mail?.name),
  async banks({ db }) {
    const { connected, failed: broken } = await countBanks(db);
    if (connected === 0) return OFF;
    const says = `${connected - broken} / ${connected}`;
    return broken > 0 ? failed(says) : ok(says);
  },
  async esf({ esf }) {
    if (!esf) return OFF;
    await esf.makeTicket(KNOWN_BIN);
    return ok();
  },
  async register({ company_register }) {
    if (!company_register) return OFF;
    await company_register.findCompany(KNOWN_BIN);
    return ok(company_register.name);
  },
  async pdf({ pdf }) {
    await pdf.checkPdf(new Uint8Array());
    return ok();
  },
  async docx({ docx }) {
    await docx.check(new Uint8Array());
    return ok();
  },
  docx_to_pdf: async ({ docx_to_pdf }) => (docx_to_pdf ? ok() : OFF),
  virus_scanner: async ({ virus_scanner }) => (virus_scanner ? ok(await virus_scanner.version()) : OFF),
};

/** Nothing is sent to try it: the last message that a gateway answered for tells. */
async function channel({ db }: Parts, of: 'sms' | 'email', gateway: string | undefined): Promise<Said> {
  if (!gateway) return OFF;
  const last = await readChannel(db, of);
  return last?.state === 'failed' ? failed(last.gateway_says) : ok(gateway);
}
