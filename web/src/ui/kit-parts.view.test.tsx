import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Kept, show } from '../../test/show.tsx';
import { Banner } from './banner.tsx';
import { DownloadButton } from './download-button.tsx';
import { Failure, Fault } from './failure.tsx';
import { pagesOf } from './list-pager.tsx';
import { onePress } from './one-press.ts';
import { ReasonField } from './reason-field.tsx';
import { RestoredNote } from './restored-note.tsx';

describe('what went wrong', () => {
  it.each([
    ['a part', Fault],
    ['the whole', Failure],
  ])('with %s is said at once', async (_name, Said) => {
    const screen = await show(<Said text="Банк не ответил" />);
    await expect.poll(() => screen.getByRole('alert').element().textContent).toContain('Банк не ответил');
  });

  it.each([null, undefined, false, ''] as const)('is nothing where nothing did: %s', async (text) => {
    const screen = await show(
      <>
        <Fault text={text} />
        <Failure text={text} />
      </>,
    );
    expect(screen.container.querySelector('[role=alert]')).toBeNull();
  });
});

describe('the button of a file', () => {
  it('brings it', async () => {
    const mutate = vi.fn();
    const screen = await show(
      <DownloadButton download={{ isPending: false, mutate }}>Скачать</DownloadButton>,
    );
    await screen.getByRole('button', { name: 'Скачать' }).click();
    expect(mutate.mock.calls).toEqual([[]]);
  });

  it('waits while it comes', async () => {
    const screen = await show(
      <DownloadButton download={{ isPending: true, mutate: vi.fn() }}>Скачать</DownloadButton>,
    );
    await expect.element(screen.getByRole('button', { name: 'Скачать' })).toBeDisabled();
  });

  it('may be led by its page', async () => {
    const onClick = vi.fn();
    const screen = await show(<DownloadButton onClick={onClick}>Скачать</DownloadButton>);
    await screen.getByRole('button', { name: 'Скачать' }).click();
    expect(onClick).toHaveBeenCalledOnce();
  });
});

describe('a reason', () => {
  const field = (more: { max?: number; required?: boolean } = {}, heard = vi.fn()) =>
    show(
      <Kept value="" heard={heard}>
        {(value, onChange) => <ReasonField label="Почему" value={value} onChange={onChange} {...more} />}
      </Kept>,
    );

  it('is asked for, and where the dialog begins', async () => {
    const screen = await field();
    await expect.element(screen.getByRole('textbox', { name: 'Почему' })).toBeRequired();
    expect(screen.getByRole('textbox').element().hasAttribute('data-autofocus')).toBe(true);
  });

  it('may be left out where the page says so', async () => {
    const screen = await field({ required: false });
    await expect.element(screen.getByRole('textbox')).not.toBeRequired();
  });

  it.each([
    [{}, 500],
    [{ max: 1000 }, 1000],
  ])('says when it is longer than the call takes, and cuts nothing: %o', async (more, most) => {
    const screen = await field(more);
    await screen.getByRole('textbox').fill('ы'.repeat(most - 1));
    await userEvent.keyboard('а');
    await expect.element(screen.getByText(/Не длиннее/)).not.toBeInTheDocument();
    await userEvent.keyboard('бв');
    const said = `Не длиннее ${most} знаков, сейчас их ${most + 2}.`;
    await expect.element(screen.getByText(said)).toBeVisible();
    await expect
      .poll(() => (screen.getByRole('textbox').element() as HTMLTextAreaElement).value)
      .toHaveLength(most + 2);
  });

  it('is told as a text', async () => {
    const heard = vi.fn();
    const screen = await field({}, heard);
    await screen.getByRole('textbox').fill('Ошибка в сумме');
    await expect.poll(() => heard.mock.lastCall).toEqual(['Ошибка в сумме']);
  });

  it('grows with its lines', async () => {
    const screen = await field();
    const height = () => screen.getByRole('textbox').element().getBoundingClientRect().height;
    const before = height();
    await screen.getByRole('textbox').fill('а\nб\nв\nг\nд\nе');
    await expect.poll(height).toBeGreaterThan(before * 1.5);
  });
});

describe('what was typed before', () => {
  it('is not spoken of in an empty form', async () => {
    const screen = await show(
      <RestoredNote form={{ restored: false, reset: vi.fn() }} said="Черновик" clear="Очистить" />,
    );
    expect(screen.container.textContent).toBe('');
  });

  it('can be forgotten', async () => {
    const reset = vi.fn();
    const screen = await show(
      <RestoredNote form={{ restored: true, reset }} said="Черновик" clear="Очистить" />,
    );
    await expect.poll(() => screen.getByRole('status').element().textContent).toContain('Черновик');
    await screen.getByRole('button', { name: 'Очистить' }).click();
    expect(reset).toHaveBeenCalledOnce();
  });
});

describe('a banner', () => {
  it.each([true, false])(
    'says what to do and leads there; red is only what stops the work: %s',
    async (bad) => {
      const screen = await show(
        <Banner words="Счёт не оплачен" href="/lk/business/tariff" link="Оплатить" bad={bad} />,
      );
      const banner = screen.getByRole('complementary');
      await expect.poll(() => banner.element().textContent).toContain('Счёт не оплачен');
      await expect
        .element(banner.getByRole('link', { name: 'Оплатить' }))
        .toHaveAttribute('href', '/lk/business/tariff');
      expect(banner.element().getAttribute('data-bad')).toBe(bad ? 'true' : null);
    },
  );
});

describe('buttons that change place from step to step', () => {
  it('take one press of a double click', async () => {
    const onClick = vi.fn();
    const screen = await show(
      <div {...onePress}>
        <button type="button" onClick={onClick}>
          Дальше
        </button>
      </div>,
    );
    await userEvent.dblClick(screen.getByRole('button'));
    expect(onClick).toHaveBeenCalledOnce();
  });

  it.each([
    ['Enter', true, true],
    [' ', true, true],
    ['Enter', false, false],
    ['Tab', true, false],
  ])('%j held down: %s, is stopped: %s', async (key, repeat, stopped) => {
    const screen = await show(
      <div {...onePress}>
        <button type="button">Дальше</button>
      </div>,
    );
    const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true });
    screen.getByRole('button').element().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(stopped);
  });
});

it('the pages of a list are turned in the address, as a step of the history or in its place', () => {
  const change = vi.fn();
  const list = { data: { pages: 3, total: 42 }, isPlaceholderData: false };
  const { onPage, ...rest } = pagesOf(list, 2, 20, change);
  onPage(3);
  onPage(1, { replace: true });
  expect(rest).toEqual({ list, page: 2, limit: 20 });
  expect(change.mock.calls).toEqual([
    [{ page: 3 }, undefined],
    [{ page: 1 }, { replace: true }],
  ]);
});
