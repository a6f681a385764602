import { expect, test } from 'vitest';
import { readMarkdown } from './read-markdown.ts';

test('reads headings, words, lists, tables and code', () => {
  expect(
    readMarkdown('# A `b`\n\nc **d** [e](/f)\ng\n\n- h\n- i\n\n| j | k |\n|---|---|\n| l | m |'),
  ).toEqual([
    {
      kind: 'heading',
      level: 1,
      line: [
        { kind: 'text', text: 'A ' },
        { kind: 'code', text: 'b' },
      ],
    },
    {
      kind: 'paragraph',
      line: [
        { kind: 'text', text: 'c ' },
        { kind: 'bold', text: 'd' },
        { kind: 'text', text: ' ' },
        { kind: 'link', text: 'e', href: '/f' },
        { kind: 'text', text: ' g' },
      ],
    },
    { kind: 'list', items: [[{ kind: 'text', text: 'h' }], [{ kind: 'text', text: 'i' }]] },
    {
      kind: 'table',
      head: [[{ kind: 'text', text: 'j' }], [{ kind: 'text', text: 'k' }]],
      rows: [[[{ kind: 'text', text: 'l' }], [{ kind: 'text', text: 'm' }]]],
    },
  ]);
});

test('code with nothing between is the same in several languages, and blank lines are part of it', () => {
  const [block] = readMarkdown('```python\na\n\nb\n```\n\n```php\nc\n```');
  expect(block).toEqual({
    kind: 'code',
    samples: [
      { language: 'python', text: 'a\n\nb' },
      { language: 'php', text: 'c' },
    ],
  });
});
