import { Popover } from '@mantine/core';
import { cloneElement, Suspense } from 'react';
import type { ReactNode } from 'react';
import css from './filter-chips.module.css';
import { loadFilterForms } from './filter-editors.tsx';
import { useOpenAtOnce } from './on-demand.tsx';
import type { OnDemandProps } from './on-demand.tsx';

/** The little window in which a filter is chosen. */
export default function FilterWindow({
  button,
  editor,
}: OnDemandProps & { editor: (close: () => void) => ReactNode }) {
  const { opened, setOpened, target } = useOpenAtOnce(button, loadFilterForms);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        {cloneElement(target, { 'aria-expanded': opened, onClick: () => setOpened(!opened) })}
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.editor}>
          <Suspense>{editor(() => setOpened(false))}</Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
