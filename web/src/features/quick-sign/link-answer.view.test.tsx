import ru from '@kelisim/shared/texts/ru/quick-sign.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { LinkAnswer } from './link-answer.tsx';
import { SaidAtAct } from './said-at-act.tsx';

/** How high the bar with the main action is, which stays at the bottom of the screen. */
const BAR = 69;

beforeEach(() => loadTexts(['quick-sign']));

const answer = async (kind: 'return' | 'ask') => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ returned: true }));
  const done = { onReturned: vi.fn(), onAsked: vi.fn(), onCancel: vi.fn() };
  await show(
    <>
      <div style={{ height: '100vh' }} />
      <LinkAnswer token="t" kind={kind} {...done} />
      <div style={{ height: BAR }} />
    </>,
  );
  return { fetched, done };
};

it('returns no act without words of what is right in it, and says what follows', async () => {
  await page.viewport(360, 640);
  const { fetched, done } = await answer('return');
  await expect.element(page.getByText(ru.answer.return_hint)).toBeVisible();
  const send = page.getByRole('button', { name: ru.answer.return });
  await expect.poll(() => send.element().getBoundingClientRect().bottom).toBeLessThan(640 - BAR);
  await send.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(ru.answer.return_empty);
  expect(fetched).not.toHaveBeenCalled();
  await expect.poll(() => send.element().getBoundingClientRect().bottom).toBeLessThan(640 - BAR);
  await page.getByLabelText(ru.answer.return_label).fill('Было 12 заказов');
  await send.click();
  await expect.poll(() => done.onReturned.mock.calls.length).toBe(1);
  const [address, sent] = fetched.mock.calls[0]!;
  expect(String(address)).toContain('/quick-sign/t/return');
  expect(JSON.parse(String(sent?.body))).toEqual({ reason: `${ru.answer.return_reason}. Было 12 заказов` });
});

it('shows what was asked and answered, by whom, and that an answer is still awaited', async () => {
  const asked = { seq: 1, side: 'executor', name: 'Нұрлан', comment: 'Почему меньше?' } as const;
  const created_at = '2026-11-20T05:00:00.000Z';
  const given = { seq: 2, side: 'business', name: 'Ерлан', comment: 'Без простоя', created_at } as const;
  const waits = ru.said.waits.replace('{{company}}', 'Жеткізу');
  const question = { ...asked, created_at };
  const { unmount } = await show(<SaidAtAct company="Жеткізу" said={[question]} />);
  await expect.element(page.getByText(waits)).toBeVisible();
  await unmount();
  await show(<SaidAtAct company="Жеткізу" said={[question, given]} />);
  const last = page.getByRole('listitem').last();
  await expect.poll(() => last.element().textContent).toMatch(/^Ерлан, Жеткізу · .+Без простоя$/);
  await expect.element(page.getByText(waits)).not.toBeInTheDocument();
});
