/**
 * Three hundred contracts of one template with three hundred executors, from the template to frozen files, as one run
 * of the product with everything it writes down; against the converter alone over the same Word files. Then a
 * thousand contracts as one archive, taken by somebody who does nothing with them. What the server's own process grows
 * to is told beside; the converter is a process of its own.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { seedReference } from '../server/seeds/reference.ts';
import { findDocxToPdf } from '../server/src/adapters/docx-to-pdf/find-docx-to-pdf.ts';
import type { DocxToPdf } from '../server/src/adapters/docx-to-pdf/docx-to-pdf.ts';
import { makeApp } from '../server/src/app.ts';
import { zipDocuments } from '../server/src/features/documents/zip-documents.ts';
import { makeSampleTemplate } from '../server/src/features/templates/sample-template.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { keepFile, readFileOf } from '../server/src/platform/files/files.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { startBenchDatabase } from './bench-database.ts';
import { isSmall, sized } from './size.ts';

const CONTRACTS = sized(300, 1);
const ARCHIVED = sized(1_000, 1);
const FILE_BYTES = 400_000;
const TARGET = { ratio: 1.3, peak_mb: 600, zip_growth_mb: 150 };

const mb = (bytes: number) => Math.round(bytes / 1_048_576);

/** The highest the process has been while it works. */
async function peakOf(work: () => Promise<void>): Promise<{ ms: number; peak_mb: number }> {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const from = performance.now();
  await work();
  clearInterval(timer);
  return { ms: performance.now() - from, peak_mb: mb(peak) };
}

const postgres = await startBenchDatabase();
const { folder } = postgres;
const converter = findDocxToPdf();
try {
  if (!converter) throw new Error('there is no converter on this machine');
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const app = await makeApp({
    config: { ...config, database_url: postgres.url },
    log: makeLog('silent'),
    docx_to_pdf: converter,
  });
  const { db, store } = app.parts;
  await seedReference(db);
  const { company_id, user_id, executors } = await addPeople();
  const template_id = await addTemplate();
  // The start of the converter is nobody's work.
  await converter.convert(await makeSampleTemplate('ru'), 1);

  const run_id = await app.parts.bulk.start({
    company_id,
    user_id,
    session_id: null,
    kind: 'documents.create',
    idempotency_key: randomUUID(),
    request_hash: randomBytes(32),
    params: {
      template_id,
      title: 'Договор',
      type_id: 1,
      start_date: '2027-01-01',
      end_date: '2027-12-31',
      send: true,
      locale: 'ru',
    },
    items: executors.map((executor_company_id) => ({ subject_id: null, payload: { executor_company_id } })),
  });
  const made = await peakOf(() => workOff(run_id));
  const files = await db
    .selectFrom('documents as d')
    .innerJoin('files as f', 'f.id', 'd.original_file_id')
    .select(['f.storage_key', 'f.sha256'])
    .where('d.status', '=', 'sent')
    .execute();
  if (files.length !== CONTRACTS) {
    const rows = await db
      .selectFrom('bulk_items')
      .select(['status', 'code', 'detail'])
      .where('run_id', '=', run_id)
      .where('status', '!=', 'ok')
      .limit(3)
      .execute();
    throw new Error(`${files.length} of ${CONTRACTS} contracts were made: ${JSON.stringify(rows)}`);
  }
  const words = await Promise.all(files.map((file) => readFileOf(store, file)));
  const alone = await convertAlone(words);
  console.log(
    JSON.stringify({
      bench: 'contracts.of_template',
      contracts: CONTRACTS,
      made_ms: Math.round(made.ms),
      converter_alone_ms: Math.round(alone),
      ratio: Number((made.ms / alone).toFixed(2)),
      target_ratio: TARGET.ratio,
      peak_mb: made.peak_mb,
      target_peak_mb: TARGET.peak_mb,
    }),
  );

  await addArchived();
  const ids = (await db.selectFrom('documents').select('id').where('title', '=', 'Архив').execute()).map(
    ({ id }) => id,
  );
  const before = mb(process.memoryUsage.rss());
  let size = 0;
  const zipped = await peakOf(async () => {
    const { bytes } = await zipDocuments(app.parts, { role: 'business', company_id }, ids, 'ru');
    bytes.on('data', (chunk: Buffer) => (size += chunk.length));
    await finished(bytes);
  });
  console.log(
    JSON.stringify({
      bench: 'contracts.archive',
      contracts: ARCHIVED,
      archive_mb: mb(size),
      ms: Math.round(zipped.ms),
      growth_mb: zipped.peak_mb - before,
      target_growth_mb: TARGET.zip_growth_mb,
    }),
  );
  await app.close();

  /** A run that a busy machine interrupts is put off; the product's watcher would take it up again. */
  async function workOff(run_id: number): Promise<void> {
    for (;;) {
      await app.parts.bulk.work(run_id);
      const { state } = await db
        .selectFrom('bulk_runs')
        .select('state')
        .where('id', '=', run_id)
        .executeTakeFirstOrThrow();
      if (state !== 'running') return;
      await sleep(500);
    }
  }

  async function addPeople() {
    const person = await sql<{ company_id: number; user_id: number }>`
      with c as (insert into companies (role, type, name, bin, address, ceo_name, director_position)
        values ('business', 'too', 'ТОО «Замер»', '940140000385', 'г. Алматы, ул. Абая, 1', 'Омаров А. Б.', 'директор')
        returning id),
      u as (insert into users (email, full_name, iin) values ('bench@kelisim.example', 'Омаров А. Б.', '850101350003')
        returning id)
      select c.id as company_id, u.id as user_id from c, u`.execute(db);
    const { company_id, user_id } = person.rows[0]!;
    await sql`insert into memberships (user_id, company_id, role_id) values (${user_id}, ${company_id}, 1)`.execute(
      db,
    );
    await sql`insert into companies (role, type, name, bin, address)
      select 'executor', 'ip', 'ИП Исполнитель ' || n, (900000000000 + n)::text, 'г. Алматы, ул. Абая, ' || n
      from generate_series(1, ${CONTRACTS}) n`.execute(db);
    await sql`insert into executors (company_id, executor_company_id, status)
      select ${company_id}, id, 'active' from companies where role = 'executor'`.execute(db);
    await sql`insert into bank_requisites (company_id, bank_id, iban, kbe, is_main)
      select c.id, (select min(id) from banks), 'KZ00000' || lpad(c.id::text, 13, '0'), '19', true
      from companies c`.execute(db);
    const rows = await db.selectFrom('companies').select('id').where('role', '=', 'executor').execute();
    return { company_id, user_id, executors: rows.map(({ id }) => id) };
  }

  async function addTemplate(): Promise<number> {
    const bytes = await makeSampleTemplate('ru');
    const { names } = (await app.parts.docx.readFields(bytes))!;
    const file = await keepFile(db, store, {
      company_id,
      kind: 'template',
      name: 'template.docx',
      media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      bytes,
    });
    const row = await db
      .insertInto('contract_templates')
      .values({ company_id, name: 'Замер', file_id: file.id, fields: names, created_by: user_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** Files of the size of a scan; each is read and its hash is held against its row, as ever. */
  async function addArchived(): Promise<void> {
    for (let n = 0; n < ARCHIVED; n += 1) {
      const file = await keepFile(db, store, {
        company_id,
        kind: 'document',
        name: 'a.pdf',
        media_type: 'application/pdf',
        bytes: randomBytes(FILE_BYTES),
      });
      await sql`insert into documents (company_id, contractor_company_id, number, title, type, status, date, start_date,
          end_date, source_file_id, frozen_file_id)
        values (${company_id}, ${executors[0]!}, ${100_000 + n}, 'Архив', 'services', 'sent', '2027-01-01', '2027-01-01',
          '2027-12-31', ${file.id}, ${file.id})`.execute(db);
    }
  }
} finally {
  await converter?.close();
  await postgres.stop();
}

/** A converter of its own, as fresh as that of the run was; one start is enough to see that the bench works. */
async function convertAlone(words: Uint8Array[]): Promise<number> {
  const fresh: DocxToPdf = isSmall ? converter! : await startAnother();
  const from = performance.now();
  await Promise.all(words.map((docx) => fresh.convert(docx, 1)));
  const ms = performance.now() - from;
  await fresh.close();
  return ms;
}

async function startAnother(): Promise<DocxToPdf> {
  await converter!.close();
  const fresh = findDocxToPdf()!;
  await fresh.convert(await makeSampleTemplate('ru'), 1);
  return fresh;
}
