import { EMPLOYEE_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { Checkbox } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import css from './employees.module.css';

interface RightsBoxesProps {
  rights: readonly EmployeeRight[];
  onChange: (rights: EmployeeRight[]) => void;
}

/** Each right as a box with plain words and what exactly it means. */
export function RightsBoxes({ rights, onChange }: RightsBoxesProps) {
  const t = useTexts('employees');
  return (
    <fieldset className={`k-stack k-gap-12 k-flat k-group ${css.rights}`}>
      <legend>{t('rights.legend')}</legend>
      {EMPLOYEE_RIGHTS.map((right) => (
        <Checkbox
          key={right}
          label={t(`rights.${right}`)}
          description={t(`rights.${right}_hint`)}
          checked={rights.includes(right)}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            onChange(EMPLOYEE_RIGHTS.filter((one) => (one === right ? checked : rights.includes(one))));
          }}
        />
      ))}
    </fieldset>
  );
}
