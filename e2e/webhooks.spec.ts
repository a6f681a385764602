import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { verify } from '../sdk/ts/src/webhooks.ts';
import { people, signIn } from './people.ts';

interface Got {
  headers: Record<string, string>;
  body: string;
}

/** A program of the company on this machine, which the sandbox calls over plain HTTP. */
async function startReceiver() {
  const got: Got[] = [];
  const state = { got, status: 200, text: '{"taken":true}' };
  const read = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    got.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(parts).toString('utf8'),
    });
  };
  const server = createServer((request, reply) => {
    void read(request).then(() => reply.writeHead(state.status).end(state.text));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/hooks`,
    stop: () => new Promise<unknown>((done) => server.close(done)),
  });
}

test('a director adds an address, sees what it answered, sends again, and removes it', async ({ page }) => {
  const receiver = await startReceiver();
  const name = `ERP ${Date.now()}`;
  const row = page.getByRole('listitem').filter({ hasText: receiver.url });
  const log = page.getByRole('dialog', { name: `Отправлено: «${name}»` });
  const act = async (item: string) => {
    await row.getByRole('button', { name: `Действия с адресом «${name}»` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const keepSecret = async (title: string) => {
    const shown = page.getByRole('dialog', { name: title });
    const text = (await shown.getByLabel('Секрет', { exact: true }).innerText()).trim();
    await shown.getByRole('button', { name: 'Секрет сохранён' }).click();
    await expect(shown).toBeHidden();
    await expect(page.locator('body')).not.toContainText(text);
    return text;
  };
  const newest = async (count: number) => {
    await expect.poll(() => receiver.got.length).toBe(count);
    return receiver.got[count - 1] ?? { headers: {}, body: '' };
  };
  let secret = '';

  await test.step('the secret is shown once', async () => {
    await signIn(page, people.director);
    await page.goto('/lk/business/settings/api');
    await page.getByRole('button', { name: 'Добавить адрес' }).click();
    const dialog = page.getByRole('dialog', { name: 'Новый адрес для событий' });
    const add = dialog.getByRole('button', { name: 'Добавить', exact: true });
    await add.click();
    await expect(dialog.getByText('Впишите адрес.')).toBeVisible();
    await dialog.getByLabel('Адрес').fill('https://10.0.0.7/hooks');
    await dialog.getByLabel('Описание').fill(name);
    await dialog.getByLabel('Выбрать события').check();
    await add.click();
    await expect(dialog.getByText('Отметьте хотя бы одно событие.')).toBeVisible();
    await dialog.getByText('Акты: 0 из 20').click();
    await dialog.getByRole('checkbox', { name: 'подписан обеими сторонами' }).check();
    await add.click();
    await expect(dialog.getByText('Сюда события не отправляются.')).toBeVisible();
    await dialog.getByLabel('Адрес').fill(receiver.url);
    await add.click();
    secret = await keepSecret('Адрес добавлен');
    await expect(row).toContainText('Выбрано событий: 1');
  });

  await test.step('a test event comes signed, and its answer is shown', async () => {
    await act('Отправить проверочное событие');
    const { headers, body } = await newest(1);
    expect(await verify(body, headers, secret)).toMatchObject({ type: 'ping' });
    await expect(log.getByText('Доставлено', { exact: true })).toBeVisible();
    await log.getByText('Проверочное событие').click();
    await expect(log.getByLabel('Запрос')).toContainText(headers['webhook-id'] ?? '–');
    await expect(log.getByLabel('Ответ', { exact: true })).toContainText('"taken": true');
  });

  await test.step('it is sent again under the same id, and a failure says what it was', async () => {
    receiver.status = 500;
    receiver.text = 'base is locked';
    await log.getByRole('button', { name: 'Отправить ещё раз' }).click();
    const again = await newest(2);
    expect(again.headers['webhook-id']).toBe(receiver.got[0]?.headers['webhook-id']);
    await expect(log.getByText('Ждёт', { exact: true })).toBeVisible();
    await expect(log.getByText(/Ответ 500/)).toBeVisible();
    await expect(log.getByLabel('Ответ', { exact: true })).toContainText('base is locked');
    receiver.status = 200;
    await expect(log.getByText('Доставлено', { exact: true })).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('Escape');
    await expect(log).toBeHidden();
  });

  await test.step('for a day both secrets sign', async () => {
    await act('Заменить секрет');
    await page.getByRole('button', { name: 'Заменить секрет' }).click();
    const next = await keepSecret('Секрет заменён');
    await expect(row).toContainText('запросы подписаны и прежним секретом');
    const count = receiver.got.length + 1;
    await act('Отправить проверочное событие');
    const { headers, body } = await newest(count);
    for (const one of [secret, next])
      expect(await verify(body, headers, one)).toMatchObject({ type: 'ping' });
    await page.keyboard.press('Escape');
  });

  await test.step('everything since a moment is sent again, off it is not, and then it is removed', async () => {
    await act('Отправить всё с момента');
    const since = page.getByRole('dialog', { name: 'Отправить всё с момента' });
    await since.getByLabel('День').fill('31.12.2099');
    await since.getByRole('button', { name: 'Отправить ещё раз' }).click();
    await expect(since.getByText('Укажите время, которое уже прошло.')).toBeVisible();
    await since.getByLabel('День').fill('01.01.2026');
    await since.getByRole('button', { name: 'Отправить ещё раз' }).click();
    await expect(since).toBeHidden();
    await act('Выключить');
    await expect(row).toContainText('Отправка выключена');
    await act('Включить');
    await expect(row).toContainText('Включён');
    await act('Удалить');
    await page.getByRole('button', { name: 'Удалить' }).click();
    await expect(row).toBeHidden();
  });
  await receiver.stop();
});
