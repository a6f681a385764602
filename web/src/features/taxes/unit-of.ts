import type { TaxFigure } from '@kelisim/shared/features/taxes/tax-figures.ts';
import type { T } from '../../platform/i18n.ts';

/** What a number of the figure counts. */
export function unitOf(t: T<'taxes'>, figure: TaxFigure): string {
  if (figure.endsWith('_percent')) return '%';
  if (figure.endsWith('_mzp')) return t('unit.mzp');
  if (figure.endsWith('_day')) return t('unit.day');
  if (figure.endsWith('_days')) return t('unit.days');
  return figure.endsWith('_mrp') ? t('unit.mrp') : '₸';
}
