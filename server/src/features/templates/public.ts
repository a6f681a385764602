export { gatherFieldValues, gatherFieldValuesOfMany } from './field-values.ts';
export { fieldTitles, fillTemplate, fillTemplateFor, missingFields } from './fill-template.ts';
export { findTemplate, findTemplateName } from './templates.queries.ts';
export { admitDocx, turnIntoPdf } from './turn-into-pdf.ts';
