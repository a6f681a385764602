import {
  DENSITIES,
  USUAL_LOOK,
  type ListLook,
  type ListName,
} from '@kelisim/shared/features/lists/list-look.ts';
import { ActionIcon, Button, Checkbox, Popover, SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { cloneElement } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useOpenAtOnce, type OnDemandProps } from '../../ui/on-demand.tsx';
import { useSetLook } from './change-views.data.ts';
import { orderedBy } from './ordered-by.ts';

interface Named {
  key: string;
  title: string;
}

interface LookWindowProps extends OnDemandProps {
  /** All there are, as they usually come. */
  columns: readonly Named[];
  look: ListLook;
  list: ListName;
}

export default function LookWindow({ button, columns, look, list }: LookWindowProps) {
  const t = useTexts('lists');
  const { opened, setOpened, target } = useOpenAtOnce(button);
  const onChange = useSetLook(list);
  const shown = orderedBy(look.columns, columns).slice(1);
  const hidden = columns.slice(1).filter((column) => !shown.includes(column));
  const show = (chosen: readonly Named[]) => onChange({ ...look, columns: chosen.map(({ key }) => key) });
  const moveDown = (at: number) =>
    show([...shown.slice(0, at), ...shown.slice(at, at + 2).reverse(), ...shown.slice(at + 2)]);
  return (
    <Popover opened={opened} onChange={setOpened} position="top-end" trapFocus returnFocus>
      <Popover.Target>
        {cloneElement(target, { 'aria-expanded': opened, onClick: () => setOpened(!opened) })}
      </Popover.Target>
      <Popover.Dropdown>
        <div className="k-stack k-gap-12">
          <SegmentedControl
            fullWidth
            aria-label={t('look.density')}
            data={DENSITIES.map((value) => ({ value, label: t(`look.${value}`) }))}
            value={look.density}
            onChange={(density) => onChange({ ...look, density: density as ListLook['density'] })}
          />
          <fieldset className="k-stack k-gap-4 k-flat k-group">
            <legend className="k-second k-small">{t('look.columns')}</legend>
            {shown.map((column, at) => (
              <span key={column.key} className="k-split k-middle">
                <Checkbox
                  label={column.title}
                  checked
                  // The last one stays: an empty choice means all.
                  disabled={shown.length === 1}
                  onChange={() => show(shown.filter((one) => one !== column))}
                />
                <span className="k-inline">
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('look.up', { name: column.title })}
                    disabled={at === 0}
                    onClick={() => moveDown(at - 1)}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('look.down', { name: column.title })}
                    disabled={at === shown.length - 1}
                    onClick={() => moveDown(at)}
                  >
                    <IconArrowDown size={16} aria-hidden />
                  </ActionIcon>
                </span>
              </span>
            ))}
            {hidden.map((column) => (
              <Checkbox
                key={column.key}
                label={column.title}
                checked={false}
                onChange={() => show([...shown, column])}
              />
            ))}
          </fieldset>
          <Button variant="subtle" onClick={() => onChange(USUAL_LOOK)}>
            {t('look.usual')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
