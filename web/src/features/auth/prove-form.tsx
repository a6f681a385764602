import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import type { Answer, Input } from '../../platform/api.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Fault } from '../../ui/failure.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { errorText } from '../../platform/error-text.ts';
import { withTexts, useTexts } from '../../platform/i18n.ts';
import { callKey, queryClient, useCall } from '../../platform/query.ts';
import { askPasskey, PasskeyStopped } from './passkey.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Reading and opening a key weighs as much as a page, and most people have a password. */
const ProveByKey = lazyPart(() => withTexts(import('./prove-by-key.tsx'), ['signing']));

type Way = Answer<'auth.proof_options'>['way'];

/** What waits for the proof, as far as the person has to know why they are asked. */
export type ProvedDeed = 'money' | 'entry' | 'key' | 'personal' | 'access' | 'other';

/** Why a call wants the proof, by the beginning of its name. */
const WHY: readonly [RegExp, ProvedDeed][] = [
  [/^(payments|acts|banking|integrations|companies\.set_main_bank)/, 'money'],
  [/^(factors|credentials)\./, 'entry'],
  [/^key_store\./, 'key'],
  [/^security\./, 'personal'],
  [/^(employees|employee_invitations|users|companies|tariff)\./, 'access'],
];

export interface ProveFormProps {
  deed?: ProvedDeed;
  /** The call that waits for the proof, where it asked by itself. */
  call?: string;
  /** The user has proven who they are; the proof holds for ten minutes. */
  onProved: () => void;
  onCancel: () => void;
  /** The words of its button («Оплатить 48 000 ₸»). */
  submitLabel?: string;
  /** A password is not enough: only a signature is asked for. */
  bySignature?: boolean;
}

/** Asks for the password once more (and for the second factor, where there is one), for a passkey or for a signature. */
export function ProveForm({
  call = '',
  onProved,
  onCancel,
  submitLabel,
  bySignature,
  ...rest
}: ProveFormProps) {
  const deed = rest.deed ?? WHY.find(([names]) => names.test(call))?.[1] ?? 'other';
  const t = useTexts('auth');
  const ui = useTexts('ui');
  const field = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<Way | null>(null);
  // A challenge lives for minutes and an answer serves once: requested again each time the window opens.
  const answer = useCall('auth.proof_options', undefined, { staleTime: 0, gcTime: 0 });
  const { data: options, refetch } = answer;
  const wantsCode = options?.factors.some((factor) => factor !== 'passkey') ?? false;

  const send = async (ask: () => Promise<Input<'auth.prove'>['body']>) => {
    setBusy(true);
    setError(null);
    try {
      const { proof_until } = await api.call('auth.prove', { body: await ask() });
      queryClient.setQueryData<Me>(callKey('auth.me'), (me) => me && { ...me, proof_until });
      onProved();
    } catch (reason) {
      setError(reason);
      setBusy(false);
      void refetch();
      (isOfCode(reason) ? codeField : field).current?.select();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const password = field.current?.value ?? '';
    const code = codeField.current?.value.trim() ?? '';
    setMissing(password === '');
    if (password === '') return field.current?.focus();
    void send(() => Promise.resolve({ password, ...(code && { code }) }));
  };
  const turn = (to: Way) => {
    setError(null);
    setChosen(to);
  };
  // A proof by password needs no answer of what else there is.
  const way = bySignature ? 'signature' : (chosen ?? options?.way ?? (answer.error ? 'password' : null));
  const text = error instanceof PasskeyStopped ? t('passkey_stopped') : error ? errorText(error) : null;
  const passkey = options?.passkey && (
    <Button
      variant={way === 'passkey' ? 'filled' : 'default'}
      data-autofocus={way === 'passkey' ? true : undefined}
      autoFocus={way === 'passkey'}
      disabled={busy}
      onClick={() =>
        void send(async () => ({
          credential: await askPasskey({ ...options.passkey!, userVerification: 'required' }),
        }))
      }
    >
      {t('prove.passkey')}
    </Button>
  );
  const hint = <p className="k-second">{t(bySignature ? 'prove.hint_signature' : `prove.hint_${deed}`)}</p>;
  // Who came by their key has never had a password.
  const hasPassword = !bySignature && (options?.has_password ?? true);
  if (!way)
    return (
      <div className="k-stack">
        {hint}
        <Skeleton height={160} />
      </div>
    );
  if (way === 'passkey') {
    return (
      <div className="k-stack">
        {hint}
        {passkey}
        <Fault text={text} />
        <div className="k-actions">
          <Button
            variant="subtle"
            disabled={busy}
            onClick={() => turn(hasPassword ? 'password' : 'signature')}
          >
            {t('prove.other')}
          </Button>
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {ui('cancel')}
          </Button>
        </div>
      </div>
    );
  }
  if (way === 'signature') {
    return (
      <div className="k-stack">
        {hint}
        {!hasPassword && !bySignature && passkey}
        <Suspense fallback={<Skeleton height={160} />}>
          <ProveByKey
            take={(signed) => send(() => Promise.resolve(signed))}
            busy={busy}
            refusal={text}
            label={submitLabel ?? t('prove.submit')}
            onOther={hasPassword ? () => turn('password') : null}
            onCancel={onCancel}
          />
        </Suspense>
      </div>
    );
  }
  return (
    <form className="k-stack" noValidate onSubmit={submit}>
      {hint}
      {passkey}
      <PasswordInput
        ref={field}
        name="password"
        label={t('prove.password')}
        autoComplete="current-password"
        data-autofocus
        autoFocus
        readOnly={busy}
        error={missing ? t('password_missing') : isOfCode(error) ? null : text}
        onChange={() => setMissing(false)}
        visibilityToggleButtonProps={{ tabIndex: 0, 'aria-label': t('show_password') }}
      />
      <AppLink href="/auth/login/password-recovery" className="k-inline k-middle k-self-start k-high-24">
        {t('forgot_link')}
      </AppLink>
      {wantsCode && (
        <TextInput
          ref={codeField}
          name="code"
          label={t('prove.code')}
          autoComplete="one-time-code"
          maxLength={30}
          readOnly={busy}
          error={isOfCode(error) ? text : null}
        />
      )}
      <Button variant="subtle" disabled={busy} onClick={() => turn('signature')}>
        {t('prove.ecp')}
      </Button>
      <FormFoot submit={submitLabel ?? t('prove.submit')} busy={busy} onCancel={onCancel} />
    </form>
  );
}

function isOfCode(error: unknown): boolean {
  return error instanceof ApiError && error.field === 'code';
}

/** A proof given less than ten minutes ago still holds, with some seconds left for the way to the server. */
export function isProved(me: Me | undefined): boolean {
  return Boolean(me?.proof_until && Date.parse(me.proof_until) - Date.now() > 5000);
}
