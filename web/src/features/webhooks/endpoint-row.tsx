import type { EndpointView } from '@kelisim/shared/features/webhooks/webhooks.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { RowMenu, type RowDeed } from '../../ui/row-menu.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';

interface EndpointRowProps {
  item: EndpointView;
  deeds: readonly RowDeed[];
  /** Opens what was sent there. */
  onLog: () => void;
}

/** One endpoint: how it stands, what it is told of, and what it has not had yet. */
export function EndpointRow({ item, deeds, onLog }: EndpointRowProps) {
  const t = useTexts('webhooks');
  const f = useFormats();
  return (
    <li>
      <div className="k-flex k-gap-8 k-between k-top k-wide">
        <div className="k-stack k-gap-2 k-shrink k-anywhere">
          {item.name && <strong>{item.name}</strong>}
          <span className={item.name ? 'k-second' : 'k-medium'}>{item.url}</span>
          <State item={item} />
          <span className="k-second">
            {item.types.length === 0 ? t('all_events') : t('some_events', { n: f.number(item.types.length) })}
            {' · '}
            {t('secret_set', { day: f.date(almatyDate(new Date(item.secret_set_at))) })}
          </span>
          {item.waiting > 0 && (
            <span className="k-second">{t('waiting', { n: f.number(item.waiting) })}</span>
          )}
          {item.former_until && (
            <span className="k-second">{t('former_until', { time: f.moment(item.former_until) })}</span>
          )}
          <button type="button" className="k-press k-pad-0 k-left k-accent k-touch" onClick={onLog}>
            {t('log')}
            <span className="k-visually-hidden">: {nameOf(item)}</span>
          </button>
        </div>
        <RowMenu label={t('more', { name: nameOf(item) })} deeds={deeds} />
      </div>
    </li>
  );
}

function State({ item: { state, off_why, failing_since } }: Pick<EndpointRowProps, 'item'>) {
  const t = useTexts('webhooks');
  const f = useFormats();
  const [tone, label]: [Tone, string] =
    state === 'on'
      ? failing_since
        ? ['attention', t('states.failing', { time: f.moment(failing_since) })]
        : ['good', t('states.on')]
      : off_why === 'failing'
        ? ['bad-ring', t('states.off_failing')]
        : off_why === 'gone'
          ? ['bad-ring', t('states.off_gone')]
          : ['quiet', t('states.person')];
  return <StatusDot tone={tone} label={label} />;
}

/** As a person calls it: by its name, or by where it is. */
export const nameOf = ({ name, url }: Pick<EndpointView, 'name' | 'url'>): string =>
  name ? `«${name}»` : url.replace(/^https?:\/\//, '');
