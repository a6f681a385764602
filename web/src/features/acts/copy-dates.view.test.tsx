import ru from '@kelisim/shared/texts/ru/acts.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { actWith } from '../../../test/act.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { CopiedDates, CopyDates, useCopyDates } from './copy-dates.tsx';
import { monthsAround } from './months.ts';

beforeEach(() => loadTexts(['acts']));

const ofPaper = (date: string) => `${date.slice(8)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;

async function copy(start_date: string, end_date: string) {
  const act = actWith('paid', { start_date, end_date });
  function Dates() {
    const dates = useCopyDates(act);
    return (
      <>
        <CopyDates dates={dates} />
        <CopiedDates act={act} dates={dates} />
      </>
    );
  }
  await show(<Dates />);
}

const { current, previous } = monthsAround();
const start = page.getByRole('textbox', { name: ru.form.start });
const end = page.getByRole('textbox', { name: ru.form.end });
const same = page.getByText(ru.copy.same_days);

it('proposes the month after that of the act, and says what stands in the act', async () => {
  const before = monthsAround(addDays(previous.from, -1)).current;
  await copy(before.from, before.to);
  await expect.element(start).toHaveValue(ofPaper(previous.from));
  await expect.element(end).toHaveValue(ofPaper(previous.to));
  await expect.element(page.getByText(/Период исходного акта: /)).toBeVisible();
  await expect.element(same).not.toBeInTheDocument();
});

it('says that the days are those of the act, where its month is not over, until others are typed', async () => {
  await copy(current.from, current.to);
  await expect.element(end).toHaveValue(ofPaper(almatyDate(new Date())));
  await expect.element(same).toBeVisible();
  await start.fill(ofPaper(previous.from));
  await end.fill(ofPaper(previous.to));
  await expect.element(same).not.toBeInTheDocument();
});
