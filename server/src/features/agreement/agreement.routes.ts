import type { Parts } from '../../parts.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { addAgreement, findAgreement, findAgreementFile, type AgreementRow } from './agreement.queries.ts';

export function agreementRoutes(
  parts: Parts,
): Pick<Handlers, Extract<keyof Handlers, `agreement.${string}`>> {
  const { db } = parts;
  const current = async () => {
    const row = orNotFound(await findAgreement(db));
    return toView(row);
  };
  return {
    'agreement.current': current,
    'agreement.file': async () => {
      const row = orNotFound(await findAgreementFile(db));
      return { bytes: row.pdf, name: `kelisim-agreement-${row.version}.pdf`, inline: true };
    },
    'agreement.upload': async ({ files, actor }) => {
      const file = await checkUpload(parts, files.file!);
      await db.transaction().execute(async (tx) => {
        const version = await addAgreement(tx, {
          name: file.name,
          pdf: Buffer.from(file.bytes),
          sha256: Buffer.from(files.file!.sha256),
          uploaded_by: actor.user_id,
        });
        await noteDeskDeed(tx, actor, { kind: 'agreement_uploaded', detail: { version } });
      });
      return current();
    },
  };
}

function toView(row: AgreementRow) {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    size: row.size,
    sha256: row.sha256.toString('hex'),
    in_force_from: row.in_force_from.toISOString(),
  };
}
