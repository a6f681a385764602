import { useMemo, useState } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { REFERENCE, useReference } from './developers.data.ts';
import { DevelopersFrame } from './developers-frame.tsx';
import { ReferenceCall } from './reference-call.tsx';
import { readReference, type OpenApi } from './read-reference.ts';
import { useWords } from './use-words.ts';
import css from './developers.module.css';

/** `/developers/reference`: the calls that a key may make, by the document itself. */
export default function ReferencePage() {
  const { t, lang } = useWords();
  const { data, error, again } = useReference();
  return (
    <DevelopersFrame here="reference" title={t('reference.title')}>
      <h1 className={css.heading} lang={lang}>
        {t('reference.title')}
      </h1>
      <p className={css.words} lang={lang}>
        {t('reference.lead')} <a href={REFERENCE}>openapi.json</a>
      </p>
      {error ? <ErrorState error={error} onRetry={again} /> : data && <Groups document={data} />}
    </DevelopersFrame>
  );
}

function Groups({ document }: { document: OpenApi }) {
  const { t } = useWords();
  const [sought, seek] = useState('');
  const [language, choose] = useState('typescript');
  const groups = useMemo(() => readReference(document), [document]);
  const fits = (text: string) => text.toLowerCase().includes(sought.trim().toLowerCase());
  const shown = [...groups]
    .map(([group, calls]) => ({
      group,
      calls: calls.filter(({ name, path, summary, scope }) => fits(`${name} ${path} ${summary} ${scope}`)),
    }))
    .filter(({ calls }) => calls.length > 0);
  return (
    <>
      <input
        className={css.search}
        type="search"
        value={sought}
        onChange={(event) => seek(event.currentTarget.value)}
        placeholder={t('reference.search')}
        aria-label={t('reference.search')}
      />
      {shown.length === 0 && <p className={css.words}>{t('reference.none')}</p>}
      {shown.map(({ group, calls }) => (
        <section key={group} aria-label={group}>
          <h2 className={css.heading} id={group} translate="no">
            {group}
          </h2>
          <div className={css.calls}>
            {calls.map((call) => (
              <ReferenceCall
                key={call.name}
                call={call}
                document={document}
                language={language}
                onChoose={choose}
              />
            ))}
          </div>
        </section>
      ))}
      <h2 className={css.heading}>{t('reference.events')}</h2>
      <div className="k-row k-gap-6">
        {Object.keys(document.webhooks)
          .filter(fits)
          .map((type) => (
            <code key={type} className={css.inline} translate="no">
              {type}
            </code>
          ))}
      </div>
    </>
  );
}
