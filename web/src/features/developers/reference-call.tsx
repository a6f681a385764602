import { useMemo, useState } from 'react';
import { Code } from './guide-text.tsx';
import { samplesOf } from './make-samples.ts';
import { fieldsOf, type OpenApi, type Schema, type ShownCall } from './read-reference.ts';
import { useWords } from './use-words.ts';
import css from './developers.module.css';

interface Shown {
  schema: Schema;
  media?: string;
  example?: unknown;
}

/** One call: a line that opens to what it takes and answers. */
export function ReferenceCall({
  call,
  document,
  aboutScope,
  language,
  onChoose,
}: {
  call: ShownCall;
  document: OpenApi;
  aboutScope: (scope: string) => string;
  /** Of the samples: one that was chosen at one call is shown at all. */
  language: string;
  onChoose: (language: string) => void;
}) {
  const { t } = useWords();
  const [is_open, open] = useState(false);
  const of = (place: 'path' | 'query' | 'header') => {
    const found = call.parameters.filter((one) => one.in === place);
    if (found.length === 0) return null;
    const required = found.filter((one) => one.required).map(({ name }) => name);
    const properties = Object.fromEntries(found.map(({ name, schema }) => [name, schema]));
    return { schema: { properties, required } };
  };
  const part = (title: string, said: Shown | null, is_answer = false) =>
    said && (
      <>
        <h3 className={css.part}>
          {title}{' '}
          {said.media && said.media !== 'application/json' && <span className={css.about}>{said.media}</span>}
        </h3>
        <Fields schema={said.schema} document={document} depth={0} is_answer={is_answer} />
        {said.example !== undefined && (
          // Wider than a phone: a keyboard must reach it to scroll.
          <pre className={css.sample} tabIndex={0} translate="no">
            {JSON.stringify(said.example, null, 2)}
          </pre>
        )}
      </>
    );
  return (
    <details className={css.call} onToggle={(event) => open(event.currentTarget.open)}>
      <summary className={css.summary}>
        <span className={css.method} data-method={call.method} translate="no">
          {call.method}
        </span>
        <code className={css.path} translate="no">
          {call.path}
        </code>
        <span className={css.saying}>
          {call.deprecated && <strong>{t('reference.deprecated')} </strong>}
          {call.summary}
        </span>
        <code className={css.scope} translate="no">
          {call.scope || 'sandbox'}
        </code>
      </summary>
      {is_open && (
        <div className={css.opened}>
          <p className={css.about}>
            {t('reference.name')}: <code translate="no">{call.name}</code>
          </p>
          {call.scope && (
            <p className={css.about}>
              {t('reference.scope')}: {aboutScope(call.scope)} <code translate="no">{call.scope}</code>
            </p>
          )}
          {Object.entries(call.field_scopes).map(([field, scope]) => (
            <p key={field} className={css.about}>
              <code translate="no">{field}: true</code> {t('reference.scope')}: {aboutScope(scope)}{' '}
              <code translate="no">{scope}</code>
            </p>
          ))}
          <div className="k-above-12">
            <Samples call={call} document={document} language={language} onChoose={onChoose} />
          </div>
          {part(t('reference.in_path'), of('path'))}
          {part(t('reference.in_query'), of('query'))}
          {part(t('reference.in_header'), of('header'))}
          {part(t('reference.body'), call.body)}
          {part(t('reference.answer'), call.answer, true)}
        </div>
      )}
    </details>
  );
}

function Samples({
  call,
  document,
  ...choice
}: {
  call: ShownCall;
  document: OpenApi;
  language: string;
  onChoose: (language: string) => void;
}) {
  const samples = useMemo(() => samplesOf(call, document, location.origin), [call, document]);
  return <Code samples={samples} {...choice} />;
}

/** Deeper is opened by hand. */
const DEPTH = 1;

interface Level {
  schema: Schema;
  document: OpenApi;
  depth: number;
  /** Of an answer it says nothing that a field is always there. */
  is_answer: boolean;
}

function Fields(level: Level) {
  const { t } = useWords();
  const fields = fieldsOf(level.schema, level.document);
  if (fields.length === 0) return <p className={css.about}>{t('reference.no_fields')}</p>;
  return (
    <ul className={css.fields}>
      {fields.map(({ name, type, required, about, inner }) => (
        <li key={name}>
          <code translate="no">{name}</code> <span className={css.type}>{type}</span>
          {required && !level.is_answer && <span className={css.required}>{t('reference.required')}</span>}
          {about && <span className={css.about}>{about}</span>}
          {inner && <Inner {...level} schema={inner} name={name} />}
        </li>
      ))}
    </ul>
  );
}

function Inner({ name, ...level }: Level & { name: string }) {
  const { t } = useWords();
  const [is_open, open] = useState(level.depth < DEPTH);
  if (is_open) return <Fields {...level} depth={level.depth + 1} />;
  return (
    <button type="button" className={css.more} onClick={() => open(true)}>
      {t('reference.more')} <span className="k-visually-hidden">{name}</span>
    </button>
  );
}
