import type { Tx } from '../../platform/db/database.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { makeOnce } from '../../platform/make-once.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { findPaymentFile, listPaymentFiles } from './files.queries.ts';
import { toAdminRefusal, toFileCheck, toPaymentFile } from './files.view.ts';
import { checkPaymentFile, makePaymentFile } from './make-payment-file.ts';
import { refuseFile } from './refuse-file.ts';
import { listAllRefusals, listBankRefusals, listRefusals } from './refusals.queries.ts';

export type FileCalls =
  | 'payments.check_file'
  | 'payments.make_file'
  | 'payments.refuse_file'
  | 'payments.refused_files'
  | 'payments.files'
  | 'payments.file';

export function filesRoutes(parts: Parts): Pick<Handlers, FileCalls> {
  const { db } = parts;
  const change = <T>(deed: (tx: Tx) => Promise<T>) => db.transaction().execute(deed);
  const fileOf = async (company_id: number, payment_file_id: number) =>
    toPaymentFile(
      (await findPaymentFile(db, company_id, payment_file_id))!,
      await listRefusals(db, company_id, [payment_file_id]),
    );
  return {
    'payments.check_file': async ({ input, actor, locale }) => {
      const check = await change((tx) => checkPaymentFile(parts, tx, actor, input.body));
      return toFileCheck(check, await listBankRefusals(db, actor.company_id, check.bank.bic), locale);
    },
    'payments.make_file': async (context) => {
      const { actor, input } = context;
      const id = await change((tx) =>
        makeOnce(tx, context, 'files', () => makePaymentFile(parts, tx, actor, input.body)),
      );
      return fileOf(actor.company_id, id);
    },
    'payments.refuse_file': async ({ input, actor }) => {
      const { payment_file_id } = input.params;
      await change((tx) => refuseFile(tx, actor, payment_file_id, input.body));
      return fileOf(actor.company_id, payment_file_id);
    },
    'payments.refused_files': async ({ input }) => {
      const found = await listAllRefusals(db, input.query);
      return pageAnswer(found, input.query.limit, toAdminRefusal);
    },
    'payments.files': async ({ input, actor }) => {
      const { rows, total } = await listPaymentFiles(db, actor.company_id, input.query);
      const refusals = await listRefusals(
        db,
        actor.company_id,
        rows.map(({ id }) => id),
      );
      return pageAnswer({ rows, total }, input.query.limit, (row) => toPaymentFile(row, refusals));
    },
    'payments.file': async ({ input, actor }) => {
      const file = orNotFound(await findPaymentFile(db, actor.company_id, input.params.payment_file_id));
      return { bytes: await readFileOf(parts.store, file), name: file.name };
    },
  };
}
