import { EMPLOYEE_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import ru from '@kelisim/shared/texts/ru/employees.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { Kept, show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { RightsBoxes } from './rights-boxes.tsx';

beforeEach(() => loadTexts(['employees']));

it.each(EMPLOYEE_RIGHTS)('gives and takes %s alone, with words for what it means', async (right) => {
  const heard = vi.fn();
  const others = EMPLOYEE_RIGHTS.filter((one) => one !== right);
  const screen = await show(
    <Kept value={others} heard={heard}>
      {(rights, onChange) => <RightsBoxes rights={rights} onChange={onChange} />}
    </Kept>,
  );
  const box = screen.getByRole('checkbox', { name: ru.rights[right], exact: true });
  await expect.element(box).not.toBeChecked();
  await expect.element(box).toHaveAccessibleDescription(ru.rights[`${right}_hint`]);
  await box.click();
  await box.click();
  await expect.element(box).not.toBeChecked();
  expect(heard.mock.calls).toEqual([[[...EMPLOYEE_RIGHTS]], [others]]);
});
