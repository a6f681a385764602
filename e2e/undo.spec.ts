import { expect, test } from '@playwright/test';
import { fill } from '../shared/src/kernel/fill.ts';
import type { ActView } from '../shared/src/features/acts/acts.contract.ts';
import acts from '../shared/src/texts/ru/acts.ts';
import progress from '../shared/src/texts/ru/job-progress.ts';
import app from '../shared/src/texts/ru/app.ts';
import bin from '../shared/src/texts/ru/bin.ts';
import jobs from '../shared/src/texts/ru/jobs.ts';
import states from '../shared/src/texts/ru/states.ts';
import ui from '../shared/src/texts/ru/ui.ts';
import { callsOf, makeActs } from './acts.ts';
import { people } from './people.ts';

test('a deleted act comes back by the button and by Ctrl Z, and many of them from their window', async ({
  page,
}) => {
  const calls = await callsOf(page.request, people.director);
  const { get } = calls;
  const title = `Удаление и возврат ${Date.now()}`;
  const [one, ...others] = (await makeActs(calls, [title, title, title])) as [ActView, ...ActView[]];
  const path = `/lk/business/acts/${one.id}`;
  const remove = async () => {
    await page.goto(path);
    await page.getByRole('button', { name: acts.actions.delete }).click();
    await page.getByRole('dialog').getByRole('button', { name: acts.actions.delete }).click();
    await expect(page.getByText(fill(acts.done.delete, { number: one.number }))).toBeVisible();
    await expect(page).toHaveURL('/lk/business/acts');
  };
  const isThere = async () => {
    await expect(page.getByText(ui.undo.done)).toBeVisible();
    expect(await get<ActView>(`doc/acts/${one.id}`)).toMatchObject({ status: { code: 'draft' } });
  };
  const undo = page.getByRole('button', { name: ui.undo.deed });

  await test.step('by the button of the message', async () => {
    await remove();
    await undo.click();
    await isThere();
  });

  await test.step('by Ctrl Z', async () => {
    await remove();
    await page.keyboard.press('Control+z');
    await isThere();
  });

  await test.step('many from the window of their deletion, also after a reload', async () => {
    await page.goto(`/lk/business/acts?search=${encodeURIComponent(title)}`);
    await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(1 + others.length);
    await page.getByRole('checkbox', { name: ui.table.select_page }).check();
    await page.getByRole('button', { name: acts.actions.delete }).click();
    await page.getByRole('dialog').getByRole('button', { name: acts.actions.delete }).click();
    const deletion = page.getByRole('dialog', { name: states.act_run['acts.delete'] });
    await expect(deletion).toContainText(progress.done_all);
    await page.reload();
    await deletion.getByRole('button', { name: ui.undo.deed }).click();
    const undoing = page.getByRole('dialog', { name: jobs.kind['acts.restore'] });
    await expect(undoing).toContainText(progress.done_all);
    for (const { id } of [one, ...others]) await get<ActView>(`doc/acts/${id}`);
  });

  await test.step('later out of the bin, which the menu of the person leads to', async () => {
    await remove();
    await page.getByRole('button', { name: app.top.person }).click();
    await page.getByRole('menuitem', { name: app.top.bin }).click();
    await expect(page).toHaveURL('/lk/business/bin');
    const name = `${one.number} · ${title}`;
    await page.getByRole('button', { name: fill(bin.restore_of, { name }) }).click();
    await expect(page.getByText(fill(bin.restored, { name }))).toBeVisible();
    await expect(page.getByRole('button', { name: fill(bin.restore_of, { name }) })).toHaveCount(0);
    await get<ActView>(`doc/acts/${one.id}`);
  });
});
