import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Mantine } from '../../ui/mantine.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { useIsPhone } from '../../ui/use-phone.ts';
import { QrSession } from '../qr-signing/public.ts';
import type { QrSource } from '../qr-signing/public.ts';
import { KeyWay } from './key-way.tsx';
import type { QuickSign, SignedByLink } from './quick-sign.data.ts';
import css from './quick-sign.module.css';

interface SignWaysProps {
  token: string;
  asked: QuickSign;
  onSigned: (signed: SignedByLink) => void;
  /** For a part that does not come: the button that leads to it is shown again. */
  onClose?: () => void;
}

/** Who reads this on a phone mostly has their key there, so that way is begun at once. Made of Mantine, which the page before does without. */
export default function SignWays(props: SignWaysProps) {
  const { token, asked, onSigned } = props;
  const t = useTexts('quick-sign');
  const signing = useTexts('signing');
  const isPhone = useIsPhone();
  const [byPhone, setByPhone] = useState(isPhone);
  const [byNca, setByNca] = useState(false);
  return (
    <Mantine>
      {byPhone ? (
        <div className="k-stack k-above-12">
          <PhoneWay {...props} />
          <PlainButton wide variant="default" onClick={() => setByPhone(false)}>
            {t('by_key')}
          </PlainButton>
        </div>
      ) : (
        <KeyWay
          token={token}
          asked={asked}
          onSigned={onSigned}
          nca={byNca}
          onNcaEnd={() => setByNca(false)}
          onPhone={() => {
            setByNca(false);
            setByPhone(true);
          }}
        >
          <Button
            fullWidth
            size="md"
            leftSection={<IconDeviceMobile size={18} aria-hidden />}
            onClick={() => setByPhone(true)}
          >
            {t('by_phone')}
          </Button>
          <p className={css.second}>{t('by_phone_hint')}</p>
          {!isPhone && (
            <>
              <Button
                fullWidth
                size="md"
                variant="default"
                leftSection={<IconDeviceDesktop size={18} aria-hidden />}
                onClick={() => setByNca(true)}
              >
                {signing('nca.sign')}
              </Button>
              <p className={css.second}>{signing('nca.hint')}</p>
            </>
          )}
        </KeyWay>
      )}
    </Mantine>
  );
}

/** The code of the link: whoever has the link may show it, and the certificate on the phone proves the person. */
function PhoneWay({ token, asked, onSigned }: SignWaysProps) {
  const { id } = asked.item;
  const source = useMemo((): QrSource => {
    const params = { token };
    return {
      key: ['quick_sign', id, token],
      open: (signal) => api.call('quick_sign.qr', { params }, { signal }),
      check: async ({ session_id }, signal) =>
        (await api.call('quick_sign.qr_check', { params, query: { session_id } }, { signal })).session,
    };
  }, [token, id]);
  return (
    <QrSession
      source={source}
      onSigned={({ signed_count }) => {
        if (signed_count > 0) onSigned({ ...asked.item.file, pending: false });
        else onSigned({ ...asked.item.file, pending: true });
      }}
    />
  );
}
