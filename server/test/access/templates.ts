import type { Given } from '../calls.ts';
import { makeTemplate } from '../templates.ts';
import { makeWordFile } from '../word-files.ts';
import type { Cases } from './access.ts';

const template = (id: unknown): Given => ({ params: { template_id: id } });

export const templatesCases = {
  'templates.upload': {
    names: 'body',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: async (template_id) => ({
      body: { name: 'Үлгі', template_id: String(template_id) },
      files: { file: { name: 'a.docx', bytes: await makeWordFile(['{executor_name}']) } },
    }),
  },
  'templates.get': {
    names: 'path',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: template,
  },
  'templates.delete': {
    names: 'path',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: template,
  },
  'templates.restore': {
    names: 'path',
    thing: async ({ app, world }) => {
      const id = await makeTemplate(app, world.director);
      await app.ok('templates.delete', world.director, { params: { template_id: id } });
      return id;
    },
    given: template,
  },
  'templates.download': {
    names: 'path',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: template,
  },
  // Of an executor nobody has: what is looked at here needs no converter.
  'templates.preview': {
    answers: 422,
    names: 'path',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: (id) => ({ ...template(id), query: { executor_company_id: 999_999_999 } }),
  },
} satisfies Cases;
