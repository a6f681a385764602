import { afterEach, expect, it } from 'vitest';
import { switchLocale } from '../platform/i18n.ts';
import { COMPANY, meWith } from '../../test/me.ts';
import { show } from '../../test/show.tsx';
import { CompanySwitch } from './company-switch.tsx';

const verified = { id: 1, name: 'ТОО «Новый путь»', name_kz: '«Жаңа жол» ЖШС', role_id: 1 };
const russian_only = { id: 2, name: 'ТОО «Дорога»', name_kz: null, role_id: 1 };

const meAt = (company: typeof verified | typeof russian_only) =>
  meWith({
    locale: 'kz',
    company: { ...company, bin: COMPANY.bin, executor_signs_first: false },
    companies: [verified, russian_only],
  });

afterEach(() => switchLocale('ru'));

it('calls a company by its verified Kazakh name on a Kazakh page', async () => {
  const screen = await show(<CompanySwitch me={meAt(verified)} />);
  await expect.element(screen.getByText(verified.name)).toBeVisible();
  await switchLocale('kz');
  const button = screen.getByRole('button', { name: /«Жаңа жол» ЖШС/ });
  await button.click();
  await expect.element(screen.getByRole('menuitemradio', { name: '«Жаңа жол» ЖШС' })).toBeVisible();
  await expect.element(screen.getByRole('menuitemradio', { name: russian_only.name })).toBeVisible();
});

it('keeps the Russian name where no Kazakh one was verified', async () => {
  await switchLocale('kz');
  const screen = await show(<CompanySwitch me={meAt(russian_only)} />);
  await expect.element(screen.getByText(russian_only.name)).toBeVisible();
});
