import type { Cases } from './access.ts';

export const consultationCases = {
  'consultation.create': {
    given: () => ({
      body: { name: 'Ә', company_name: 'ТОО', email: 'a@reg.example', phone: '+77011234567' },
    }),
  },
  'consultation.close': {
    names: 'path',
    thing: async ({ app }) => {
      const row = await app.parts.db
        .insertInto('consultations')
        .values({
          name: 'Ә',
          company_name: 'Б',
          email: 'a@b.example',
          phone: '+77011234567',
          comment: '',
          ip: '::1',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    given: (consultation_id) => ({ params: { consultation_id } }),
  },
  'consultation.register_link': {
    given: () => ({ body: { destination: 'a@reg.example', receive_method: 'email' } }),
  },
} satisfies Cases;
