import { expect, it } from 'vitest';
import { findLayoutRules } from './style-rules.ts';

const sheet = `
/* .note { display: flex; } */
.form { display: grid; gap: 16px; }
.list { margin: 0; padding: 0; list-style: none; }
.card { display: grid; border: 1px solid; }
.hidden { display: none; }
.inner { padding: 4px; }
.bare { list-style: none; }
@media (max-width: 48em) { .form { gap: 8px; } .card { display: block; } }
.foot, .head > * { justify-content: flex-end; }
`;

it('finds the rules that do nothing but lay out', () => {
  expect(findLayoutRules('x.module.css', sheet)).toEqual([
    'x.module.css: .form',
    'x.module.css: .list',
    'x.module.css: .bare',
    'x.module.css: .foot, .head > *',
  ]);
});
