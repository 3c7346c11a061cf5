import { describe, expect, test } from 'vitest';
import type { JourneyForm } from '#schemas/generated/documents.ts';
import { formRules } from '#schemas/generated/forms.ts';
import { hasRegistration } from '#tests/helpers/journey-project.ts';
import { findFormFields, getFormFields, getFormRules } from './form-fields.ts';

const step: JourneyForm = { post: 'begin', page: 'landings/default', useCase: 'saveDraft' };

function siteWith(forms: Readonly<Record<string, JourneyForm>>) {
  const rest = { $schema: '', version: 4 as const, machines: {}, flows: {}, outcomes: {} };
  return { journeyDocuments: new Map([['registration', { ...rest, forms }]]) };
}

describe.runIf(hasRegistration)('fields of the step of a flow', () => {
  const whole: Readonly<Record<string, object>> = { ...formRules }['registration'] ?? {};

  test('have the rules and messages of the whole form, in the order of the document', () => {
    const rules = getFormRules('begin', siteWith({ begin: { ...step, fields: ['country', 'email'] } }));
    expect(Object.entries(rules)).toEqual([
      ['country', whole['country']],
      ['email', whole['email']],
    ]);
  });

  test('are optional where the document says so, and for this step alone', () => {
    const site = siteWith({
      begin: { ...step, fields: ['code', 'terms'], optional: ['code'] },
      end: { ...step, fields: ['code'] },
    });
    expect(getFormRules('begin', site)['code']).toEqual({ ...whole['code'], required: false });
    expect(getFormRules('begin', site)['terms']).toBe(whole['terms']);
    expect(getFormRules('end', site)['code']).toBe(whole['code']);
  });

  test('are found for forms of the site alone, and not by names that every object has', () => {
    const site = siteWith({ begin: { ...step, fields: ['email', 'constructor'] } });
    expect(Object.keys(getFormRules('begin', site))).toEqual(['email']);
    for (const name of ['other', 'constructor', '__proto__']) expect(findFormFields(name, site)).toBeUndefined();
    expect(() => getFormFields('begin', siteWith({}))).toThrow('The form "begin" does not exist.');
  });
});
