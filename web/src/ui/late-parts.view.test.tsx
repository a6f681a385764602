import { Suspense, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { awaiting } from '../platform/load-part.ts';
import { LateParts, WhenWhole } from './late-parts.tsx';
import { lazyPart } from './lazy-part.tsx';
import { onDemand, useOpenAtOnce } from './on-demand.tsx';
import type { OnDemandProps } from './on-demand.tsx';
import { SaveList } from './save-list.tsx';
import { SaveTable } from './save-table.tsx';
import { toasts } from './toasts.ts';
import { Window } from './window.tsx';

beforeEach(() => {
  // A page that was reloaded a moment ago is not reloaded again: here it would take the test with it, however slow it is.
  sessionStorage.setItem('reloaded_at', String(Date.now() + 3_600_000));
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  for (const { id } of toasts.shown()) toasts.close(id);
  toasts.clearErrors();
});

/** A file that comes, or fails to, when the test says so. */
function file<P>(Part: ComponentType<P>) {
  const load = vi.fn(async () => ({ default: Part }));
  return load;
}

describe('a part that comes late', () => {
  it('is asked for once, when it is first shown', async () => {
    const load = file(() => <p>Here</p>);
    const Part = lazyPart(load);
    expect(load).not.toHaveBeenCalled();
    const screen = await show(
      <Suspense>
        <Part />
      </Suspense>,
    );
    await expect.element(screen.getByText('Here')).toBeVisible();
    expect(load).toHaveBeenCalledOnce();
  });

  it('is shown without a moment of waiting when it was prepared', async () => {
    const Part = lazyPart(file(() => <p>Here</p>));
    await Part.prepare();
    const waits = vi.fn(() => null);
    const Waits = waits;
    const screen = await show(
      <Suspense fallback={<Waits />}>
        <Part />
      </Suspense>,
    );
    expect(screen.getByText('Here').query()).not.toBeNull();
    expect(waits).not.toHaveBeenCalled();
  });

  it('says that it did not come, closes, and is asked for again when it is opened again', async () => {
    const load = vi
      .fn(async () => ({ default: (_: { opened: boolean; onClose: () => void }) => <p>Here</p> }))
      .mockRejectedValueOnce(new Error('gone'));
    const Part = lazyPart(load);
    function Page() {
      const [opened, setOpened] = useState(false);
      return (
        <>
          <button type="button" aria-pressed={opened} onClick={() => setOpened(true)}>
            Open
          </button>
          <Suspense>{opened && <Part opened onClose={() => setOpened(false)} />}</Suspense>
        </>
      );
    }
    const screen = await show(<Page />);
    const button = screen.getByRole('button', { name: 'Open' });
    await button.click();
    await expect.poll(() => toasts.shown()).toHaveLength(1);
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    await button.click();
    await expect.element(screen.getByText('Here')).toBeVisible();
  });
});

describe('what stands below late parts', () => {
  it('is out of sight until they and their answers are there', async () => {
    let comePart = () => {};
    let comeAnswer = () => {};
    const coming = new Promise<void>((come) => (comeAnswer = come));
    function Part() {
      const [answer, setAnswer] = useState('Bones');
      useEffect(() => void awaiting(coming).then(() => setAnswer('Answer')), []);
      return <p>{answer}</p>;
    }
    const Late = lazyPart(
      () => new Promise<{ default: typeof Part }>((come) => (comePart = () => come({ default: Part }))),
    );
    const screen = await show(
      <>
        <LateParts>
          <Late />
        </LateParts>
        <WhenWhole>
          <button type="button">Below</button>
        </WhenWhole>
      </>,
    );
    const below = screen.getByText('Below');
    await expect.element(below).not.toBeVisible();
    comePart();
    await expect.element(screen.getByText('Bones')).toBeVisible();
    await expect.element(below).not.toBeVisible();
    comeAnswer();
    await expect.element(below).toBeVisible();
    expect(screen.getByText('Answer').query()).not.toBeNull();
  });
});

it('what waits for the whole page is in sight after five seconds with what is there', async () => {
  let come = () => {};
  void awaiting(new Promise<void>((resolve) => (come = resolve)));
  vi.useFakeTimers();
  const screen = await show(
    <WhenWhole>
      <button type="button">Below</button>
    </WhenWhole>,
  );
  const below = screen.getByText('Below');
  await vi.advanceTimersByTimeAsync(4_900);
  await expect.element(below).not.toBeVisible();
  await vi.advanceTimersByTimeAsync(200);
  await expect.element(below).toBeVisible();
  come();
  vi.useRealTimers();
});

describe('a little window on demand', () => {
  function Menu({ button }: OnDemandProps) {
    const { opened, target } = useOpenAtOnce(button);
    return (
      <>
        {target}
        {opened && <p>Menu</p>}
      </>
    );
  }

  it('asks for its file when the button has the focus, and opens with a press', async () => {
    const load = file(Menu);
    const Late = onDemand(load);
    const screen = await show(<Late button={<button type="button">More</button>} />);
    expect(load).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(load).toHaveBeenCalledOnce();
    expect(screen.container.textContent).not.toContain('Menu');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('Menu')).toBeVisible();
    expect(load).toHaveBeenCalledOnce();
  });

  it('gives the focus to the button that takes the place of the pressed one', async () => {
    const Late = onDemand(file(Menu));
    const screen = await show(<Late button={<button type="button">More</button>} />);
    const button = screen.getByRole('button', { name: 'More' });
    await button.click();
    await expect.element(screen.getByText('Menu')).toBeVisible();
    await expect.element(button).toHaveFocus();
  });
});

describe('a window', () => {
  function Page() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        <Window opened={opened} onClose={() => setOpened(false)} title="Счёт">
          <input aria-label="Номер" data-autofocus />
        </Window>
      </>
    );
  }

  it('begins at its first field, closes by a button that has a name, and gives the focus back', async () => {
    const screen = await show(<Page />);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    await screen.getByRole('button', { name: 'Open' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Счёт' })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'Номер' })).toHaveFocus();
    await screen.getByRole('button', { name: 'Закрыть' }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });
});

describe('saving a list', () => {
  /** The names under which files were handed to the user. */
  function saved() {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    return names;
  }

  it('hands over the file under its own name', async () => {
    const names = saved();
    const screen = await show(<SaveList read={async () => new File(['1'], 'acts.xlsx')} />);
    await screen.getByRole('button').click();
    await expect.poll(() => names).toEqual(['acts.xlsx']);
  });

  it('says what went wrong, and can be tried again', async () => {
    const names = saved();
    const read = vi.fn(async () => new File(['1'], 'acts.xlsx')).mockRejectedValueOnce(new Error('offline'));
    const screen = await show(<SaveList read={read} />);
    await screen.getByRole('button').click();
    await expect.poll(() => toasts.shown().filter(({ id }) => id !== 'part_missing')).toHaveLength(1);
    expect(names).toEqual([]);
    await screen.getByRole('button').click();
    await expect.poll(() => names).toEqual(['acts.xlsx']);
  });

  it('is known by another name where several stand on one page', async () => {
    const screen = await show(
      <SaveList read={async () => new File([], 'a')} label="XLSX" name="Список дохода" />,
    );
    await expect.element(screen.getByRole('button', { name: 'Список дохода' })).toHaveTextContent('XLSX');
  });

  it.each([
    ['XLSX', 'xlsx'],
    ['CSV', 'csv'],
  ])('asks for the format that was chosen: %s', async (name, format) => {
    const names = saved();
    const read = vi.fn(async (asked: string) => new File(['1'], `acts.${asked}`));
    const screen = await show(<SaveTable read={read} />);
    await screen.getByRole('button').click();
    await screen.getByRole('menuitem', { name: new RegExp(name) }).click();
    await expect.poll(() => names).toEqual([`acts.${format}`]);
  });
});
