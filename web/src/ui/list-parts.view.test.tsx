import { describe, expect, it, vi } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { ApiError } from '../platform/api-error.ts';
import { Kept, show } from '../../test/show.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CopyButton } from './copy-button.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { FilterChips } from './filter-chips.tsx';
import { ChoiceEditor, PeriodEditor, SumEditor } from './filter-editors.tsx';
import { JobProgress, type JobProgressProps } from './job-progress.tsx';
import { Money } from './money.tsx';
import { SearchField } from './search-field.tsx';
import { StatusDot, type Tone } from './status-dot.tsx';
import { ViewTabs } from './view-tabs.tsx';

describe('the bar of what is selected', () => {
  const text = '3 акта · 12 000 ₸';

  it('says aloud how many there are', async () => {
    const screen = await show(<BulkBar text={text} actions={[]} onClear={vi.fn()} />);
    await expect.poll(() => screen.getByRole('status').element().textContent).toMatch(text);
  });

  it('does what is pressed, and nothing while that runs', async () => {
    const [pay, sign] = [vi.fn(), vi.fn()];
    const actions = [
      { label: 'Оплатить', onClick: pay, primary: true },
      { label: 'Подписать', onClick: sign, loading: true },
    ];
    const screen = await show(<BulkBar text={text} actions={actions} onClear={vi.fn()} />);
    await screen.getByRole('button', { name: 'Оплатить' }).click();
    await expect.element(screen.getByRole('button', { name: 'Подписать' })).toBeDisabled();
    expect([pay.mock.calls.length, sign.mock.calls.length]).toEqual([1, 0]);
  });

  it('takes all of the filter and keeps the keyboard in the bar', async () => {
    const onClick = vi.fn();
    const screen = await show(
      <BulkBar text={text} actions={[]} all={{ label: 'Все 4 120', onClick }} onClear={vi.fn()} />,
    );
    await screen.getByRole('button', { name: 'Все 4 120' }).click();
    expect(onClick).toHaveBeenCalledOnce();
    await expect.element(screen.getByRole('region')).toHaveFocus();
  });

  it('is left by its cross', async () => {
    const onClear = vi.fn();
    const screen = await show(<BulkBar text={text} actions={[]} onClear={onClear} />);
    await screen.getByRole('button', { name: 'Снять выбор' }).click();
    expect(onClear).toHaveBeenCalledOnce();
  });

  it('fits a phone', async () => {
    await page.viewport(360, 640);
    const actions = ['Оплатить', 'Подписать', 'Скачать архивом'].map((label) => ({
      label,
      onClick: vi.fn(),
    }));
    await show(<BulkBar text={text} actions={actions} onClear={vi.fn()} />);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

describe('filters', () => {
  const chips = (chosen: string | null, rest: object = {}) =>
    show(
      <FilterChips
        onReset={vi.fn()}
        chips={[
          { key: 'mine', label: 'Ждут меня', on: false, onToggle: vi.fn() },
          { key: 'state', label: 'Статус', chosen, onClear: vi.fn(), editor: () => 'редактор', ...rest },
        ]}
      />,
    );

  it('show what is chosen in words', async () => {
    const screen = await chips('Подписан');
    await expect.element(screen.getByRole('button', { name: 'Статус: Подписан' })).toBeVisible();
  });

  it('a toggle tells whether it is on, and what was asked', async () => {
    const onToggle = vi.fn();
    const screen = await show(
      <FilterChips onReset={vi.fn()} chips={[{ key: 'm', label: 'Ждут меня', on: true, onToggle }]} />,
    );
    const chip = screen.getByRole('button', { name: 'Ждут меня' });
    await expect.element(chip).toHaveAttribute('aria-pressed', 'true');
    await chip.click();
    expect(onToggle.mock.calls).toEqual([[false]]);
  });

  it('open their window by a press, and Escape gives the focus back', async () => {
    const screen = await chips(null);
    const button = screen.getByRole('button', { name: 'Статус' });
    await button.click();
    await expect.element(page.getByText('редактор')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('редактор')).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });

  it('one is taken back alone', async () => {
    const onClear = vi.fn();
    const screen = await chips('Подписан', { onClear });
    await screen.getByRole('button', { name: 'Убрать фильтр: Статус' }).click();
    expect(onClear).toHaveBeenCalledOnce();
  });

  it('offer to be reset only when there is something to reset', async () => {
    const none = await chips(null);
    expect(none.getByRole('button', { name: 'Сбросить' }).elements()).toHaveLength(0);
    await none.unmount();
    const some = await chips('Подписан');
    await expect.element(some.getByRole('button', { name: 'Сбросить' })).toBeVisible();
  });

  it('a choice of several changes at every tick', async () => {
    const heard = vi.fn();
    const options = ['sent', 'signed'].map((value) => ({ value, label: value }));
    const screen = await show(
      <Kept value={['sent']} heard={heard}>
        {(chosen, onChange) => <ChoiceEditor options={options} chosen={chosen} onChange={onChange} />}
      </Kept>,
    );
    await screen.getByRole('checkbox', { name: 'signed' }).click();
    expect(heard.mock.lastCall).toEqual([['sent', 'signed']]);
    await screen.getByRole('checkbox', { name: 'sent' }).click();
    expect(heard.mock.lastCall).toEqual([['signed']]);
  });

  it('a period is taken with Enter, with one side open too', async () => {
    const onApply = vi.fn();
    const screen = await show(<PeriodEditor from="" to="" onApply={onApply} />);
    await screen.getByRole('textbox', { name: 'От' }).fill('01.10.2026');
    await userEvent.keyboard('{Enter}');
    expect(onApply.mock.calls).toEqual([['2026-10-01', '']]);
  });

  it('a ready period is taken at once', async () => {
    const onApply = vi.fn();
    const presets = [{ label: 'Этот месяц', from: '2026-11-01', to: '2026-11-30' }];
    const screen = await show(<PeriodEditor from="" to="" onApply={onApply} presets={presets} />);
    await screen.getByRole('button', { name: 'Этот месяц' }).click();
    expect(onApply.mock.calls).toEqual([['2026-11-01', '2026-11-30']]);
  });

  it('sums are told as decimals of the wire', async () => {
    const onApply = vi.fn();
    const screen = await show(<SumEditor from="" to="" onApply={onApply} />);
    await screen.getByRole('textbox', { name: 'До' }).fill('1 000,50');
    await screen.getByRole('button', { name: 'Применить' }).click();
    expect(onApply.mock.calls).toEqual([['', '1000.50']]);
  });
});

describe('looking for words', () => {
  it('asks once, after the typing stops, without the blanks around', async () => {
    const onSearch = vi.fn();
    const screen = await show(<SearchField label="Поиск" placeholder="" value="" onSearch={onSearch} />);
    // Without a pause, which on a slow machine would be a stop.
    screen.getByRole('searchbox', { name: 'Поиск' }).element().focus();
    for (const text of [' ку', 'рьер ']) document.execCommand('insertText', false, text);
    await expect.poll(() => onSearch.mock.calls).toEqual([['курьер']]);
  });

  it('follows the address bar', async () => {
    const screen = await show(<SearchField label="Поиск" placeholder="" value="акт" onSearch={vi.fn()} />);
    await expect.element(screen.getByRole('searchbox')).toHaveValue('акт');
  });

  it('drops characters that nobody sees', async () => {
    const onSearch = vi.fn();
    const screen = await show(<SearchField label="Поиск" placeholder="" value="" onSearch={onSearch} />);
    await screen.getByRole('searchbox').fill('ак\u200Bт');
    await expect.poll(() => onSearch.mock.calls).toEqual([['акт']]);
  });
});

describe('a run', () => {
  const run = (props: Partial<JobProgressProps> = {}) =>
    show(<JobProgress title="Оплата" state="running" total={1_200} done={300} failed={0} {...props} />);

  it('says how far it has come, and that the page may be closed', async () => {
    const screen = await run();
    await expect.poll(() => screen.getByRole('status').element().textContent).toMatch(/Готово 300 из 1\s200/);
    await expect.element(screen.getByText(/Страницу можно закрыть/)).toBeVisible();
    await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  });

  it.each([
    [{ state: 'done', done: 1_200 }, 'Всё готово'],
    [{ state: 'done', done: 1_200, failed: 2 }, 'Закончено с ошибками'],
    [{ state: 'failed' }, /из-за ошибки на нашей стороне/],
    [{ state: 'done', done: 1_200, pending: 5 }, /Подписи приняты/],
    [{ state: 'stopped' }, /осталось: 900/],
    [{ isQueued: true }, /В очереди/],
    [{ waits_for: 'database' }, /База данных перегружена/],
    [{ waits_for: 'files' }, /Хранилище файлов не отвечает/],
  ] as [Partial<JobProgressProps>, string | RegExp][])('%o has its own words', async (props, words) => {
    const screen = await run(props);
    await expect.element(screen.getByText(words)).toBeVisible();
  });

  it.each([
    [1, '1 ошибка'],
    [3, '3 ошибки'],
    [11, '11 ошибок'],
  ])('counts %i as «%s»', async (failed, words) => {
    const screen = await run({ failed });
    await expect.poll(() => screen.getByRole('status').element().textContent).toMatch(words);
  });

  it('is full when there was nothing to do', async () => {
    const screen = await run({ state: 'done', total: 0, done: 0 });
    await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  });

  it('is stopped while it runs, once', async () => {
    const onStop = vi.fn(() => new Promise<void>(() => undefined));
    const screen = await run({ onStop });
    await screen.getByRole('button', { name: 'Остановить' }).click();
    await userEvent.keyboard('{Enter}');
    expect(onStop).toHaveBeenCalledOnce();
  });

  it('goes on with what was left', async () => {
    const onGoOn = vi.fn();
    const screen = await run({ state: 'stopped', onGoOn, onStop: vi.fn() });
    expect(screen.getByRole('button', { name: 'Остановить' }).elements()).toHaveLength(0);
    await screen.getByRole('button', { name: 'Продолжить с оставшимися' }).click();
    expect(onGoOn).toHaveBeenCalledOnce();
  });

  it('offers another try only of what failed, and only at the end', async () => {
    const onRetryFailed = vi.fn();
    const before = await run({ failed: 2, onRetryFailed });
    expect(before.getByRole('button', { name: 'Повторить с ошибками' }).elements()).toHaveLength(0);
    await before.unmount();
    const after = await run({ state: 'done', failed: 2, onRetryFailed });
    await after.getByRole('button', { name: 'Повторить с ошибками' }).click();
    expect(onRetryFailed).toHaveBeenCalledOnce();
  });

  it('tells what became of each row', async () => {
    const rows = [
      { key: 1, label: 'Акт 1', status: 'ok' as const, href: '/acts/1' },
      { key: 2, label: 'Акт 2', status: 'failed' as const, message: 'Нет счёта' },
      { key: 3, label: 'Акт 3', status: 'pending_proof' as const },
    ];
    const screen = await run({ rows });
    const items = screen.getByRole('listitem');
    await expect.poll(() => items.nth(0).element().textContent).toMatch('Готово');
    await expect.poll(() => items.nth(1).element().textContent).toMatch('Нет счётаОшибка');
    await expect.poll(() => items.nth(2).element().textContent).toMatch('Ждём подтверждения НУЦ');
    await expect.element(screen.getByRole('link', { name: 'Акт 1' })).toHaveAttribute('href', '/acts/1');
  });
});

describe('small parts', () => {
  it.each([
    ['1234567.80', false, '1 234 567,80 ₸'],
    ['1234567.00', true, '1 234 567 ₸'],
    ['1234567.80', true, '1 234 567,80 ₸'],
    [null, false, '—'],
  ])('a sum %s (short: %s) is «%s» and never breaks', async (amount, short, words) => {
    const screen = await show(<Money amount={amount} short={short} />);
    const element = screen.container.querySelector('span')!;
    expect(element.textContent.replace(/\s/g, ' ')).toBe(words);
    expect(getComputedStyle(element).whiteSpace).toBe('nowrap');
  });

  it.each([
    'quiet',
    'accent',
    'attention',
    'half',
    'good-ring',
    'moving',
    'good',
    'bad-ring',
    'bad',
  ] as Tone[])('the sign of «%s» stands beside its word and is hidden from screen readers', async (tone) => {
    const screen = await show(<StatusDot tone={tone} label="Состояние" />);
    await expect.element(screen.getByText('Состояние')).toBeVisible();
    expect(screen.container.querySelector(`[data-tone=${tone}]`)?.getAttribute('aria-hidden')).toBe('true');
  });

  it('tabs are links, and the current one is named', async () => {
    const tabs = [
      { key: 'all', label: 'Все', href: '/acts' },
      { key: 'mine', label: 'Ждут меня', href: '/acts?mine', count: 1_234 },
    ];
    const screen = await show(<ViewTabs label="Виды" tabs={tabs} current="mine" />);
    await expect
      .element(screen.getByRole('link', { name: /Ждут меня/ }))
      .toHaveAttribute('aria-current', 'page');
    await expect.element(screen.getByRole('link', { name: 'Все' })).not.toHaveAttribute('aria-current');
    await expect.element(screen.getByText(/1\s234/)).toBeVisible();
  });

  it("in a person's own colours all of what is pressed is seen on its ground", async () => {
    await commands.forceColours('active');
    try {
      const screen = await show(
        <button type="button" aria-pressed>
          Альфа
          <span className="k-second" style={{ background: 'rgb(250, 240, 200)' }}>
            БИН
          </span>
        </button>,
      );
      const look = (of: Locator) => getComputedStyle(of.element());
      const inside = look(screen.getByText('БИН'));
      expect(inside.color).toBe(look(screen.getByRole('button')).color);
      expect(inside.backgroundColor).toBe('rgba(0, 0, 0, 0)');
    } finally {
      await commands.forceColours(null);
    }
  });

  it('on a phone the current tab is in sight', async () => {
    await page.viewport(360, 640);
    const tabs = Array.from({ length: 9 }, (_tab, at) => ({
      key: `${at}`,
      label: `Вид номер ${at}`,
      href: `/${at}`,
    }));
    const screen = await show(<ViewTabs label="Виды" tabs={tabs} current="8" />);
    const last = screen.getByRole('link', { name: 'Вид номер 8' }).element();
    await expect.poll(() => last.getBoundingClientRect().right).toBeLessThanOrEqual(360);
  });

  it('an error tells its request, so that support can find it', async () => {
    const error = new ApiError(500, 'internal', 'Сбой', { request_id: 'req-17' });
    const screen = await show(<ErrorState error={error} />);
    await expect.element(screen.getByText('Номер обращения: req-17')).toBeVisible();
    expect(screen.getByRole('button').elements()).toHaveLength(0);
  });

  it.each([
    ['link', { label: 'Создать', href: '/new' }],
    ['button', { label: 'Создать', onClick: () => undefined }],
  ] as const)('an empty place offers its first step as a %s', async (role, action) => {
    const screen = await show(<EmptyState title="Пока пусто" action={action} />);
    await expect.element(screen.getByRole(role, { name: 'Создать' })).toBeVisible();
  });

  it('an empty place names its next deed, or why there is none', async () => {
    // @ts-expect-error -- refused without an action, a way of its own or the reason
    const bare = <EmptyState title="Пока пусто" />;
    // @ts-expect-error -- an action that may be absent needs the reason too
    const perhaps = <EmptyState title="Пока пусто" action={undefined} />;
    const calm = <EmptyState title="Всё разобрано" noAction="done" />;
    const screen = await show(
      <>
        {[bare, perhaps, calm].map((one, at) => (
          <div key={at}>{one}</div>
        ))}
      </>,
    );
    await expect.element(screen.getByText('Всё разобрано')).toBeVisible();
  });

  it('copies the raw text and says so', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const screen = await show(<CopyButton text="KZ86125KZT5004100100" name="ИИК" />);
    await screen.getByRole('button', { name: 'Скопировать: ИИК' }).click();
    await expect.poll(() => screen.getByRole('status').element().textContent).toMatch('Скопировано');
    expect(writeText).toHaveBeenCalledWith('KZ86125KZT5004100100');
    writeText.mockRestore();
  });
});
