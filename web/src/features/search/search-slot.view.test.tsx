import ru from '@kelisim/shared/texts/ru/search.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { SearchSlot } from './search-slot.tsx';

test('Ctrl K opens the palette, but not under a window', async () => {
  const screen = await show(
    <>
      <div role="dialog" aria-modal="true" aria-label="Окно" data-window />
      <SearchSlot places={[]} />
    </>,
  );
  await userEvent.keyboard('{Control>}k{/Control}');
  document.querySelector('[data-window]')?.remove();
  // Had the first one opened it, this one would shut it.
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(screen.getByRole('combobox')).toBeVisible();
  await expect.element(screen.getByRole('dialog', { name: ru.open })).toBeVisible();
});
