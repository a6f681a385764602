/**
 * What a password must be, for the page and the server alike: ten characters or more, hard to guess, known from no
 * breach, and not made of the words anybody would try first. No rule about digits or capitals.
 */
export const PASSWORD_LEAST = 10;
/** More is no safer, and hashing is not free. Counted in UTF-16 units, as a text field counts. */
export const PASSWORD_MOST = 1024;
/** Of four; three is «ten thousand million guesses». */
export const PASSWORD_SCORE = 3;

export type PasswordFault = 'password.short' | 'password.breached' | 'password.known_words' | 'password.weak';

/** The measuring tape; its dictionaries are heavy, so that each side loads them in its own way. */
export interface PasswordMeter {
  /** 0 to 4. */
  score(text: string, known_words: string[]): number;
  isBreached(text: string): boolean;
}

/** Words of the product and of the country that every guesser knows; what is known of the person comes on top. */
const KNOWN_WORDS = [
  'kelisim',
  'келісім',
  'келисим',
  'qazaqstan',
  'kazakhstan',
  'kazahstan',
  'қазақстан',
  'казахстан',
  'almaty',
  'алматы',
  'astana',
  'астана',
  'shymkent',
  'шымкент',
  'password',
  'parol',
  'пароль',
  'құпиясөз',
];
/** A known word takes away its letters; at least as many as these must be left. */
const LEAST_BESIDE_KNOWN = 8;

const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

/** Null when the password is good enough. `about`: what a stranger may know of the person (names, e-mail, phone). */
export function passwordFault(
  password: string,
  about: readonly (string | null)[],
  meter: PasswordMeter,
): PasswordFault | null {
  const text = password.normalize('NFC');
  if ([...text].length < PASSWORD_LEAST) return 'password.short';
  const lower = text.toLowerCase();
  // A Russian word typed on Latin keys and the reverse are the same to who guesses.
  const forms = [lower, asLatinKeys(lower)];
  if (forms.some((form) => meter.isBreached(form))) return 'password.breached';
  const words = knownWords(about);
  if (words.some((word) => [...lower.replaceAll(word, '')].length < least(lower, word)))
    return 'password.known_words';
  if (forms.some((form) => meter.score(form.slice(0, 64), words) < PASSWORD_SCORE)) return 'password.weak';
  return null;
}

function least(text: string, word: string): number {
  return text.includes(word) ? LEAST_BESIDE_KNOWN : 0;
}

function knownWords(about: readonly (string | null)[]): string[] {
  const own = about
    .flatMap((text) => (text ?? '').toLowerCase().split(/[\s@.,"«»()+-]+/))
    .filter((word) => [...word].length >= 4);
  return [...KNOWN_WORDS, ...own];
}

function asLatinKeys(text: string): string {
  return [...text]
    .map((char) => {
      const at = RUSSIAN_KEYS.indexOf(char);
      return at < 0 ? char : LATIN_KEYS[at]!;
    })
    .join('');
}
