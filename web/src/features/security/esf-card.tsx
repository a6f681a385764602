import { Button, PasswordInput, TextInput } from '@mantine/core';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import css from './security.module.css';

/** Login of ИС ЭСФ; it is never shown again. */
export function EsfCard({ role }: { role: 'business' | 'executor' }) {
  const t = useTexts('security');
  const auth = useTexts('auth');
  const form = useForm({ login_esf: '', password: '' });
  const login_esf = form.values.login_esf.trim();
  const { password } = form.values;
  const save = async () => {
    const body = { login_esf, password };
    if (role === 'executor') await api.call('credentials.set_esf', { body });
    else await api.call('esf.set_login', { body });
    await invalidate(['esf.check']);
    toasts.success(t('esf_kept'));
    form.set({ password: '' });
  };
  return (
    <Card title={t('esf.title')}>
      <p className={css.second}>{t('esf.lead')}</p>
      <form className={css.form} {...form.bind(save)}>
        <TextInput label={t('esf.login')} autoComplete="off" {...form.field('login_esf')} />
        <PasswordInput
          label={t('esf.password')}
          autoComplete="off"
          visibilityToggleButtonProps={{ tabIndex: 0, 'aria-label': auth('show_password') }}
          {...form.field('password')}
          error={form.fault('password') ?? form.failure}
        />
        <div className="k-actions k-above-12">
          <Button type="submit" loading={form.busy} disabled={!login_esf || !password}>
            {t('esf.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
