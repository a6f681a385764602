import { makeQuestion } from './question.ts';

const question = makeQuestion<'sign in'>();

/** One question for all calls that met the end of the session at the same time. */
export const sessionEnd = {
  ...question,
  /** Resolves true once the person has signed in again over the page. */
  ask(): Promise<boolean> {
    // On the way in there is no page to keep; the guard sends to the sign-in.
    return location.pathname.startsWith('/auth/') ? Promise.resolve(false) : question.ask('sign in');
  },
  leave(): void {
    question.answer(false);
    location.assign('/auth/login');
  },
};
