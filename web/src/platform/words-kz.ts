// What every page needs, in one file.
export { default as app } from '@kelisim/shared/texts/kz/app.ts';
export { default as ui } from '@kelisim/shared/texts/kz/ui.ts';
