import type { LinkState } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import limits from 'virtual:form-limits/registration.phone';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PhoneInput } from '../../ui/id-inputs.tsx';
import { useForm } from '../../ui/use-form.ts';
import { SandboxHelp } from '../auth/public.ts';
import { dropDrafts, stepDraft } from './draft.ts';
import { hashKey } from './hash-key.ts';
import css from './registration.module.css';
import { entryOf, useKind, useTake } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { StepActions, StepFrame } from './step-frame.tsx';

interface PhonePanelProps {
  /** What stood in the link of an SMS or e-mail. */
  link: string | undefined;
  /** Another registration of this device, which is not what was asked for. */
  unfinished: RegistrationState | null;
}

type Opened = { of: 'none' } | { of: 'asking' } | { of: 'dead' } | { of: 'live'; state: LinkState };

/** The first screen: what will be needed, and the telephone. An invited executor only confirms their own. */
export function PhonePanel({ link, unfinished }: PhonePanelProps) {
  const t = useTexts('sign-up');
  const kind = useKind();
  const other = kind === 'business' ? 'executor' : 'business';
  const take = useTake();
  const opened = useOpenedLink(link);
  const live = opened.of === 'live' ? opened.state : null;
  const bound = live?.purpose === 'executor_invitation' ? live.phone : null;

  const form = useForm(
    { phone: '' },
    {
      limits,
      draft: stepDraft('phone', { phone: '' }),
      check: ({ phone }) => ({ phone: bound ? null : phone ? undefined : t('required') }),
    },
  );
  const save = async ({ phone }: { phone: string }) => {
    await take((before) => {
      // Only a registration of this very kind that still waits for its telephone is gone on with.
      const going = !live && unfinished === null && before !== '';
      const body = {
        kind,
        ...(bound ? {} : { phone }),
        ...(live && link ? { hash: link } : {}),
        ...(going ? { hash_key: before } : {}),
      };
      return api.call('registration.phone', { body });
    });
    dropDrafts();
  };
  const needs = [
    t('start.need_phone'),
    t('start.need_email'),
    t(kind === 'business' ? 'start.need_bin' : 'start.need_iin'),
    t('start.need_iban'),
    t(kind === 'business' ? 'start.need_key' : 'start.need_own_key'),
  ];
  return (
    <StepFrame stage="phone" need_sign_contract={bound !== null} title={t(`title_${kind}`)}>
      {opened.of === 'dead' && <Failure text={t('start.link_ended')} />}
      {live?.company_name && (
        <div className="k-soft-accent k-pad-12-16">
          <p className="k-bold">
            {t(bound ? 'start.invited' : 'start.link_for', { company: live.company_name })}
          </p>
          {bound && <p>{t('start.invited_hint', { phone: bound })}</p>}
        </div>
      )}
      <div>
        <p className={css.hint}>{t(`start.${kind}`)}</p>
        <ul className="k-stack k-gap-4 k-flat k-bullets">
          {needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </div>
      <form className={css.form} {...form.bind(save)}>
        {!bound && <PhoneInput label={t('start.phone')} size="md" {...form.field('phone')} required />}
        {!bound && (
          <SandboxHelp
            of="sample"
            kinds={[kind === 'business' ? 'too' : 'individual']}
            field="phone"
            onFill={(sample) => form.set({ phone: sample.phone })}
          />
        )}
        <Failure text={form.failure} />
        <StepActions busy={form.busy}>
          <Button type="submit" size="md" loading={form.busy || opened.of === 'asking'}>
            {t('start.send')}
          </Button>
        </StepActions>
      </form>
      <div className={css.quiets}>
        {unfinished && (
          <AppLink href={unfinished.redirect_url} className={css.quiet}>
            {t('start.go_on')}
          </AppLink>
        )}
        {!bound && (
          <AppLink
            href={entryOf(other)}
            className={css.quiet}
            onClick={() => unfinished && unfinished.kind !== other && hashKey.drop(hashKey.current())}
          >
            {t(`start.to_${other}`)}
          </AppLink>
        )}
        <AppLink href="/auth/login" className={css.quiet}>
          {t('have_account')} {t('sign_in')}
        </AppLink>
      </div>
    </StepFrame>
  );
}

/** Marks the link opened, once, and learns what it is for. */
function useOpenedLink(link: string | undefined): Opened {
  const [opened, setOpened] = useState<Opened>({ of: link ? 'asking' : 'none' });
  useEffect(() => {
    if (!link) return undefined;
    let gone = false;
    const tell = (next: Opened) => gone || setOpened(next);
    api.call('invitations.open_link', { query: { hash: link } }).then(
      (state) => tell(state.valid ? { of: 'live', state } : { of: 'dead' }),
      () => tell({ of: 'dead' }),
    );
    return () => {
      gone = true;
    };
  }, [link]);
  return opened;
}
