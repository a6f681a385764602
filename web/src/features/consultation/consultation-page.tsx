import { isMobilePhone } from '@kelisim/shared/kernel/phone.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { PhoneInput } from '../../ui/id-inputs.tsx';
import css from './consultation.module.css';

const EMPTY = { name: '', company_name: '', email: '', phone: '', comment: '', destination: '' };
type Field = keyof typeof EMPTY;
const FIELDS = ['name', 'company_name', 'email', 'phone', 'comment', 'register_link_destination'];

/** `/auth/login/consultation`: ask to be called. */
export default function ConsultationPage() {
  const t = useTexts('auth');
  const form = useRef<HTMLFormElement>(null);
  const [given, setGiven] = useState(EMPTY);
  const [asked, setAsked] = useState(false);
  const ask = useDeed('consultation.create', { meta: { quiet: true } });
  useEffect(() => {
    document.title = `${t('consultation.title')} · Kelisim`;
  }, [t]);

  const faults: Partial<Record<Field, string>> = {
    ...(given.name.trim() === '' && { name: t('consultation.missing') }),
    ...(given.company_name.trim() === '' && { company_name: t('consultation.missing') }),
    ...(!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(given.email.trim()) && { email: t('email_wrong') }),
    ...(!isMobilePhone(given.phone) && { phone: t('phone_wrong') }),
  };
  const said = (field: Field, wire: string = field) =>
    (asked ? faults[field] : undefined) ??
    (ask.error instanceof ApiError && ask.error.field === wire ? errorText(ask.error) : undefined);
  const change = (field: Field, value: string) => {
    setGiven((now) => ({ ...now, [field]: value }));
    ask.reset();
  };
  const focusFirst = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(faults).length > 0) return focusFirst();
    const { destination, ...rest } = given;
    const body = {
      ...rest,
      email: given.email.trim(),
      ...(destination.trim() && { register_link_destination: destination.trim() }),
    };
    await ask.mutateAsync({ body }).catch(focusFirst);
    return undefined;
  };
  const field = (name: Field, wire?: string) => ({
    value: given[name],
    error: said(name, wire),
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  });

  if (ask.isSuccess) {
    return (
      <>
        <h1 className={css.title}>{t('consultation.title')}</h1>
        <p role="status" className={css.good}>
          {t('consultation.done')}
        </p>
        <Button component={AppLink} href="/auth/login" variant="default" fullWidth size="md">
          {t('consultation.back')}
        </Button>
      </>
    );
  }
  const beside = ask.error instanceof ApiError && FIELDS.includes(ask.error.field ?? '');
  return (
    <>
      <h1 className={css.title}>{t('consultation.title')}</h1>
      <p className={css.sub}>{t('consultation.lead')}</p>
      <form ref={form} noValidate className="k-stack" onSubmit={(event) => void submit(event)}>
        <TextInput label={t('consultation.name')} autoComplete="name" autoFocus {...field('name')} />
        <TextInput label={t('consultation.company')} autoComplete="organization" {...field('company_name')} />
        <TextInput
          type="email"
          label={t('consultation.email')}
          inputMode="email"
          autoComplete="email"
          {...field('email')}
        />
        <PhoneInput
          label={t('consultation.phone')}
          value={given.phone}
          error={said('phone')}
          onChange={(value) => change('phone', value)}
        />
        <Textarea label={t('consultation.comment')} autosize minRows={2} maxRows={6} {...field('comment')} />
        <TextInput
          label={t('consultation.destination')}
          description={t('consultation.destination_hint')}
          {...field('destination', 'register_link_destination')}
        />
        <div role="alert" className={css.alert}>
          {ask.error && !beside ? <p className={css.error}>{errorText(ask.error)}</p> : null}
        </div>
        <Button type="submit" size="md" fullWidth loading={ask.isPending}>
          {t('consultation.submit')}
        </Button>
      </form>
      <AppLink href="/auth/login" className={css.back}>
        {t('consultation.back')}
      </AppLink>
    </>
  );
}
