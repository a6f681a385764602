import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import {
  allDone,
  makeDeal,
  makeDraftAct,
  makeSentAct,
  makeSentActs,
  makeSignedActs,
  samplePdf,
  signBy,
} from '../../../test/papers.ts';
import { unzip } from '../../../test/unzip.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';

const { app, deal, director, executor } = await makeDealApp();
const { company } = deal;
const employee = await makeEmployee(app, company, ['manage_acts']);
afterAll(() => app.close());

const of = (act_id: number) => ({ params: { act_id } });
const say = (by: Person, act_id: number, comment: string) =>
  app.ok('act_comments.add', by, { body: { act_id, comment } });
const heard = async (by: Person, act_id: number) =>
  (await app.ok('act_comments.list', by, of(act_id))).map(({ comment, is_unread }) =>
    is_unread ? `${comment}!` : comment,
  );
const unread = async (by: Person, act_id: number) => {
  const { items } = await app.ok('acts.list', by, { query: { id: act_id } });
  const { comments_unread } = await app.ok('acts.get', by, of(act_id));
  expect(items[0]!.comments_unread).toBe(comments_unread);
  return comments_unread;
};

describe('comments', () => {
  test('are seen by both sides, and each person has read what he has read', async () => {
    const id = await makeSentAct(app, deal);
    const first = await say(director, id, '  Проверьте дату  ');
    expect(first).toMatchObject({
      act_id: id,
      seq: 1,
      comment: 'Проверьте дату',
      side: 'business',
      user_id: director.user_id,
      is_own: true,
      is_unread: false,
    });
    await say(executor, id, 'Дата верна');
    await say(employee, id, 'Спасибо');
    expect(await heard(director, id)).toEqual(['Проверьте дату', 'Дата верна!', 'Спасибо!']);
    expect(await heard(executor, id)).toEqual(['Проверьте дату!', 'Дата верна', 'Спасибо!']);
    expect([await unread(director, id), await unread(employee, id), await unread(executor, id)]).toEqual([
      2, 2, 2,
    ]);
    const read = (by: Person, seq: number) => app.ok('act_comments.read', by, { ...of(id), body: { seq } });
    expect(await read(director, 2)).toEqual({ comments_unread: 1 });
    // Never backwards, and not beyond what was said.
    expect(await read(director, 1)).toEqual({ comments_unread: 1 });
    expect(await read(executor, 999)).toEqual({ comments_unread: 0 });
    await say(director, id, 'Ещё одно');
    expect([await unread(director, id), await unread(employee, id), await unread(executor, id)]).toEqual([
      1, 3, 1,
    ]);
  });

  test('of a draft wait for the executor until it is sent, and come with it', async () => {
    const { id } = await makeDraftAct(app, deal);
    await say(director, id, 'Премия за ноябрь');
    for (const [name, given] of [
      ['act_comments.list', of(id)],
      ['act_comments.read', { ...of(id), body: { seq: 1 } }],
      ['act_comments.add', { body: { act_id: id, comment: 'Что?' } }],
    ] as const)
      expect(await app.refused(name, executor, given)).toMatchObject({ status: 404 });
    allDone(await app.ok('acts.send', director, { body: { act_ids: [id] } }));
    expect(await heard(executor, id)).toEqual(['Премия за ноябрь!']);
    const empty = { body: { act_id: id, comment: ' \n ' } };
    expect(await app.refused('act_comments.add', executor, empty)).toMatchObject({
      status: 400,
      field: 'comment',
    });
  });

  test('wait for an answer while the executor has said the last word, the longest first', async () => {
    const company = await makeCompany(app, { algorithm: 'rsa' });
    const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
    const acts = await makeSentActs(app, own, 7);
    const questions = async () => {
      const home = await app.ok('home.analytics', company.director, {});
      if (home.role !== 'business') throw new Error('another home');
      return [home.questions_count, home.questions.map(({ act_id }) => act_id)];
    };
    expect(await questions()).toEqual([0, []]);
    for (const act_id of acts) await say(own.executor.person, act_id, 'Почему?');
    expect(await questions()).toEqual([7, acts.slice(0, 5)]);
    await say(company.director, acts[1]!, 'Почему?');
    await say(company.director, acts[6]!, 'Почему?');
    const waiting = [acts[0], ...acts.slice(2, 6)];
    expect(await questions()).toEqual([5, waiting]);
    await say(own.executor.person, acts[1]!, 'Почему?');
    expect(await questions()).toEqual([6, waiting]);
  });

  test('said at once have a number each', async () => {
    const id = await makeSentAct(app, deal);
    await Promise.all(Array.from({ length: 8 }, (_, i) => say(i % 2 ? director : executor, id, `${i}`)));
    const comments = await app.ok('act_comments.list', director, of(id));
    expect(comments.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

const attach = (by: Person, act_id: number, name: string, bytes: Uint8Array) =>
  app.ok('act_documents.add', by, { body: { act_id: String(act_id) }, files: { file: { name, bytes } } });

describe('files beside an act', () => {
  test('are put there by either side, come out as they went in, and lie in the archive', async () => {
    const [id] = await makeSignedActs(app, deal, 1);
    const pdf = await samplePdf();
    const report = await attach(director, id!, 'отчёт.pdf', pdf);
    expect(report).toMatchObject({
      act_id: id,
      title: 'отчёт.pdf',
      size: pdf.length,
      side: 'business',
      can_remove: false,
    });
    const photo = await attach(executor, id!, 'Отчёт.PDF', pdf);
    expect(photo).toMatchObject({ title: 'Отчёт (2).PDF', side: 'executor' });
    const list = await app.ok('act_documents.list', executor, of(id!));
    expect(list.map(({ title }) => title)).toEqual(['отчёт.pdf', 'Отчёт (2).PDF']);
    const params = { params: { additional_document_id: report.id } };
    const reply = await app.raw('act_documents.file', executor, params);
    expect([reply.headers['content-type'], reply.bytes.equals(pdf)]).toEqual(['application/pdf', true]);

    const parts = await unzip(await app.ok('acts.zip', executor, of(id!)));
    const { number } = await app.ok('acts.get', director, of(id!));
    const name = `act-${number.replace('/', '-')}`;
    expect(Object.keys(parts)).toEqual([
      `${name}.pdf`,
      `${name}-executor.cms`,
      `${name}-business.cms`,
      `${name}-card.pdf`,
      'Дополнительные файлы/отчёт.pdf',
      'Дополнительные файлы/Отчёт (2).PDF',
    ]);
    expect(parts['Дополнительные файлы/отчёт.pdf']!.equals(pdf)).toBe(true);
    expect(parts[`${name}-card.pdf`]!.equals(await app.ok('proofs.act_ddc', director, of(id!)))).toBe(true);
    const history = await app.ok('acts.history', director, of(id!));
    expect(history.slice(0, 2).map(({ action, side, note }) => [action, side, note])).toEqual([
      ['attach', 'executor', 'Отчёт (2).PDF'],
      ['attach', 'business', 'отчёт.pdf'],
    ]);
  });

  test('that are lost are named in the archive, and the rest is there', async () => {
    const id = await makeSentAct(app, deal);
    const { id: lost } = await attach(director, id, 'чек.pdf', await samplePdf());
    await attach(director, id, 'цел.pdf', await samplePdf());
    const { storage_key } = await app.parts.db
      .selectFrom('act_documents as d')
      .innerJoin('files as f', 'f.id', 'd.file_id')
      .select('f.storage_key')
      .where('d.id', '=', lost)
      .executeTakeFirstOrThrow();
    await app.parts.store.delete(storage_key);
    const parts = await unzip(await app.ok('acts.zip', director, of(id), { locale: 'kz' }));
    expect(Object.keys(parts).slice(1)).toEqual(['Қосымша файлдар/цел.pdf', 'Не жетіспейді.txt']);
    expect(parts['Не жетіспейді.txt']!.toString()).toContain('Қосымша файлдар/чек.pdf: ');
  });

  test('are taken away by who put them there, until somebody has signed', async () => {
    const id = await makeSentAct(app, deal);
    const one = await attach(executor, id, 'фото.pdf', await samplePdf());
    const two = await attach(executor, id, 'фото.pdf', await samplePdf());
    expect(one.can_remove).toBe(true);
    const remove = (by: Person, { id: additional_document_id }: { id: number }) =>
      app.raw('act_documents.remove', by, { params: { additional_document_id } });
    expect((await remove(director, one)).json).toMatchObject({ code: 'act.document_of_other' });
    expect((await remove(executor, one)).status).toBe(200);
    expect((await app.ok('act_documents.list', director, of(id))).map((row) => row.id)).toEqual([two.id]);
    allDone(await signBy(app, director, id));
    expect((await remove(executor, two)).json).toMatchObject({ code: 'act.wrong_state' });
    expect(await app.ok('act_documents.list', executor, of(id))).toMatchObject([{ can_remove: false }]);
  });

  test('are refused when they are none of the kinds, too many, or beside what is annulled', async () => {
    const id = await makeSentAct(app, deal);
    const given = (bytes: Uint8Array) => ({
      body: { act_id: String(id) },
      files: { file: { name: 'фото.jpg', bytes } },
    });
    const text = given(Buffer.from('<html>'));
    expect(await app.refused('act_documents.add', director, text)).toMatchObject({
      status: 415,
      code: 'file.other_kind',
    });
    const bomb = deflateRawSync(Buffer.alloc(1000));
    expect(await app.refused('act_documents.add', director, given(bomb))).toMatchObject({ status: 415 });
    for (let i = 0; i < 20; i++) await attach(director, id, 'a.pdf', await samplePdf());
    const more = given(await samplePdf());
    expect(await app.refused('act_documents.add', director, more)).toMatchObject({
      code: 'act.too_many_documents',
    });
    const gone = await makeSentAct(app, deal);
    await app.ok('acts.annul', director, { ...of(gone), body: { reason: 'Дубль' } });
    const late = {
      body: { act_id: String(gone) },
      files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
    };
    expect(await app.refused('act_documents.add', director, late)).toMatchObject({ code: 'act.wrong_state' });
  });
});
