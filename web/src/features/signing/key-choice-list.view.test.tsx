import ru from '@kelisim/shared/texts/ru/signing.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { COMPANY } from '../../../test/me.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { KeyChoice } from './key-choice-list.tsx';
import type { KeyCard } from './signing-messages.ts';

beforeEach(() => loadTexts(['signing']));

const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString();
const key = (more: Partial<KeyCard> = {}): KeyCard => ({
  index: 0,
  name: 'АСЕЛЬ ОМАРОВА',
  iin: '900101350003',
  bin: COMPANY.bin,
  organization: COMPANY.name,
  issuer: 'НУЦ РК',
  serial: '1a',
  valid_from: inDays(-100),
  valid_until: inDays(200),
  algorithm: 'gost512',
  for_signing: true,
  rights: ['head'],
  ...more,
});

async function choice(chosen: KeyCard, keys: readonly KeyCard[] = [chosen], company = COMPANY) {
  const [onChoose, onAnother] = [vi.fn(), vi.fn()];
  const screen = await show(
    <KeyChoice keys={keys} chosen={chosen} onChoose={onChoose} company={company} onAnother={onAnother} />,
  );
  await expect.element(screen.getByRole('heading', { name: ru.key.title })).toBeVisible();
  return { screen, onChoose, onAnother };
}

describe('a certificate that cannot sign', () => {
  it.each<[string, Partial<KeyCard>, string]>([
    ['is only for signing in', { for_signing: false }, ru.key.for_login],
    ['has ended', { valid_until: '2020-02-03T00:00:00.000Z' }, 'Сертификат закончился 03.02.2020.'],
    [
      'has not begun',
      { valid_from: '2190-02-03T00:00:00.000Z', valid_until: '2191-02-03T00:00:00.000Z' },
      '03.02.2190',
    ],
    ['is of another company', { bin: '991240000012' }, `Нужен ключ компании: ${COMPANY.name}.`],
    ['gives no right to sign', { rights: ['employee'] }, ru.key.no_right],
  ])('%s: says so, and the way to another has the focus', async (_name, more, words) => {
    const { screen } = await choice(key(more));
    await expect.poll(() => screen.getByRole('alert').element().textContent).toContain(words);
    await expect.element(screen.getByRole('button', { name: ru.how.another })).toHaveFocus();
  });

  it('is of another person, where a person signs', async () => {
    const { screen } = await choice(key({ bin: null }), undefined, { ...COMPANY, bin: '880705400018' });
    await expect.poll(() => screen.getByRole('alert').element().textContent).toContain(ru.key.other_person);
  });
});

describe('a certificate that can sign', () => {
  it('has nothing said of it, and the focus stays where it was', async () => {
    const { screen } = await choice(key());
    expect(screen.getByRole('alert').elements()).toEqual([]);
    expect(screen.getByRole('status').elements()).toEqual([]);
    await expect.element(screen.getByRole('button', { name: ru.how.another })).not.toHaveFocus();
  });

  it.each([
    [0, ru.key.ends_today],
    [1, 'через 1 день'],
    [30, 'через 30 дней'],
  ])('with %i days left says so without stopping anybody', async (days, words) => {
    const { screen } = await choice(key({ valid_until: inDays(days) }));
    await expect.poll(() => screen.getByRole('status').element().textContent).toContain(words);
    expect(screen.getByRole('alert').elements()).toEqual([]);
  });

  it('with more than a month left says nothing', async () => {
    const { screen } = await choice(key({ valid_until: inDays(31) }));
    expect(screen.getByRole('status').elements()).toEqual([]);
  });
});

describe('what is shown of it', () => {
  it('hides the middle of the ИИН', async () => {
    const { screen } = await choice(key());
    await expect.element(screen.getByText('9001••••••03')).toBeVisible();
    expect(screen.container.textContent).not.toContain('900101350003');
  });

  it.each<[string, Partial<KeyCard>, string]>([
    ['ИИН', { iin: null }, ru.key.iin],
    ['организация', { organization: null }, ru.key.organization],
    ['БИН', { bin: null }, ru.key.bin],
  ])('leaves out what it does not have: %s', async (_name, more, label) => {
    const { screen } = await choice(key(more));
    const terms = [...screen.container.querySelectorAll('dt')].map(({ textContent }) => textContent);
    expect(terms).not.toContain(label);
    expect(terms).toContain(ru.key.valid);
  });

  it('another one is asked for by its button', async () => {
    const { screen, onAnother } = await choice(key());
    await screen.getByRole('button', { name: ru.how.another }).click();
    expect(onAnother).toHaveBeenCalledOnce();
  });
});

describe('of several keys', () => {
  const [gost, rsa] = [key(), key({ index: 1, algorithm: 'rsa' })];

  it('one is chosen by its kind and day', async () => {
    const { screen, onChoose } = await choice(gost, [gost, rsa]);
    await expect.element(screen.getByLabelText(new RegExp(ru.key.gost512))).toBeChecked();
    await screen.getByLabelText(/RSA/).click();
    expect(onChoose.mock.calls).toEqual([[rsa]]);
  });

  it('a single one is not asked about', async () => {
    const { screen } = await choice(gost);
    expect(screen.getByRole('radio').elements()).toEqual([]);
  });
});
