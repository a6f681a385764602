import { Alert, Button, Radio } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import { daysToWarnOf, keyFault, maskIin } from './key-choice.ts';
import css from './signing.module.css';
import type { KeyCard } from './signing-messages.ts';

interface KeyChoiceProps {
  keys: readonly KeyCard[];
  chosen: KeyCard;
  onChoose: (key: KeyCard) => void;
  /** For whom it must sign: a company by its БИН, a person by their ИИН. */
  company: { name: string; bin: string } | null;
  onAnother: () => void;
  /** One below what stands above it. */
  heading?: 'h2' | 'h3';
}

/** The certificate before anything is signed with it; of several keys, which. */
export function KeyChoice({
  keys,
  chosen,
  onChoose,
  company,
  onAnother,
  heading: Heading = 'h3',
}: KeyChoiceProps) {
  const t = useTexts('signing');
  const f = useFormats();
  const [now] = useState(() => new Date());
  return (
    <section className={css.way} aria-label={t('key.title')}>
      {keys.length > 1 && (
        <Radio.Group
          label={t('how.several')}
          value={String(chosen.index)}
          onChange={(value) => onChoose(keys.find((key) => String(key.index) === value) ?? chosen)}
        >
          <div className="k-grid k-gap-8 k-pad-8-0">
            {keys.map((key) => (
              <Radio
                key={key.index}
                value={String(key.index)}
                label={`${key.name} · ${t(`key.${key.algorithm}`)} · ${f.date(key.valid_until)}`}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      <div className="k-split k-gap-4-16 k-middle">
        <Heading className="k-title">{t('key.title')}</Heading>
        <Button
          variant="subtle"
          size="compact-sm"
          autoFocus={keyFault(chosen, company?.bin ?? '', now) !== null}
          onClick={onAnother}
        >
          {t('how.another')}
        </Button>
      </div>
      <KeyWarning chosen={chosen} company={company} now={now} />
      <KeyValue
        rows={[
          { label: t('key.name'), value: chosen.name },
          ...(chosen.iin ? [{ label: t('key.iin'), value: maskIin(chosen.iin) }] : []),
          ...(chosen.organization ? [{ label: t('key.organization'), value: chosen.organization }] : []),
          ...(chosen.bin ? [{ label: t('key.bin'), value: chosen.bin }] : []),
          { label: t('key.valid'), value: f.date(chosen.valid_until) },
          { label: t('key.algorithm'), value: t(`key.${chosen.algorithm}`) },
        ]}
      />
    </section>
  );
}

function KeyWarning({ chosen, company, now }: Pick<KeyChoiceProps, 'chosen' | 'company'> & { now: Date }) {
  const t = useTexts('signing');
  const f = useFormats();
  const fault = keyFault(chosen, company?.bin ?? '', now);
  const days = daysToWarnOf(chosen, now);
  if (fault === null && days === null) return null;
  const date = f.date(fault === 'not_yet' ? chosen.valid_from : chosen.valid_until);
  const soon = days === 0 ? t('key.ends_today') : t('key.ends_soon', { count: days ?? 0 });
  return (
    <Alert
      role={fault ? 'alert' : 'status'}
      color={fault ? 'bad' : 'attention'}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      {fault ? t(`key.${fault}`, { date, company: company?.name ?? '' }) : soon}
    </Alert>
  );
}
