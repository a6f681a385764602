import type { ActListItem } from '@kelisim/shared/features/acts/acts.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { EMPLOYEE_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { Alert, Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { choicesOf } from './act-choices.ts';
import { useActLook, useActSentence } from './act-words.ts';
import type { Actor } from './actor.ts';
import { useActColumns } from './acts-table.tsx';
import { afterDeed, makeExample, otherDeeds } from './example-acts.ts';

const HERE = '/lk/business/example';
const HOME = '/lk/business';

/** Whoever reads the example may do everything in it. */
const READER: Actor = {
  side: 'business',
  rights: new Set(EMPLOYEE_RIGHTS),
  executor_first: false,
  place: null,
};
const DEEDS = ['send', 'sign', 'pay', 'recall'] as const;
type Deed = (typeof DEEDS)[number];
const isDeed = (deed: string): deed is Deed => (DEEDS as readonly string[]).includes(deed);

const read = (raw: RawSearch) => ({ act: searchWhole(raw, 'act', 1) });

/**
 * `/lk/business/example`: acts of an example, led to their payment by hand. They live in this page alone and are gone
 * with it; nothing here calls the server.
 */
export default function ExamplePage() {
  const t = useTexts('example');
  const [{ act: chosen }] = useUrlState(read);
  const make = useMaker();
  const [acts, setActs] = useState(make);
  const [said, setSaid] = useState<{ id: number; words: string } | null>(null);
  const columns = useActColumns(READER);
  const act = acts.find(({ id }) => id === chosen) ?? acts[0];
  const change = (changed: ActListItem, words: string) => {
    setActs(acts.map((one) => (one.id === changed.id ? changed : one)));
    setSaid({ id: changed.id, words });
  };
  const again = () => {
    setActs(make());
    setSaid(null);
  };
  const isOver = acts.every(({ status }) => status.code === 'paid');
  return (
    <>
      <PageHeader
        title={t('title')}
        back={{ href: HOME, label: t('back') }}
        actions={
          <>
            <Button variant="default" onClick={again}>
              {t('again')}
            </Button>
            <Button variant="default" component={AppLink} href={HOME}>
              {t('remove')}
            </Button>
          </>
        }
      />
      <div className="k-stack">
        <Alert variant="light" icon={<IconSchool size={20} aria-hidden />} title={t('is_example')}>
          {t('is_example_hint')}
        </Alert>
        {isOver ? (
          <Card>
            <EmptyState
              drawing="money"
              title={t('over')}
              hint={t('over_hint')}
              action={{ label: t('begin'), href: HOME }}
            />
          </Card>
        ) : (
          act && (
            <Chosen key={act.id} act={act} said={said?.id === act.id ? said.words : null} onChange={change} />
          )
        )}
        <DataTable
          label={t('acts')}
          columns={columns}
          rows={acts}
          rowKey={({ id }) => id}
          rowName={({ number }) => number}
          rowHref={({ id }) => `${HERE}?act=${id}`}
          empty={null}
        />
      </div>
    </>
  );
}

function useMaker(): () => ActListItem[] {
  const t = useTexts('example');
  return () =>
    makeExample(almatyDate(new Date()), {
      company: t('company'),
      executor: t('executor'),
      no_number: t('no_number'),
      titles: [t('titles.first'), t('titles.second'), t('titles.third'), t('titles.fourth')],
      number: (at) => t('number', { at }),
    });
}

interface ChosenProps {
  act: ActListItem;
  /** What the last deed would have meant. */
  said: string | null;
  onChange: (act: ActListItem, words: string) => void;
}

/** One act: its state in words, what the company can do, and what the others would do. */
function Chosen({ act, said, onChange }: ChosenProps) {
  const t = useTexts('example');
  const acts = useTexts('acts');
  const look = useActLook(READER);
  const sentence = useActSentence(READER);
  const own = choicesOf(act, READER).filter(({ deed }) => isDeed(deed));
  return (
    <Card title={`${act.number}, ${act.title}`} aside={<StatusDot {...look(act)} />}>
      <div className="k-stack k-gap-12">
        <p className="k-flat k-title">{sentence({ ...act, payment: null })}</p>
        <p className="k-flat k-second k-pretty" role="status">
          {said}
        </p>
        <p className="k-flat k-size-20 k-bold">
          <Money amount={act.amount} />
        </p>
        <div className="k-row" role="group" aria-label={t('deeds')}>
          {own.map(({ deed, label, primary }) => (
            <Button
              key={deed}
              variant={primary ? 'filled' : 'default'}
              onClick={() =>
                isDeed(deed) && onChange(afterDeed(act, deed, 'business'), t(`did.business.${deed}`))
              }
            >
              {acts(`actions.${label}`)}
            </Button>
          ))}
          {otherDeeds(act).map(({ deed, by }) => (
            <Button
              key={`${by}-${deed}`}
              variant="light"
              onClick={() => onChange(afterDeed(act, deed, by), t(`did.others.${deed}`))}
            >
              {t(`others.${deed}`)}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  );
}
