export {
  gatherFieldValues,
  gatherFieldValuesOfMany,
  type ContractFacts,
  type FieldValues,
} from './field-values.ts';
export {
  fieldTitles,
  fillTemplate,
  fillTemplateFor,
  missingFields,
  type FilledTemplate,
} from './fill-template.ts';
export { findTemplate, findTemplateName } from './templates.queries.ts';
export { admitDocx, turnIntoPdf } from './turn-into-pdf.ts';
