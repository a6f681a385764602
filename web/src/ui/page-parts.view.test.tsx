import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { AppLink, NavigationContext, useIsHere } from './app-link.tsx';
import { PageHeader } from './page-header.tsx';
import { matchingParties, PartyPicker } from './party-picker.tsx';
import { PlainButton, PlainButtonLink } from './plain-button.tsx';
import { RowMenu } from './row-menu.tsx';

const navigation = () => ({
  go: vi.fn(),
  preload: vi.fn(),
  path: () => '/lk/business/acts/7',
  subscribe: () => () => undefined,
});

describe('a link of ours', () => {
  const link = async (props: { replace?: boolean; target?: string } = {}) => {
    const way = navigation();
    const screen = await show(
      <NavigationContext value={way}>
        <AppLink href="/lk/business/payments" {...props}>
          Платежи
        </AppLink>
      </NavigationContext>,
    );
    const element = screen.getByRole('link', { name: 'Платежи' }).element();
    // What is left to the browser must not take the test with it.
    element.parentElement!.addEventListener('click', (event) => event.preventDefault());
    return { way, element };
  };
  const press = (element: Element, keys: MouseEventInit = {}) =>
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));

  it('goes through the router', async () => {
    const { way, element } = await link();
    press(element);
    expect(way.go).toHaveBeenCalledWith('/lk/business/payments', { replace: undefined });
  });

  it('takes the place of this page where it is told to', async () => {
    const { way, element } = await link({ replace: true });
    press(element);
    expect(way.go).toHaveBeenCalledWith('/lk/business/payments', { replace: true });
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'leaves a press with %o to the browser',
    async (keys) => {
      const { way, element } = await link();
      press(element, keys);
      expect(way.go).not.toHaveBeenCalled();
    },
  );

  it('leaves another tab to the browser', async () => {
    const { way, element } = await link({ target: '_blank' });
    press(element);
    expect(way.go).not.toHaveBeenCalled();
  });

  it('gets its page ready when the keyboard reaches it', async () => {
    const { way } = await link();
    await userEvent.tab();
    expect(way.preload).toHaveBeenCalledWith('/lk/business/payments');
  });

  it.each([
    ['/lk/business/acts', false, true],
    ['/lk/business/acts', true, false],
    ['/lk/business/acts/7', true, true],
    ['/lk/business/act', false, false],
    ['/lk/business/acts/77', false, false],
  ])('%s (exact: %s) is here: %s', async (href, exact, is) => {
    function Here() {
      return <p>{useIsHere(href, exact) ? 'здесь' : 'не здесь'}</p>;
    }
    const screen = await show(
      <NavigationContext value={navigation()}>
        <Here />
      </NavigationContext>,
    );
    await expect.element(screen.getByText(is ? /^здесь$/ : /^не здесь$/)).toBeVisible();
  });
});

describe('the head of a page', () => {
  it('gives the tab its name', async () => {
    await show(<PageHeader title="Акты" />);
    expect(document.title).toBe('Акты · Kelisim');
  });

  it.each([
    [1_234, true, 'Акты1 234'],
    [10_000, false, 'Акты10 000+'],
    [0, true, 'Акты0'],
    [undefined, true, 'Акты'],
  ])('counts %s (exact: %s)', async (count, countIsExact, words) => {
    const screen = await show(
      <PageHeader title="Акты" {...(count !== undefined && { count })} countIsExact={countIsExact} />,
    );
    const heading = screen.getByRole('heading', { level: 1 }).element();
    expect(heading.textContent.replace(/\s/g, ' ')).toBe(words);
  });

  it('leads up', async () => {
    const screen = await show(<PageHeader title="Акт 7" back={{ href: '/acts', label: 'Акты' }} />);
    await expect.element(screen.getByRole('link', { name: 'Акты' })).toHaveAttribute('href', '/acts');
  });

  it('fits a phone with a long Kazakh title and two buttons', async () => {
    await page.viewport(360, 640);
    const actions = ['Жаңа акт құру', 'Тізімнен жүктеу'].map((label) => (
      <PlainButton key={label}>{label}</PlainButton>
    ));
    await show(<PageHeader title="Жеткізушілермен салыстыру актілері" actions={actions} />);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

describe('a plain button', () => {
  it('does what it says by mouse and by keyboard', async () => {
    const onClick = vi.fn();
    const screen = await show(<PlainButton onClick={onClick}>Подписать</PlainButton>);
    await screen.getByRole('button').click();
    await userEvent.keyboard('{Enter}');
    expect(onClick).toHaveBeenCalledTimes(2);
  });

  it('does nothing again while it runs, says so, and keeps the focus', async () => {
    const onClick = vi.fn();
    const screen = await show(
      <PlainButton loading onClick={onClick}>
        Подписать
      </PlainButton>,
    );
    const button = screen.getByRole('button', { name: 'Подписать' });
    (button.element() as HTMLButtonElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    await expect.element(button).toHaveFocus();
  });

  it('sends no form unless it is told to', async () => {
    const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const screen = await show(
      <form onSubmit={sent}>
        <PlainButton>Показать</PlainButton>
        <PlainButton type="submit">Проверить</PlainButton>
      </form>,
    );
    await screen.getByRole('button', { name: 'Показать' }).click();
    expect(sent).not.toHaveBeenCalled();
    await screen.getByRole('button', { name: 'Проверить' }).click();
    expect(sent).toHaveBeenCalledOnce();
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('that is a link loads the app again: %s', async (anew, through) => {
    const way = navigation();
    const screen = await show(
      <NavigationContext value={way}>
        <PlainButtonLink href="/lk" anew={anew}>
          На главную
        </PlainButtonLink>
      </NavigationContext>,
    );
    const link = screen.getByRole('link', { name: 'На главную' }).element();
    link.parentElement!.addEventListener('click', (event) => event.preventDefault());
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(way.go).toHaveBeenCalledTimes(through);
  });
});

describe('the menu of a row', () => {
  const deeds = () => [
    { label: 'Скачать', onClick: vi.fn() },
    { label: 'Аннулировать', tone: 'bad' as const, onClick: vi.fn() },
  ];

  it('is nothing where nothing can be done', async () => {
    const screen = await show(<RowMenu label="Действия" deeds={[]} />);
    expect(screen.getByRole('button').elements()).toHaveLength(0);
  });

  it('opens by the keyboard, walks by arrows and does one deed', async () => {
    const [download, annul] = deeds();
    const screen = await show(<RowMenu label="Действия с актом 7" deeds={[download!, annul!]} />);
    const button = screen.getByRole('button', { name: 'Действия с актом 7' });
    (button.element() as HTMLButtonElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('menuitem', { name: 'Скачать' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('menuitem', { name: 'Скачать' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('menuitem', { name: 'Аннулировать' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => annul!.onClick.mock.calls.length).toBe(1);
    expect(download!.onClick).not.toHaveBeenCalled();
  });

  it('closes by Escape without a deed and gives the focus back', async () => {
    const [one] = deeds();
    const screen = await show(<RowMenu label="Действия" deeds={[one!]} />);
    const button = screen.getByRole('button', { name: 'Действия' });
    await button.click();
    await expect.element(screen.getByRole('menuitem')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => screen.getByRole('menuitem').elements().length).toBe(0);
    await expect.element(button).toHaveFocus();
    expect(one!.onClick).not.toHaveBeenCalled();
  });
});

describe('one of many companies', () => {
  const parties = [
    { id: 1, name: 'ТОО «Жетісу Софт»', bin: '210540034567' },
    { id: 2, name: 'ИП Серік Софт', bin: '950312400187' },
    { id: 3, name: 'АО «Дала»', bin: '180340000018' },
  ];

  it.each([
    ['', [1, 2, 3]],
    ['софт', [1, 2]],
    ['СОФТ жетісу', [1]],
    ['  софт   серік ', [2]],
    ['1803', [3]],
    ['0340', []],
    ['дала софт', []],
  ])('«%s» finds %j', (text, ids) => {
    expect(matchingParties(parties, text).map(({ id }) => id)).toEqual(ids);
  });

  it('takes the first that is found by Enter', async () => {
    const onPick = vi.fn();
    const screen = await show(<PartyPicker parties={parties} chosen={null} onPick={onPick} />);
    await screen.getByRole('textbox').fill('дала');
    await userEvent.keyboard('{Enter}');
    expect(onPick.mock.calls).toEqual([[3]]);
  });

  it('takes nothing by Enter where nothing is found', async () => {
    const onPick = vi.fn();
    const screen = await show(<PartyPicker parties={parties} chosen={null} onPick={onPick} />);
    await screen.getByRole('textbox').fill('нет такой');
    await userEvent.keyboard('{Enter}');
    expect(onPick).not.toHaveBeenCalled();
    expect(screen.getByRole('button').elements()).toHaveLength(0);
  });

  it('says which is chosen', async () => {
    const screen = await show(<PartyPicker parties={parties} chosen={2} onPick={vi.fn()} />);
    await expect
      .poll(() => screen.getByRole('button', { pressed: true }).element().textContent)
      .toContain('ИП Серік Софт');
  });
});
