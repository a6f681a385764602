import type { AuditRow } from '@kelisim/shared/features/administration/administration.contract.ts';
import { SIGN_IN_MEANS } from '@kelisim/shared/features/auth/security-events.ts';
import { ACT_MANY_DEEDS } from '@kelisim/shared/features/acts/act-status.ts';
import { OTHER_RUNS } from '@kelisim/shared/features/jobs/run-kinds.ts';
import { WATCHED_JOBS } from '@kelisim/shared/features/jobs/watched-jobs.ts';
import { CORRECTABLE_STAGES } from '@kelisim/shared/features/registration/registration-stage.ts';
import { SELLER_FIELDS } from '@kelisim/shared/features/tariff/seller-fields.ts';
import { TAX_FIGURES } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { TAX_QUESTIONS } from '@kelisim/shared/features/taxes/tax-decisions.ts';
import { EMPLOYEE_RIGHTS, PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useRunName } from '../jobs/public.ts';

const CHANGES = ['start', 'switch', 'planned', 'raise', 'lower', 'same'] as const;
/** Said with another one, or by the event itself. */
const SILENT = ['kind', 'message', 'until', 'api_key_id'];

const KEY_FAULTS = ['revoked', 'expired', 'maker', 'address'] as const;

/** What is said after everything else; what is not here comes before. */
const LAST = ['bills', 'date', 'times', 'reason'];

const oneOf = <const V extends string>(of: readonly V[], value: unknown): V | undefined =>
  of.find((one) => one === value);

/** What an event of the log was about, in words: each thing that was written down with it. */
export function useAuditDetail(): (row: Pick<AuditRow, 'detail'>) => string {
  const t = useTexts('admin');
  const security = useTexts('security');
  const notices = useTexts('notices');
  const runName = useRunName();
  const employees = useTexts('employees');
  const taxes = useTexts('taxes');
  const decisions = useTexts('tax-decisions');
  const f = useFormats();
  const rights = (value: string) =>
    value
      .split(' ')
      .map((right) => {
        const own = oneOf(PLATFORM_RIGHTS, right);
        if (own) return t(`administrators.right.${own}`);
        const employee = oneOf(EMPLOYEE_RIGHTS, right);
        return employee ? employees(`rights.${employee}`) : right;
      })
      .join(', ');
  const word = (key: string, value: string): string => {
    const [means, run, step, role, channel, decision, change] = [
      oneOf(SIGN_IN_MEANS, value),
      oneOf([...ACT_MANY_DEEDS.map((deed) => `acts.${deed}` as const), ...OTHER_RUNS], value),
      oneOf(CORRECTABLE_STAGES, value),
      oneOf(['business', 'executor'], value),
      oneOf(['sms', 'email'], value),
      oneOf(['uphold', 'reject'], value),
      oneOf(CHANGES, value),
    ];
    if (key === 'means' && means) return security(`means.${means}`);
    if (key === 'run_kind' && run) return runName(run);
    const job = key === 'job' && oneOf(WATCHED_JOBS, value);
    if (job) return t(`jobs.watched.${job}`);
    if (key === 'step' && step) return t('audit.detail.step', { value: t(`verification.steps.${step}`) });
    if (key === 'role' && role) return t(`verification.${role}`);
    if (key === 'channel' && channel) return t(`outbox.channel.${channel}`);
    if (key === 'decision' && decision) return t(`disputes.${decision}`);
    if (key === 'change' && change) return t(`audit.detail.change.${change}`);
    if (key === 'rights')
      return value ? t('audit.detail.rights', { value: rights(value) }) : t('audit.detail.no_rights');
    if (key === 'oked') return taxes('activities.named', { value });
    if (key === 'date') return t('audit.detail.date', { value: f.date(value) });
    if (key === 'partner' && value === '–') return t('audit.detail.no_partner');
    const seller = SELLER_FIELDS.find((one) => key === `seller_${one}`);
    if (seller) return `${t(`audit.detail.seller.${seller}`)}: ${value}`;
    const figure = TAX_FIGURES.find((one) => key === `tax_${one}`);
    if (figure) return `${taxes(`figure.${figure}`)}: ${value}`;
    const question = oneOf(TAX_QUESTIONS, value);
    if (key === 'tax_question' && question) return decisions(`name.${question}`);
    if (key === 'api_key') return security('log.key', { key: value });
    const fault = oneOf(KEY_FAULTS, value);
    if (key === 'fault' && fault) return notices(`what.key_faults.${fault}`);
    const said = oneOf(SAID, key);
    if (said) return t(`audit.detail.${said}`, { value });
    return key.endsWith('_id') ? t('audit.detail.record', { value }) : `${key}: ${value}`;
  };
  return ({ detail }) => {
    const said = Object.entries(detail)
      .filter(([key, value]) => !SILENT.includes(key) && value !== false)
      .sort(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other));
    const until = detail['until'];
    return said
      .map(([key, value]) => {
        if (key === 'is_new_device') return security('log.new_device');
        if (key === 'from' && until) return f.period(String(value), String(until));
        return word(key, String(value));
      })
      .join(' · ');
  };
}

const SAID = [
  'ended',
  'partner',
  'matched',
  'unmatched',
  'set_aside',
  'brought_back',
  'bills',
  'paid',
  'cancelled',
  'reason',
  'bin',
  'version',
  'message_id',
  'run_id',
  'consultation_id',
  'limit',
  'act_id',
  'document_id',
  'tax_choice',
  'call',
  'times',
] as const;
