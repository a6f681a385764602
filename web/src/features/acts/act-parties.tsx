import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { actActions } from '@kelisim/shared/features/acts/act-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { QuickSignButton } from '../quick-sign/public.ts';
import { SignatureCards } from '../signing/public.ts';
import css from './act-page.module.css';
import { choicesOf } from './act-choices.ts';
import { momentOf } from './act-words.ts';
import type { Actor } from './actor.ts';

type Signature = ActView['signatures'][number];

/** Both parties, each with the card of its signature, and in plain words what has been checked and what has not. */
export function ActParties({ act, actor }: { act: ActView; actor: Actor }) {
  const t = useTexts('acts');
  const proofs = useTexts('proofs');
  const legal = actActions(momentOf(act), actor.side, actor.rights);
  // Where it is one of the buttons above it is not said twice.
  const sendsLink =
    legal.includes('send_link') && choicesOf(act, actor).every(({ deed }) => deed !== 'send_link');
  return (
    <Card title={t('page.parties')}>
      <div className="k-stack k-gap-12">
        <SignatureCards
          signatures={act.signatures}
          business={act.company}
          executor={act.contractor_company}
        />
        {act.signatures.length > 0 && <Checks signatures={act.signatures} />}
        {act.file && act.signatures.length > 0 && (
          <AppLink
            href={`/verify/${act.file.public_id}`}
            className="k-inline k-middle k-self-start k-high-24"
          >
            {proofs('party.check_page')}
          </AppLink>
        )}
        {sendsLink && <QuickSignButton doc_type="act" id={act.id} />}
      </div>
    </Card>
  );
}

/** Said once for both sides when it is the same for both. */
function Checks({ signatures }: { signatures: readonly Signature[] }) {
  const proofs = useTexts('proofs');
  const same = new Map<string, Signature[]>();
  for (const one of signatures) {
    const key = `${one.revocation} ${one.timestamp}`;
    same.set(key, [...(same.get(key) ?? []), one]);
  }
  return (
    <div className={`k-second k-small ${css.checks}`}>
      {[...same.values()].map((group) => (
        <div key={group[0]!.id}>
          <h3>
            {same.size === 1
              ? proofs('party.check')
              : `${proofs('party.check')}: ${group.map((one) => proofs(`party.${one.side}`)).join(', ')}`}
          </h3>
          <ul>
            <li>{proofs('party.checked')}</li>
            <li>{proofs(`party.revocation.${group[0]!.revocation}`)}</li>
            <li>{proofs(`party.timestamp.${group[0]!.timestamp}`)}</li>
          </ul>
        </div>
      ))}
    </div>
  );
}
