import proofs from '@kelisim/shared/texts/ru/proofs.ts';
import texts from '@kelisim/shared/texts/ru/papers.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { loadTexts } from '../platform/i18n.ts';
import { PaperPage, PaperState } from './paper-page.tsx';
import type { PaperDeed } from './paper-page.tsx';
import { PdfDigest } from './pdf-digest.tsx';

beforeEach(() => loadTexts(['ui', 'papers', 'proofs']));

const paper = (words?: string) =>
  show(
    <PaperPage
      header={{ title: 'Акт № 1/2026' }}
      state={<p>Подписан</p>}
      words={words && <p>{words}</p>}
      paper={<p>Лист формы</p>}
      rest={<p>Стороны</p>}
      history={<p>Создан</p>}
      wide={words !== undefined}
    />,
  );

describe('the page of a paper', () => {
  it('has the paper above its words where there is room, as wide as the page', async () => {
    await page.viewport(1440, 900);
    const screen = await paper('Услуги');
    const place = (text: string) => screen.getByText(text, { exact: true }).element().getBoundingClientRect();
    expect(place('Лист формы').top).toBeLessThan(place('Услуги').top);
    expect(place('Лист формы').width).toBeGreaterThan(place('Услуги').width * 1.4);
    expect(place('Стороны').left).toBeGreaterThan(place('Создан').right);
  });

  it('has an upright paper beside its state', async () => {
    await page.viewport(1440, 900);
    const screen = await paper();
    const place = (text: string) => screen.getByText(text, { exact: true }).element().getBoundingClientRect();
    expect(place('Лист формы').right).toBeLessThan(place('Подписан').left);
    expect(place('Стороны').top).toBeGreaterThan(place('Подписан').top);
  });

  it('shows words first on a phone, and the paper when it is wanted', async () => {
    await page.viewport(360, 640);
    const screen = await paper('Услуги');
    await expect.element(screen.getByText('Услуги')).toBeVisible();
    expect(screen.getByText('Лист формы').query()).toBeNull();
    await screen.getByRole('button', { name: proofs.paper.show }).click();
    await expect.element(screen.getByText('Лист формы')).toBeVisible();
  });

  it('shows a paper without words on a phone at once', async () => {
    await page.viewport(360, 640);
    const screen = await paper();
    await expect.element(screen.getByText('Лист формы')).toBeVisible();
  });
});

describe('the state of a paper', () => {
  const state = (deeds: PaperDeed[], reason?: string) =>
    show(
      <PaperState look={{ tone: 'good', label: 'Оплачен' }} sentence="Всё" reason={reason} deeds={deeds} />,
    );

  it('says why, and presses what is pressed', async () => {
    const sign = vi.fn();
    const screen = await state(
      [
        { key: 'sign', label: 'Подписать', primary: true, onClick: sign },
        { key: 'edit', label: 'Изменить', href: '/lk/business/acts/1/edit', data_key: 'edit' },
      ],
      'Лишний день',
    );
    await expect.element(screen.getByText('Лишний день')).toBeVisible();
    await screen.getByRole('button', { name: 'Подписать' }).click();
    expect(sign).toHaveBeenCalledOnce();
    const edit = screen.getByRole('link', { name: 'Изменить' });
    await expect.element(edit).toHaveAttribute('href', '/lk/business/acts/1/edit');
    await expect.element(edit).toHaveAttribute('data-key', 'edit');
  });

  it('has no group of deeds where there are none', async () => {
    const screen = await state([]);
    await expect.element(screen.getByText('Оплачен')).toBeVisible();
    expect(screen.getByRole('group', { name: proofs.paper.deeds }).query()).toBeNull();
  });

  it('keeps the main deed under the thumb on a phone', async () => {
    await page.viewport(360, 640);
    const screen = await state([{ key: 'sign', label: 'Подписать', primary: true }]);
    const button = screen.getByRole('button', { name: 'Подписать' }).element();
    expect(getComputedStyle(button).position).toBe('fixed');
  });
});

describe('the digest below a paper', () => {
  // Of «abc», by FIPS 180-4.
  const OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

  it('says that these are the bytes that are signed', async () => {
    const screen = await show(<PdfDigest file={new Blob(['abc'])} signed={OF_ABC} />);
    await expect.element(screen.getByText(`${texts.pdf.digest}: ${OF_ABC}`)).toBeVisible();
    await expect.element(screen.getByRole('status').getByText(texts.pdf.digest_same)).toBeVisible();
  });

  it('warns of other bytes', async () => {
    const screen = await show(<PdfDigest file={new Blob(['abd'])} signed={OF_ABC} />);
    await expect.element(screen.getByRole('alert')).toHaveTextContent(texts.pdf.digest_other);
  });
});
