/** One Latin spelling for letters that people take for one another: Kazakh ones and those of a Russian keyboard. */
const SPELLING: Record<string, string> = {
  ...{ а: 'a', ә: 'a', б: 'b', в: 'v', г: 'g', ғ: 'g', д: 'd', е: 'e', ё: 'e', э: 'e', ж: 'zh', з: 'z' },
  ...{ и: 'i', і: 'i', й: 'i', к: 'k', қ: 'k', л: 'l', м: 'm', н: 'n', ң: 'n', о: 'o', ө: 'o', п: 'p' },
  ...{ р: 'r', с: 's', т: 't', у: 'u', ұ: 'u', ү: 'u', ф: 'f', х: 'h', һ: 'h', ц: 'c', ч: 'ch', ш: 'sh' },
  ...{ щ: 'sh', ъ: '', ы: 'y', ь: '', ю: 'iu', я: 'ia' },
};

const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё';
/** The Kazakh layout has its own letters on the row of digits. */
const DIGIT_KEYS = '234589-=0';
const KAZAKH_KEYS = 'әіңғүұөһқ';

const LAYOUT = new Map([
  ...[...LATIN_KEYS].map((key, at) => [key, RUSSIAN_KEYS[at]!] as const),
  ...[...DIGIT_KEYS].map((key, at) => [key, KAZAKH_KEYS[at]!] as const),
]);

/** Latin words of a text that was written for no keyboard in particular: the key a place is found by. */
export function foldPlace(text: string): string {
  return [...text.toLowerCase()]
    .map((letter) => SPELLING[letter] ?? (/[a-z0-9]/.test(letter) ? letter : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

/** The words as they would stand there, had the keyboard not been left in Latin; null when nothing in them is Latin. */
export function otherLayout(text: string): string | null {
  if (!/[a-z]/i.test(text)) return null;
  return text
    .toLowerCase()
    .split(' ')
    .map((word) => (/[a-z]/.test(word) ? [...word].map((key) => LAYOUT.get(key) ?? key).join('') : word))
    .join(' ');
}
