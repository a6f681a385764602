import { Popover } from '@mantine/core';
import type ru from '@kelisim/shared/texts/ru/terms.ts';
import { cloneElement, useId } from 'react';
import { loadTexts, useTexts } from '../platform/i18n.ts';
import { useOpenAtOnce } from './on-demand.tsx';
import type { OnDemandProps } from './on-demand.tsx';

export type Term = keyof typeof ru.of;

/** Where the official word is read; a term of which no such place is known has none. */
const SOURCES: Partial<Record<Term, { site: string; paper?: 'codes' }>> = {
  knp: { site: 'adilet.zan.kz', paper: 'codes' },
  kbe: { site: 'adilet.zan.kz', paper: 'codes' },
  esf: { site: 'esf.gov.kz' },
  awp: { site: 'esf.gov.kz' },
  so: { site: 'gfss.kz' },
  ipn: { site: 'kgd.gov.kz' },
  nca: { site: 'pki.gov.kz' },
};

/** Escape closes these words alone, and not the dialog that the term stands in: Mantine asks whoever has the focus. */
const ALONE = { 'data-mantine-stop-propagation': true };

/** A sentence or two about a term, and the official source. */
export default function TermWindow({ button, term }: OnDemandProps & { term: Term }) {
  const { opened, setOpened, target } = useOpenAtOnce(button, () => loadTexts(['terms']));
  const title = useId();
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      withRoles={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(target, { 'aria-expanded': opened, onClick: () => setOpened(!opened) })}
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-labelledby={title} {...ALONE}>
        {opened && <Words term={term} title={title} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Words({ term, title }: { term: Term; title: string }) {
  const t = useTexts('terms');
  const source = SOURCES[term];
  // Without a link the words take the focus: Escape is heard where it is.
  const focus = source ? {} : { tabIndex: -1, 'data-autofocus': true, ...ALONE };
  return (
    <div style={{ maxWidth: 320 }} {...focus}>
      <p id={title} className="k-flat k-bold">
        {t(`of.${term}.name`)}
      </p>
      <p className="k-flat k-above-4 k-pretty">{t(`of.${term}.means`)}</p>
      {source && (
        <p className="k-flat k-above-8 k-small">
          {t('source')}{' '}
          <a href={`https://${source.site}`} target="_blank" rel="noreferrer" {...ALONE}>
            {source.site}
          </a>
          {source.paper && `, ${t(`paper.${source.paper}`)}`}
        </p>
      )}
    </div>
  );
}
