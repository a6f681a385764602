// What every page needs, in one file.
export { default as app } from '@kelisim/shared/texts/ru/app.ts';
export { default as ui } from '@kelisim/shared/texts/ru/ui.ts';
