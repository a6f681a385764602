/**
 * The colours of the product, once. `theme.ts` hands them to Mantine and prints them as CSS variables
 * (`--k-surface`, `--k-text-second` …); nothing else in the app names a colour.
 * Every pair in `pairs` is held to the contrast of WCAG 2.2 AA by `tokens.test.ts`.
 */
export interface Palette {
  ground: string;
  surface: string;
  /** What floats over a surface: menus, dialogs, toasts. */
  raised: string;
  /** A row or a control under the pointer. */
  hover: string;
  line: string;
  /** Borders of inputs and checkboxes: a boundary that must be seen, 3:1. */
  controlLine: string;
  text: string;
  textSecond: string;
  accent: string;
  accentHover: string;
  accentSoft: string;
  onAccent: string;
  attention: string;
  attentionSoft: string;
  good: string;
  goodSoft: string;
  bad: string;
  badHover: string;
  badSoft: string;
  onBad: string;
  quiet: string;
  quietSoft: string;
  info: string;
  question: string;
  /** The bar that appears when rows are selected; dark in both schemes. */
  bar: string;
  onBar: string;
  onBarSecond: string;
  barLine: string;
}

export type ColorName = keyof Palette;

export const light: Palette = {
  ground: '#F6F7F9',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  hover: '#F2F4F7',
  line: '#E4E7EC',
  controlLine: '#858D9D',
  text: '#101828',
  textSecond: '#475467',
  accent: '#0A7386',
  accentHover: '#085D6D',
  accentSoft: '#E6F4F7',
  onAccent: '#FFFFFF',
  attention: '#B54708',
  attentionSoft: '#FFF6E5',
  good: '#067647',
  goodSoft: '#ECFDF3',
  bad: '#B42318',
  badHover: '#912018',
  badSoft: '#FEF3F2',
  onBad: '#FFFFFF',
  quiet: '#475467',
  quietSoft: '#F2F4F7',
  info: '#175CD3',
  question: '#8A6100',
  bar: '#101828',
  onBar: '#FFFFFF',
  onBarSecond: '#C5CCD7',
  barLine: '#475467',
};

export const dark: Palette = {
  ground: '#0C1117',
  surface: '#141A21',
  raised: '#1A222B',
  hover: '#1E2731',
  line: '#26303A',
  controlLine: '#6B7787',
  text: '#E6EAF0',
  textSecond: '#A3AEBC',
  accent: '#4CC3D6',
  accentHover: '#7AD5E3',
  accentSoft: '#0F2C34',
  onAccent: '#06222A',
  attention: '#FDB022',
  attentionSoft: '#2B2010',
  good: '#47CD89',
  goodSoft: '#0E291D',
  bad: '#F97066',
  badHover: '#FDA29B',
  badSoft: '#331614',
  onBad: '#2A0806',
  quiet: '#A3AEBC',
  quietSoft: '#202932',
  info: '#84ADFF',
  question: '#EAC54F',
  bar: '#26303A',
  onBar: '#FFFFFF',
  onBarSecond: '#C5CCD7',
  barLine: '#4A5766',
};

/** What is written on what, and the ratio it must keep: 4.5 for words, 3 for boundaries and signs. */
export const pairs: readonly (readonly [ink: ColorName, paper: ColorName, atLeast: number])[] = [
  ...(['ground', 'surface', 'raised', 'hover'] as const).flatMap((paper) => [
    ['text', paper, 7] as const,
    ['textSecond', paper, 4.5] as const,
    ['accent', paper, 4.5] as const,
    ['attention', paper, 4.5] as const,
    ['good', paper, 4.5] as const,
    ['bad', paper, 4.5] as const,
    ['quiet', paper, 4.5] as const,
    ['info', paper, 4.5] as const,
    ['question', paper, 4.5] as const,
    ['controlLine', paper, 3] as const,
  ]),
  ['accentHover', 'surface', 4.5],
  ['badHover', 'surface', 4.5],
  ['onAccent', 'accent', 4.5],
  ['onAccent', 'accentHover', 4.5],
  ['onBad', 'bad', 4.5],
  ['onBad', 'badHover', 4.5],
  ['accent', 'accentSoft', 4.5],
  ['accentHover', 'accentSoft', 4.5],
  ['text', 'accentSoft', 7],
  ['textSecond', 'accentSoft', 4.5],
  ['attention', 'attentionSoft', 4.5],
  ['text', 'attentionSoft', 7],
  ['textSecond', 'attentionSoft', 4.5],
  ['good', 'goodSoft', 4.5],
  ['text', 'goodSoft', 7],
  ['bad', 'badSoft', 4.5],
  ['text', 'badSoft', 7],
  ['quiet', 'quietSoft', 4.5],
  ['onBar', 'bar', 7],
  ['onBarSecond', 'bar', 4.5],
];

/** WCAG 2.2 contrast ratio of two `#RRGGBB` colours, 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
