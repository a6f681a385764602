import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { ActServices } from './act-services.tsx';

beforeEach(() => loadTexts(['acts', 'states']));

const LINE: ActView['services'][number] = {
  id: 1,
  act_id: 1,
  category: { id: 1, name: 'Прочие услуги' },
  description: 'Доставка',
  kind: 'work',
  quantity: '2',
  unit: { id: 1, name: 'услуга' },
  rate: '1500.00',
  amount: '3000.00',
  service_date: null,
  taxed: true,
  created_at: '2026-11-01T04:00:00.000Z',
};

it('shows the unit apart from the number, with which it would have to agree', async () => {
  const screen = await show(<ActServices act={{ services: [LINE], amount: '3000.00' }} />);
  await page.viewport(1024, 768);
  await expect.element(screen.getByRole('cell', { name: '2', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'услуга', exact: true })).toBeVisible();
});
