import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formMessageKeys } from '#schemas/generated/forms.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';

/**
 * The messages of sections 5 and 8 of the specification, and the texts that stand for them here. In English a text keeps the words of its
 * message, in its own order; what else it says, such as what to do, comes after.
 */
const ofFields = {
  'errors.gender': 'Please choose an option',
  'errors.firstName': 'Please provide your first name',
  'errors.lastName': 'Please provide your last name',
  'errors.country': 'Please select your country',
  'errors.email': 'Please provide a valid email address',
  'errors.codeMissing': 'Please provide an access code.',
  'errors.codeInvalid': 'Your code is not valid.',
  'errors.characters': 'Please use valid characters',
};

const ofSituations: Readonly<Record<string, readonly string[]>> = {
  'refusals.technical': ['technical issue', 'unavailable', 'later'],
  'refusals.network': ['network issue', 'check your internet connection', 'try again'],
  'refusals.invitationInvalid': ['invitation is invalid', 'cannot register'],
  'refusals.linkInvalid': ['registration link is invalid', 'request a new invitation'],
  'refusals.noInvitations': ['no invitations left', 'later'],
  'refusals.invitationExpired': ['invitation has expired', 'the member who invited you', 'new'],
  'errors.denied.eyebrow': ['Access denied'],
  'errors.denied.text': ['Your invitation is invalid.'],
  'errors.expired.text': ['Your invitation has expired. Please contact the member who invited you'],
  'errors.exhausted.text': ['no invitations left', 'try again later'],
  'errors.notFound.text': ['The page cannot be found'],
  'activation.error.eyebrow': ['Activation unsuccessful'],
  'activation.invalid.text': ['link is invalid', 'try', 'contact our customer service'],
  'activation.failed.text': ['link has expired', 'a new one'],
};

/** Texts that say what is wrong and then what to do: two sentences in every language. */
const withAdvice = ['errors.codeInvalid', ...Object.keys(ofSituations).filter((key) => key.startsWith('refusals.'))];

const readText = (locale: Locale, key: string): string => {
  const [namespace = '', ...rest] = key.split('.');
  const texts: unknown = JSON.parse(readFileSync(join('locales', locale, `${namespace}.json`), 'utf8'));
  const text = (texts as Readonly<Record<string, unknown>>)[rest.join('.')];
  if (typeof text !== 'string') throw new Error(`There is no text "${key}" in "${locale}".`);
  return text;
};

describe('messages of the specification', () => {
  test.each(Object.entries(ofFields))('%s begins with "%s", and a form shows it', (key, message) => {
    expect(readText('en', key).startsWith(message)).toBe(true);
    const shown: readonly string[] = [...formMessageKeys, 'errors.codeInvalid'];
    expect(shown).toContain(key);
  });

  test.each(Object.entries(ofSituations))('%s says %j', (key, parts) => {
    const text = readText('en', key);
    const places = parts.map((part) => text.indexOf(part));
    expect(places, text).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test.each(locales)('in %s each has its own words, and advice where something can be done', (locale) => {
    const keys = [...Object.keys(ofFields), ...Object.keys(ofSituations)];
    for (const key of keys) expect(readText(locale, key) === readText('en', key), key).toBe(locale === 'en');
    for (const key of withAdvice) expect(readText(locale, key), key).toMatch(/[.;,] \p{L}[^]*\.$/u);
  });
});
