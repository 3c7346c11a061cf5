import { isObject, type JsonObject } from '../json.ts';
import type { Migration } from './migration.ts';

const code = ['code', 'validityTimestamp'];
const name = ['gender', 'firstName', 'lastName'];

/** Fields of the steps that had schemas, by the form. */
const chosen: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['registration-step-1', { fields: ['email', 'country', ...code] }],
  ['registration-step-2', { fields: [...name, 'newsletter', 'terms'] }],
  ['code-last-step-1', { fields: ['email', 'country', ...code], optional: ['code'] }],
  ['code-last-step-2', { fields: [...name, 'newsletter'] }],
  ['code-last-step-3', { fields: ['code', 'terms'] }],
  ['newsletter-step-1', { fields: ['email', 'country', ...code] }],
  ['newsletter-step-2', { fields: [...name, 'terms'] }],
  ['newsletter-step-3', { fields: ['newsletter'] }],
  ['social-step-1', { fields: ['email', ...code], optional: ['code'] }],
  ['social-step-2', { fields: [...name, 'country', 'newsletter', 'terms', ...code] }],
]);

/** In version 4 the document of a journey chooses the fields of steps. */
export const chooseStepFields: Migration = {
  name: 'choose-step-fields',
  from: 3,
  kinds: ['journey'],
  migrate: (document) => {
    const { forms } = document;
    if (!isObject(forms)) return document;
    const migrated = Object.entries(forms).map(([form, written]) =>
      isObject(written) && written['fields'] === undefined
        ? [form, { ...written, ...chosen.get(form) }]
        : [form, written],
    );
    return { ...document, forms: Object.fromEntries(migrated) };
  },
};
