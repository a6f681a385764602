import { useState } from 'react';
import { AppLink } from '../../ui/app-link.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { Block, Inline } from './read-markdown.ts';
import { useWords } from './use-words.ts';
import css from './developers.module.css';

const LANGUAGE_NAMES: Record<string, string> = {
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  csharp: 'C#',
  bsl: '1C',
  bash: 'curl, sh',
  http: 'HTTP',
  json: 'JSON',
};

/** A guide on the page. The language that was chosen for one sample is shown in all that have it. */
export function GuideText({ blocks }: { blocks: Block[] }) {
  const [language, choose] = useState('typescript');
  // A guide is read whole and never changes under its reader, so the place of a block names it.
  return blocks.map((block, at) => <Part key={at} block={block} language={language} onChoose={choose} />);
}

function Part({
  block,
  language,
  onChoose,
}: {
  block: Block;
  language: string;
  onChoose: (language: string) => void;
}) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h1' : block.level === 2 ? 'h2' : 'h3';
      return (
        <Heading className={css.heading}>
          <Line line={block.line} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p className={css.words}>
          <Line line={block.line} />
        </p>
      );
    case 'list':
      return (
        <ul className={`k-stack k-gap-6 k-bullets ${css.list}`}>
          {block.items.map((item, at) => (
            <li key={at}>
              <Line line={item} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      return (
        <div className={css.wide}>
          <table className={css.table}>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={at} scope="col">
                    <Line line={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column}>
                      <Line line={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'code':
      return <Code samples={block.samples} language={language} onChoose={onChoose} />;
  }
}

/** Code in several languages, one of them shown. */
export function Code({
  samples,
  language,
  onChoose,
}: {
  samples: { language: string; text: string }[];
  language: string;
  onChoose: (language: string) => void;
}) {
  const { t } = useWords();
  const shown = samples.find((one) => one.language === language) ?? samples[0];
  if (!shown) return null;
  const nameOf = (one: string) => LANGUAGE_NAMES[one] ?? one;
  return (
    <div className={css.code}>
      <div className={css.tabs} role="group" aria-label={t('language')}>
        {samples.map((one) => (
          <button
            key={one.language}
            type="button"
            className={css.tab}
            aria-pressed={one === shown}
            onClick={() => onChoose(one.language)}
          >
            {nameOf(one.language)}
          </button>
        ))}
        <span className="k-grow k-right">
          <CopyButton text={shown.text} name={nameOf(shown.language)} />
        </span>
      </div>
      {/* Wider than a phone: a keyboard must reach it to scroll. */}
      <pre className={css.sample} tabIndex={0} translate="no">
        {shown.text}
      </pre>
    </div>
  );
}

function Line({ line }: { line: Inline[] }) {
  const { query } = useWords();
  return line.map((part, at) => {
    if (part.kind === 'code')
      return (
        <code key={at} className={css.inline} translate="no">
          {part.text}
        </code>
      );
    if (part.kind === 'bold') return <strong key={at}>{part.text}</strong>;
    if (part.kind !== 'link') return part.text;
    const is_page = /^\/[^.]*$/.test(part.href);
    return is_page ? (
      <AppLink key={at} href={`${part.href}${query}`}>
        {part.text}
      </AppLink>
    ) : (
      <a key={at} href={part.href} rel="noreferrer">
        {part.text}
      </a>
    );
  });
}
