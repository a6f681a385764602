import { useMemo, useState } from 'react';
import { useLocale, useTextByCode } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { DevelopersFrame } from './developers-frame.tsx';
import { ReferenceCall } from './reference-call.tsx';
import { REFERENCE, useReference } from './reference.data.ts';
import { readReference, type OpenApi, type ReferenceWords } from './read-reference.ts';
import { useWords } from './use-words.ts';
import css from './developers.module.css';

/** `/developers/reference`: the calls that a key may make, by the document itself. */
export default function ReferencePage() {
  const { t, lang, is_english } = useWords();
  const locale = useLocale();
  const { data, error, again } = useReference(is_english ? 'en' : locale);
  return (
    <DevelopersFrame here="reference" title={t('reference.title')}>
      <h1 className={css.heading} lang={lang}>
        {t('reference.title')}
      </h1>
      <p className={css.words} lang={lang}>
        {t('reference.lead')} <a href={REFERENCE}>openapi.json</a>
      </p>
      {error ? <ErrorState error={error} onRetry={again} /> : data && <Reference {...data} />}
    </DevelopersFrame>
  );
}

interface ReferenceProps {
  document: OpenApi;
  /** What the groups are called. */
  groups: ReferenceWords['groups'];
}

function Reference({ document, groups }: ReferenceProps) {
  const { t, is_english, lang } = useWords();
  const right = useTextByCode('api-keys');
  const [sought, seek] = useState('');
  const [language, choose] = useState('typescript');
  const calls = useMemo(() => readReference(document), [document]);
  const titleOf = (group: string) => groups[group] ?? group;
  const aboutScope = (scope: string) => (is_english ? '' : right(`scopes.${scope}`, ''));
  const fits = (text: string) => text.toLowerCase().includes(sought.trim().toLowerCase());
  const shown = [...calls]
    .map(([group, own]) => ({
      group,
      own: own.filter(({ name, path, summary, scope, field_scopes }) => {
        const scopes = [scope, ...Object.values(field_scopes)].map((one) => `${one} ${aboutScope(one)}`);
        return fits([titleOf(group), name, path, summary, ...scopes].join(' '));
      }),
    }))
    .filter(({ own }) => own.length > 0);
  return (
    <div lang={lang}>
      <input
        className={css.search}
        type="search"
        value={sought}
        onChange={(event) => seek(event.currentTarget.value)}
        placeholder={t('reference.search')}
        aria-label={t('reference.search')}
      />
      {shown.length === 0 && <p className={css.words}>{t('reference.none')}</p>}
      {shown.map(({ group, own }) => (
        <section key={group} aria-label={titleOf(group)}>
          <h2 className={css.heading} id={group} translate={is_english ? 'no' : undefined}>
            {titleOf(group)}
          </h2>
          <div className={css.calls}>
            {own.map((call) => (
              <ReferenceCall
                key={call.name}
                call={call}
                document={document}
                aboutScope={aboutScope}
                language={language}
                onChoose={choose}
              />
            ))}
          </div>
        </section>
      ))}
      <Events types={Object.keys(document.webhooks)} fits={fits} />
    </div>
  );
}

/** The events by what they are about. */
function Events({ types, fits }: { types: string[]; fits: (text: string) => boolean }) {
  const { t, is_english } = useWords();
  const word = useTextByCode('webhooks');
  const say = (key: string, otherwise: string) => (is_english ? otherwise : word(`event.${key}`, otherwise));
  // A `ping` is of no thing of the company: it tries an endpoint.
  const thingOf = (type: string) => (type === 'ping' ? 'endpoint' : type.replace(/\..*/, ''));
  const titleOf = (type: string) => say(`many.${thingOf(type)}`, thingOf(type));
  const found = types.filter((type) => fits(`${titleOf(type)} ${type} ${say(type, '')}`));
  return (
    <section>
      <h2 className={css.heading}>{t('reference.events')}</h2>
      {[...new Set(found.map(titleOf))].map((title) => (
        <div key={title}>
          <h3 className={css.part} translate={is_english ? 'no' : undefined}>
            {title}
          </h3>
          <ul className={css.fields}>
            {found
              .filter((type) => titleOf(type) === title)
              .map((type) => (
                <li key={type}>
                  <code translate="no">{type}</code> {say(type, '')}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
