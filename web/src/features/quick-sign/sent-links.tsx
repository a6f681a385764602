import type { SentLink } from '@kelisim/shared/features/quick-sign/quick-sign.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';

/** What became of each link: on its way, with its reader, used. */
export function SentLinks({ links }: { links: readonly SentLink[] }) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  if (links.length === 0) return null;
  return (
    <section aria-label={t('link.earlier')}>
      <h3 className="k-title k-above-8">{t('link.earlier')}</h3>
      <ul className="k-list k-gap-8">
        {links.map((link) => {
          const when = { when: f.moment(link.used_at ?? link.opened_at ?? link.created_at) };
          const { state, tone } = stateOf(link);
          return (
            <li key={link.id} className="k-split">
              <span>
                {t(`link.by.${link.channel ?? 'none'}`)}
                <span className="k-block k-second k-small k-figures">{f.moment(link.created_at)}</span>
              </span>
              <span className="k-anywhere">
                <StatusDot tone={tone} label={t(`link.state.${state}`, when)} />
                {link.delivery?.said && (
                  <span className="k-block k-second k-small">{link.delivery.said}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type State = 'used' | 'opened' | 'made' | NonNullable<SentLink['delivery']>['state'];

/** What its reader did says more than what the gateway did. */
function stateOf({ used_at, opened_at, delivery }: SentLink): { state: State; tone: Tone } {
  if (used_at) return { state: 'used', tone: 'good' };
  if (opened_at) return { state: 'opened', tone: 'half' };
  const state = delivery?.state ?? 'made';
  return { state, tone: state === 'failed' || state === 'expired' ? 'bad' : 'accent' };
}
