import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import limits from 'virtual:form-limits/consultation.create';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { PhoneInput } from '../../ui/id-inputs.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Failure } from '../../ui/failure.tsx';
import css from './consultation.module.css';

/** `/auth/login/consultation`: ask to be called. */
export default function ConsultationPage() {
  const t = useTexts('auth');
  const ask = useAction('consultation.create', { meta: { quiet: true } });
  const missing = t('consultation.missing');
  const form = useForm(
    { name: '', company_name: '', email: '', phone: '', comment: '', register_link_destination: '' },
    {
      limits,
      words: { name: missing, company_name: missing, email: t('email_wrong'), phone: t('phone_wrong') },
    },
  );
  const save = ({ email, register_link_destination, ...rest }: typeof form.values) => {
    const destination = register_link_destination.trim();
    const more = destination ? { register_link_destination: destination } : {};
    return ask.mutateAsync({ body: { ...rest, email: email.trim(), ...more } });
  };
  useEffect(() => {
    document.title = `${t('consultation.title')} · Kelisim`;
  }, [t]);

  if (ask.isSuccess) {
    return (
      <>
        <h1 className={css.title}>{t('consultation.title')}</h1>
        <p role="status" className="k-soft-good k-good k-pad k-above-16 k-below-16">
          {t('consultation.done')}
        </p>
        <Button component={AppLink} href="/auth/login" variant="default" fullWidth size="md">
          {t('consultation.back')}
        </Button>
      </>
    );
  }
  return (
    <>
      <h1 className={css.title}>{t('consultation.title')}</h1>
      <p className="k-second k-above-4 k-below-20">{t('consultation.lead')}</p>
      <form className="k-stack" {...form.bind(save)}>
        <TextInput
          label={t('consultation.name')}
          autoComplete="name"
          autoFocus
          {...form.field('name')}
          required={false}
        />
        <TextInput
          label={t('consultation.company')}
          autoComplete="organization"
          {...form.field('company_name')}
          required={false}
        />
        <TextInput
          type="email"
          label={t('consultation.email')}
          inputMode="email"
          autoComplete="email"
          {...form.field('email')}
          required={false}
        />
        <PhoneInput label={t('consultation.phone')} {...form.field('phone')} required={false} />
        <Textarea label={t('consultation.comment')} maxRows={6} {...form.field('comment')} />
        <TextInput
          label={t('consultation.destination')}
          description={t('consultation.destination_hint')}
          {...form.field('register_link_destination')}
        />
        <Failure text={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.busy}>
          {t('consultation.submit')}
        </Button>
      </form>
      <AppLink href="/auth/login" className={css.back}>
        {t('consultation.back')}
      </AppLink>
    </>
  );
}
