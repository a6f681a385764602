import { Button, NativeSelect, Radio, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fault } from '../../ui/failure.tsx';
import css from './phone.module.css';
import { PhoneTimeLeft } from './phone-time-left.tsx';
import type { Invitation } from './phone-protocol.ts';
import type { SandboxKey } from './phone-signer.ts';
import { usePhonePeople } from './sandbox.data.ts';
import type { PhonePerson } from './sandbox.data.ts';

interface PhoneKeyProps {
  invitation: Invitation;
  count: number;
  /** The key that was chosen did not open. */
  broken: boolean;
  onSign: (key: SandboxKey) => void;
  onBack: () => void;
  onCancel: () => void;
}

/** As whom to sign: anybody of the demo data, so that a wrong signer can be tried, too. */
export function PhoneKey({ invitation, count, broken, onSign, onBack, onCancel }: PhoneKeyProps) {
  const t = useTexts('phone');
  const { data: people, error, refetch } = usePhonePeople();
  const [chosen, setChosen] = useState<string | null>(null);
  const [algorithm, setAlgorithm] = useState<'gost512' | 'rsa'>('gost512');
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!people) return <Skeleton h={240} />;
  const fits = (person: PhonePerson) => person.company === invitation.organisation.nameRu;
  const first = people.findIndex(fits);
  const at = chosen === null ? Math.max(0, first) : Number(chosen);
  const keys = people[at]?.keys ?? [];
  const key = keys.find((one) => one.algorithm === algorithm) ?? keys[0];
  const options = (fitting: boolean) =>
    people.flatMap((person, index) =>
      fits(person) === fitting
        ? [
            {
              value: String(index),
              label: person.company === person.name ? person.name : `${person.name}, ${person.company}`,
            },
          ]
        : [],
    );
  return (
    <div className={css.step}>
      <h2 className={css.title} tabIndex={-1}>
        {t('key.title')}
      </h2>
      <p className="k-split k-gap-4-16">
        <span>{t('review.documents', { count })}</span>
        <PhoneTimeLeft ends_at_ms={invitation.ends_at_ms} />
      </p>
      <NativeSelect
        label={t('key.person')}
        value={String(at)}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { group: t('key.this_company'), items: options(true) },
          { group: t('key.others'), items: options(false) },
        ].filter((group) => group.items.length > 0)}
      />
      <Radio.Group
        label={t('key.algorithm')}
        value={key?.algorithm ?? algorithm}
        onChange={(value) => setAlgorithm(value === 'rsa' ? 'rsa' : 'gost512')}
      >
        <Stack gap={8} mt={4}>
          {keys.map((one) => (
            <Radio key={one.algorithm} value={one.algorithm} label={t(`key.${one.algorithm}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Fault text={broken && t('key.broken')} />
      <div className={css.deeds}>
        <Button fullWidth disabled={!key} onClick={() => key && onSign(key)}>
          {t('key.sign', { count })}
        </Button>
        <Button fullWidth variant="default" onClick={onBack}>
          {t('key.back')}
        </Button>
        <Button fullWidth variant="subtle" color="bad" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}
