import {
  createTheme,
  defaultCssVariablesResolver,
  defaultVariantColorsResolver,
  DEFAULT_THEME,
  mergeMantineTheme,
} from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core';
import { dark, light } from './tokens.ts';
import type { Palette } from './tokens.ts';

/**
 * Mantine in our clothes. The variables are printed at build time into `virtual:theme.css`
 * (build/theme-css.ts), so the first paint is right and no `<style>` element is written at run time.
 */
const gray: MantineColorsTuple = [
  '#F9FAFB',
  light.hover,
  '#EAECF0',
  light.line,
  '#D0D5DD',
  '#667085',
  light.textSecond,
  '#344054',
  '#1D2939',
  light.text,
];
const darkShades: MantineColorsTuple = [
  dark.text,
  '#C9D1DB',
  dark.textSecond,
  '#8592A3',
  dark.line,
  dark.hover,
  dark.surface,
  dark.surface,
  dark.ground,
  '#070A0E',
];

/** Ten shades are asked for by Mantine; ours are decided by the variables below, so one tone fills them. */
const tone = (filled: string, soft: string): MantineColorsTuple => [
  soft,
  soft,
  soft,
  filled,
  filled,
  filled,
  filled,
  filled,
  filled,
  filled,
];

const ourColors = ['accent', 'attention', 'good', 'bad'] as const;

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const name = ourColors.find((candidate) => candidate === (input.color ?? 'accent'));
  if (input.variant !== 'filled' || !name) return colors;
  return { ...colors, color: name === 'bad' ? 'var(--k-on-bad)' : 'var(--k-on-accent)' };
};

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  white: '#FFFFFF',
  black: light.text,
  fontFamily: "'Inter KZ', system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  colors: {
    gray,
    dark: darkShades,
    accent: tone(light.accent, light.accentSoft),
    attention: tone(light.attention, light.attentionSoft),
    good: tone(light.good, light.goodSoft),
    bad: tone(light.bad, light.badSoft),
  },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.35' },
  fontWeights: { regular: '400', medium: '500', bold: '650' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  // 768 px and less is a phone, so "sm and up" begins one pixel later.
  breakpoints: { xs: '36em', sm: '48.0625em', md: '62em', lg: '75em', xl: '90em' },
  headings: {
    fontFamily: 'inherit',
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.25' },
      h2: { fontSize: '20px', lineHeight: '1.3' },
      h3: { fontSize: '16px', lineHeight: '1.4' },
      h4: { fontSize: '14px', lineHeight: '1.45' },
      h5: { fontSize: '14px', lineHeight: '1.45' },
      h6: { fontSize: '12px', lineHeight: '1.45' },
    },
  },
  shadows: {
    xs: 'none',
    sm: '0 1px 2px rgb(16 24 40 / 0.06)',
    md: '0 4px 16px rgb(16 24 40 / 0.12)',
    lg: '0 8px 24px rgb(16 24 40 / 0.16)',
    xl: '0 16px 48px rgb(16 24 40 / 0.2)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver,
  components: {
    Button: { defaultProps: { size: 'sm' }, classNames: { root: 'k-button' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' }, classNames: { root: 'k-touch' } },
    Input: { classNames: { input: 'k-input' } },
    InputWrapper: {
      classNames: { label: 'k-label' },
      defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] },
    },
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
    Checkbox: { classNames: { root: 'k-checkbox', input: 'k-check' } },
    Radio: { classNames: { root: 'k-radio', radio: 'k-check' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        // A <header> outside of <main> would be a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      classNames: { title: 'k-modal-title' },
    },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', offset: 4 } },
    Popover: { defaultProps: { shadow: 'md' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

const cssName = (token: string) => `--k-${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function schemeVariables(palette: Palette): Record<string, string> {
  const tokens = Object.fromEntries(Object.entries(palette).map(([name, value]) => [cssName(name), value]));
  const colors = Object.fromEntries(
    ourColors.flatMap((name) => {
      const ours = `--mantine-color-${name}`;
      const hover =
        name === 'accent' ? palette.accentHover : name === 'bad' ? palette.badHover : palette[name];
      return [
        [`${ours}-text`, palette[name]],
        // The words of a menu's entry.
        [`${ours}-6`, palette[name]],
        [`${ours}-filled`, palette[name]],
        [`${ours}-filled-hover`, hover],
        [`${ours}-light`, palette[`${name}Soft`]],
        [`${ours}-light-hover`, palette[`${name}Soft`]],
        [`${ours}-light-color`, palette[name]],
        [`${ours}-outline`, palette[name]],
        [`${ours}-outline-hover`, palette[`${name}Soft`]],
      ];
    }),
  ) as Record<string, string>;
  return {
    ...tokens,
    ...colors,
    '--mantine-primary-color-contrast': palette.onAccent,
    '--mantine-color-bright': palette.text,
    '--mantine-color-text': palette.text,
    '--mantine-color-body': palette.surface,
    '--mantine-color-error': palette.bad,
    '--mantine-color-success': palette.good,
    '--mantine-color-placeholder': palette.quiet,
    '--mantine-color-anchor': palette.accent,
    '--mantine-color-default': palette.surface,
    '--mantine-color-default-hover': palette.hover,
    '--mantine-color-default-color': palette.text,
    '--mantine-color-default-border': palette.line,
    '--mantine-color-dimmed': palette.textSecond,
    '--mantine-color-disabled': palette.quietSoft,
    '--mantine-color-disabled-color': palette.quiet,
    '--mantine-color-disabled-border': palette.line,
    '--mantine-color-gray-light-color': palette.textSecond,
    '--mantine-color-gray-light-hover': palette.hover,
    '--mantine-color-gray-light': palette.quietSoft,
    '--mantine-color-gray-filled': palette.quiet,
    '--mantine-color-gray-outline': palette.quiet,
  };
}

export const cssVariablesResolver: CSSVariablesResolver = (merged) => {
  const base = defaultCssVariablesResolver(merged);
  return {
    variables: base.variables,
    light: { ...base.light, ...schemeVariables(light) },
    dark: { ...base.dark, ...schemeVariables(dark) },
  };
};

/** Colours of Mantine that no part of ours uses; their shades are left out of the printed CSS. */
const unused = /--mantine-color-(red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/;

/** The whole theme as CSS text, for the build. */
export function themeCss(): string {
  const {
    variables,
    light: lightVars,
    dark: darkVars,
  } = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const block = (selector: string, values: Record<string, string>) =>
    `${selector}{${Object.entries(values)
      .filter(([name, value]) => !unused.test(name) && !unused.test(value))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`;
  return [
    block(':root', variables),
    block(':root,:root[data-mantine-color-scheme="light"]', lightVars),
    block(':root[data-mantine-color-scheme="dark"]', darkVars),
  ].join('\n');
}
