import { Button, Modal, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { Fault } from '../../ui/failure.tsx';
import { useIsPhone } from '../../ui/use-phone.ts';
import { onePress } from '../../ui/one-press.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { isProved, ProveForm } from '../auth/public.ts';
import type { ActsToPay } from './pay-acts.ts';
import { PayResult } from './pay-result.tsx';
import { Payees } from './payees.tsx';
import css from './pay.module.css';
import { usePayees, usePayment } from './payments.data.ts';

export interface PayFlowProps {
  acts: ActsToPay;
  count: number;
  /** Selected with them, and not paid: their state does not allow it. */
  left_out?: number | undefined;
  /** Sum of the acts, decimal of the wire. */
  amount: string;
  /** True when payments were asked for: what is on the page is old then. */
  onClose: (started: boolean) => void;
  /** Of more acts than one answer names: follow this run. */
  onMany?: (run_id: number) => void;
}

export default function PayFlow(props: PayFlowProps) {
  const { acts, count, left_out = 0, amount, onClose, onMany } = props;
  useFocusReturn(true);
  const t = useTexts('payments');
  const f = useFormats();
  const me = useMe();
  const isPhone = useIsPhone();
  const payees = usePayees(acts);
  const { state, pay, askProof, askAgain } = usePayment(acts, payees, onMany);
  const started = state.step === 'paying' || state.step === 'lost' || state.step === 'result';
  const byFile = payees.preview?.channel === 'file';
  const close = () => onClose(started);
  // The sum of the acts is not what goes: none is named before that is known.
  const payLabel = payees.preview
    ? t('pay', { amount: f.money(payees.preview.amount) })
    : t('pay_nothing_known');
  return (
    <Modal
      opened
      onClose={close}
      title={t('title')}
      closeOnClickOutside={false}
      size={560}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: css.dialog, body: css.body }}
    >
      {(state.step === 'ask' || state.step === 'prove' || state.step === 'refused') && (
        <>
          <p className="k-split k-gap-0-16 k-baseline k-size-20 k-bold">
            <span>{t('acts', { count })}</span>
            <span className="k-figures">{f.money(amount)}</span>
          </p>
          {left_out > 0 && <p className="k-second">{t('left_out', { count: left_out })}</p>}
          <Payees acts={acts} {...payees} />
          <p className={css.warning}>
            <IconAlertTriangle size={18} aria-hidden />
            {t(byFile ? 'by_file' : 'irreversible')}
          </p>
        </>
      )}
      <Fault text={state.step === 'refused' && errorText(state.error)} />
      {(state.step === 'ask' || state.step === 'refused') && (
        <div className={`k-actions ${css.actions}`} {...onePress}>
          {/* The deed cannot be pressed before the payees are known: focus sent to it would stay behind the dialog. */}
          <Button variant="default" data-autofocus onClick={close}>
            {t('cancel')}
          </Button>
          <Button disabled={!payees.preview} onClick={() => (isProved(me) ? void pay() : askProof())}>
            {payLabel}
          </Button>
        </div>
      )}
      {state.step === 'prove' && (
        <ProveForm deed="money" submitLabel={payLabel} onProved={() => void pay()} onCancel={askAgain} />
      )}
      {state.step === 'paying' && <Paying done={state.done} total={count} />}
      {state.step === 'lost' && (
        <>
          <div role="alert" className={css.warning}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>
              <strong>{t('lost')}</strong>
              <br />
              {t('lost_hint')}
            </span>
          </div>
          <div className={`k-actions ${css.actions}`} {...onePress}>
            <Button variant="default" onClick={close}>
              {t('close')}
            </Button>
            <Button data-autofocus autoFocus onClick={() => void pay()}>
              {t('repeat')}
            </Button>
          </div>
        </>
      )}
      {state.step === 'result' && (
        <PayResult rows={state.rows} byFile={byFile} role={me?.role ?? 'business'} onClose={close} />
      )}
    </Modal>
  );
}

/** No button here: the cross above is enough, and a hasty second click must find nothing to press. */
function Paying({ done, total }: { done: number; total: number }) {
  const t = useTexts('payments');
  return (
    <div className="k-stack k-gap-12" aria-busy>
      <p role="status" className="k-size-16 k-bold">
        {t('paying')} {done > 0 && t('running', { done, total })}
      </p>
      <Progress value={done > 0 ? (done / total) * 100 : 100} animated aria-label={t('paying')} />
      <p className="k-second">{t('running_hint')}</p>
    </div>
  );
}
