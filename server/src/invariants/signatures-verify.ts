import { createHash } from 'node:crypto';
import { verifyCms } from '@kelisim/eds/cms/verify.ts';
import { keptLists } from '@kelisim/eds/revocation/kept-lists.ts';
import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import { sql } from 'kysely';
import { checkByRanges } from './by-ranges.ts';
import type { Invariant, World } from './invariant.ts';

interface Row {
  id: number;
  side: string;
  is_current: boolean;
  cms: Buffer;
  signature_digest: Buffer;
  certificate: Buffer;
  iin: string;
  bin: string | null;
  signed_at: Date;
  stamped_at: Date | null;
  user_iin: string | null;
  party_id: number;
  party_bin: string;
  signer_company_id: number;
  storage_key: string;
  /** Those beside it, where its proof is not inside. */
  lists: Buffer[] | null;
  file_id: number;
  frozen_file_id: number | null;
}

/** Verifies each stored signature over the stored bytes and checks that it belongs to its party. */
export const signaturesVerify: Invariant = {
  id: 'I4',
  title: 'every signature verifies over the stored bytes and is of its party',
  check: (world) =>
    checkByRanges('I4', world.scope ?? {}, {
      async last() {
        const row = await world.db
          .selectFrom('signatures')
          .select(({ fn }) => fn.max<number | null>('id').as('id'))
          .executeTakeFirst();
        return row?.id ?? 0;
      },
      async read(after, until) {
        const { rows } = await sql<Row>`
          select s.id, s.side, s.is_current, cms_as_taken(s.cms, s.cut_cms, s.cut_at) as cms, s.signature_digest, coalesce(c.der, s.certificate) as certificate, s.iin, s.bin, s.signed_at, s.stamped_at,
            s.signer_company_id, s.file_id, u.iin as user_iin, f.storage_key,
            p.id as party_id, p.bin as party_bin, coalesce(a.frozen_file_id, d.frozen_file_id) as frozen_file_id,
            (select array_agg(r.bytes order by l.position) from signature_lists l join revocation_lists r using (sha256)
              where l.signature_id = s.id) as lists
          from signatures s
          left join signing_certificates c on c.sha256 = s.certificate_sha256
          join users u on u.id = s.user_id
          join files f on f.id = s.file_id
          left join acts a on a.id = s.act_id
          left join documents d on d.id = s.document_id
          join companies p on p.id = case s.side when 'business' then s.company_id
            else coalesce(a.contractor_company_id, d.contractor_company_id) end
          where s.id > ${after} and s.id <= ${until}`.execute(world.db);
        return rows;
      },
      check: async (row) => (await faultsOf(world, row)).map((fault) => `signature ${row.id} ${fault}`),
    }),
};

async function faultsOf({ store, nca, now }: World, row: Row): Promise<string[]> {
  const content = await store.get(row.storage_key).catch(() => null);
  if (!content) return ['is over a file that cannot be read'];
  const verdict = await verifyCms({
    cms: row.cms,
    content,
    trust: nca.trust,
    primitives: nca.primitives,
    ...(row.lists && { revocation: keptLists(row.lists, nca.primitives) }),
    // Its stamp proves when it was made, whatever has become of the certificate since.
    at: row.stamped_at ? now : row.signed_at,
  });
  const [signer, ...others] = verdict.signers;
  if (verdict.status !== 'valid') return [`is ${verdict.status}: ${verdict.reason}`];
  const faults: string[] = [];
  const must = (truth: boolean, fault: string) => truth || faults.push(fault);
  must(
    row.stamped_at === null || signer?.stamped_at?.getTime() === row.stamped_at.getTime(),
    'has another time stamp than was kept',
  );
  must(
    row.lists === null || signer?.revocation === 'good',
    'is not proven by the lists that are kept for it',
  );
  must(others.length === 0, 'has more than one signer');
  must(
    Buffer.from(signer!.certificate!.der).equals(row.certificate),
    'was made with another certificate than was kept',
  );
  must(signer!.iin === row.iin && (signer!.bin ?? null) === row.bin, 'has another ИИН or БИН than was kept');
  must(
    createHash('sha256').update(row.cms).digest().equals(row.signature_digest),
    'has another digest than was kept',
  );
  must(row.signer_company_id === row.party_id, 'was given by another company than the party');
  must(row.user_iin === null || row.user_iin === row.iin, 'is of another person than the account');
  must(
    (isBin(row.party_bin) ? row.bin : row.iin) === row.party_bin,
    'is of another company or person than the party',
  );
  must(!row.is_current || row.file_id === row.frozen_file_id, 'counts, and is over bytes that count no more');
  return faults;
}
