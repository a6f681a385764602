import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { fieldsOf, type OpenApi, type Schema, type ShownCall } from './read-reference.ts';
import css from './developers.module.css';

/** One call: a line that opens to what it takes and answers. */
export function ReferenceCall({ call, document }: { call: ShownCall; document: OpenApi }) {
  const t = useTexts('developers');
  const [is_open, open] = useState(false);
  const of = (place: 'path' | 'query' | 'header') => {
    const found = call.parameters.filter((one) => one.in === place);
    if (found.length === 0) return null;
    const required = found.filter((one) => one.required).map(({ name }) => name);
    return { properties: Object.fromEntries(found.map(({ name, schema }) => [name, schema])), required };
  };
  const part = (title: string, schema: Schema | null, media?: string, is_answer = false) =>
    schema && (
      <>
        <h3 className={css.part}>
          {title} {media && media !== 'application/json' && <span className={css.about}>{media}</span>}
        </h3>
        <Fields schema={schema} document={document} depth={0} is_answer={is_answer} />
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
        <span className={css.saying} lang="en">
          {call.deprecated && <strong>{t('reference.deprecated')} </strong>}
          {call.summary}
        </span>
        <code className={css.scope} translate="no">
          {call.scope}
        </code>
      </summary>
      {is_open && (
        <div className={css.opened}>
          <p className={css.about}>
            {t('reference.name')}: <code translate="no">{call.name}</code>
          </p>
          {part(t('reference.in_path'), of('path'))}
          {part(t('reference.in_query'), of('query'))}
          {part(t('reference.in_header'), of('header'))}
          {call.body && part(t('reference.body'), call.body.schema, call.body.media)}
          {call.answer && part(t('reference.answer'), call.answer.schema, call.answer.media, true)}
        </div>
      )}
    </details>
  );
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
  const t = useTexts('developers');
  const fields = fieldsOf(level.schema, level.document);
  if (fields.length === 0) return <p className={css.about}>{t('reference.no_fields')}</p>;
  return (
    <ul className={css.fields}>
      {fields.map(({ name, type, required, about, inner }) => (
        <li key={name}>
          <code translate="no">{name}</code> <span className={css.type}>{type}</span>
          {required && !level.is_answer && <span className={css.required}>{t('reference.required')}</span>}
          {about && (
            <span className={css.about} lang="en">
              {about}
            </span>
          )}
          {inner && <Inner {...level} schema={inner} name={name} />}
        </li>
      ))}
    </ul>
  );
}

function Inner({ name, ...level }: Level & { name: string }) {
  const t = useTexts('developers');
  const [is_open, open] = useState(level.depth < DEPTH);
  if (is_open) return <Fields {...level} depth={level.depth + 1} />;
  return (
    <button type="button" className={css.more} onClick={() => open(true)}>
      {t('reference.more')} <span className="k-visually-hidden">{name}</span>
    </button>
  );
}
