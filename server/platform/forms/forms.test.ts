import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { getFormFields } from '#engine/documents/journeys/form-fields.ts';
import type { JourneyForm } from '#schemas/generated/documents.ts';
import { formFiles } from '#schemas/generated/form-files.ts';
import { type FormFields, formRules } from '#schemas/generated/forms.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { addresses, names, refusedAddresses, refusedNames } from '#tests/helpers/form-corpus.ts';
import { readPostedForm, validateFields, validateForm } from '#server/platform/forms/validate-form.ts';

const valid = {
  gender: 'woman',
  firstName: 'Marie',
  lastName: 'Curie',
  email: 'marie@example.com',
  country: 'FR',
  terms: true,
  code: 'CERCLE-2026',
};
const check = (change: Record<string, unknown>) => validateForm('registration', { ...valid, ...change });
const message = (field: string, value: unknown) => {
  const result = check({ [field]: value });
  return result.ok ? 'ok' : result.errors.find((error) => error.field === field)?.message;
};

describe('names', () => {
  test.each(names)('%s is a name', (name) => {
    expect(message('firstName', name)).toBe('ok');
  });

  test.each<readonly [unknown, string]>([...refusedNames, [7, 'errors.firstName']])(
    '%j is refused with %s',
    (name, expected) => {
      expect(message('firstName', name)).toBe(expected);
    },
  );

  test.each(['Éloïse', 'Ελένη', 'Ольга', 'محمد', 'שרה', 'प्रिया', 'สมชาย', '李明', 'ユーリ', '김민준', 'ნინო', 'Անի'])(
    '%s is a name beside another one, with whatever was pasted around it',
    (name) => {
      const written = [
        `${name}\u2011${name}`,
        `${name} ${name}`,
        `${name}’${name}`,
        `${name}/${name}`,
        `${name}·${name}`,
        `\u200e${name}\u200f`,
        `\u2068${name}\u2069`,
        `„${name}“`,
        `${name},`,
      ];
      expect(written.filter((each) => message('firstName', each) !== 'ok')).toEqual([]);
      const links = [`www.${name}.example`, `https://${name}`, `${name}.com`, `${name} 😀`, `${name}@${name}.org`];
      expect(links.filter((each) => message('firstName', each) === 'ok')).toEqual([]);
    },
  );

  test('have words in every language for characters that are refused, which say nothing else there', async () => {
    for (const locale of locales) {
      const file = await readFile(`locales/${locale}/errors.json`, 'utf8');
      const words: Readonly<Record<string, string>> = JSON.parse(file);
      expect(words['characters'], locale).toMatch(/\p{L}{4}/u);
      expect(
        Object.values(words).filter((text) => text === words['characters']),
        locale,
      ).toHaveLength(1);
    }
  });

  test('are stored trimmed, in Unicode NFC and with single spaces', () => {
    const result = check({ firstName: '  E\u0301loi\u0308se   Anne ' });
    expect(result.ok && result.value.firstName).toBe('Éloïse Anne');
  });
});

describe('e-mail addresses', () => {
  test.each(addresses)('%s is an address', (email) => {
    expect(message('email', email)).toBe('ok');
  });

  test.each(refusedAddresses)('%j is refused', (email) => {
    expect(message('email', email)).toBe('errors.email');
  });

  test('are compared in lower case with the domain in punycode; plus tags and dots stay, and so does what was typed', () => {
    const canonical = (typed: string) => readEmail(typed)?.canonical;
    expect(canonical('Anna.B+x@BÜCHER.Example')).toBe('anna.b+x@xn--bcher-kva.example');
    expect(canonical('u\u0308@example.com')).toBe('ü@example.com');
    expect(canonical('anna@ｅxample.com')).toBe('anna@example.com');
    expect(readEmail('Anna@EXAMPLE.com')?.typed).toBe('Anna@EXAMPLE.com');
  });
});

describe('forms', () => {
  test('give one message per field, the first thing to correct', () => {
    const result = validateForm('registration', {});
    expect(result.ok ? [] : result.errors).toEqual([
      { field: 'gender', message: 'errors.gender' },
      { field: 'firstName', message: 'errors.firstName' },
      { field: 'lastName', message: 'errors.lastName' },
      { field: 'email', message: 'errors.email' },
      { field: 'country', message: 'errors.country' },
      { field: 'terms', message: 'errors.terms' },
      { field: 'code', message: 'errors.codeMissing' },
    ]);
    expect([
      message('gender', 'x'),
      message('country', 'US'),
      message('country', ''),
      message('terms', false),
      message('code', 'ab'),
      message('code', 'a_b_c_d'),
    ]).toEqual([
      'errors.gender',
      'errors.country',
      'errors.country',
      'errors.terms',
      'errors.codeInvalid',
      'errors.codeInvalid',
    ]);
  });

  test.each([
    '{"__proto__":{"admin":true}}',
    '{"constructor":{}}',
    '{"state":"active"}',
    '{"inviterId":"x"}',
    '{"toString":1}',
  ])('refuse the foreign field in %s', (json) => {
    expect(validateForm('registration', Object.assign(JSON.parse(json), valid)).ok).toBe(false);
  });

  test.each([null, undefined, 'text', 7, [], [valid]])('refuse %j as a form', (input) => {
    expect(validateForm('registration', input).ok).toBe(false);
  });

  test('posted without JavaScript arrive with their types', () => {
    const fields = new URLSearchParams({
      gender: 'man',
      firstName: 'Ole',
      email: '',
      terms: 'on',
      'idempotency-key': 'x',
    });
    expect(readPostedForm(formRules.registration, fields)).toEqual({
      gender: 'man',
      firstName: 'Ole',
      terms: true,
    });
    expect(
      readPostedForm(formRules.preferences, new URLSearchParams('preferences=women&preferences=home&token=t')),
    ).toEqual({
      preferences: ['women', 'home'],
      token: 't',
    });
  });

  test.each([...formFiles.values()])(
    '%s has patterns that browsers and the server read alike, and a message for each rule',
    (file) => {
      const schema = JSON.parse(readFileSync(file, 'utf8'));
      expect(schema.$id).toBe(`/${file}`);
      for (const [name, property] of Object.entries<{
        pattern?: string;
        description?: string;
        messages?: Record<string, string>;
      }>(schema.properties)) {
        expect(property.description, name).toBeTruthy();
        if (property.pattern === undefined) continue;
        expect(new RegExp(property.pattern, 'u').source).toBe(new RegExp(property.pattern, 'v').source);
        expect(property.messages?.['pattern'], name).toMatch(/^errors\./);
      }
    },
  );

  test('patterns answer hostile input of 100 kB without backtracking', () => {
    const { properties } = JSON.parse(readFileSync(formFiles.get('registration') ?? '', 'utf8'));
    const long = 100_000;
    const hostile = [
      'a'.repeat(long),
      `${'a.'.repeat(long / 2)}!`,
      `${"'".repeat(long)}!`,
      `a@${'a-'.repeat(long / 2)}!`,
      `${'a'.repeat(long)}@`,
      `a@${'a.'.repeat(long / 2)}`,
      `${'\u0301'.repeat(long)}1`,
    ];
    const accepted = ['firstName', 'email', 'code'].flatMap((field) =>
      hostile
        .filter((input) => new RegExp(properties[field].pattern, 'v').test(input))
        .map((input) => [field, input[0]]),
    );
    expect(accepted).toEqual([['firstName', 'a']]);
  });

  test('of a step are checked by the part of the schema that has its fields', () => {
    const site = (forms: Pick<JourneyForm, 'fields' | 'optional'>): FormFields => {
      const form = { post: 'step', page: 'landings/default', ...forms };
      const document = {
        $schema: '',
        version: 4 as const,
        machines: {},
        flows: {},
        outcomes: {},
        forms: { step: form },
      };
      return getFormFields('step', { journeyDocuments: new Map([['registration', document]]) });
    };
    const fields = site({ fields: ['email', 'code'], optional: ['code'] });
    expect(validateFields(fields, { email: ' marie@example.com ' })).toEqual({
      ok: true,
      value: { email: 'marie@example.com' },
    });
    expect(validateFields(fields, { email: 'marie@', code: '?', country: 'FR' })).toEqual({
      ok: false,
      errors: [
        { field: 'country', message: 'errors.characters' },
        { field: 'email', message: 'errors.email' },
        { field: 'code', message: 'errors.codeInvalid' },
      ],
    });
    // What another document says of the same form holds at once.
    for (const again of [site({ fields: ['email', 'code'] }), site({ fields: ['email', 'code'] })])
      expect(validateFields(again, { email: 'marie@example.com' })).toEqual({
        ok: false,
        errors: [{ field: 'code', message: 'errors.codeMissing' }],
      });
  });
});
