import { expect, test } from 'vitest';
import type { JsonObject } from '#engine/documents/json.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { getStaffTranslator } from '#server/admin/staff-translator.ts';
import { nameOption, readSetting, selectSettings, withGuards, write } from './document-settings.ts';

const content = { documents: new Map() };
const find = (value: JsonObject, name: string) => {
  const setting = selectSettings('landing', value, content).find((each) => each.name === name);
  if (setting === undefined) throw new Error(`There is no setting ${name}.`);
  return setting;
};

test('each value that a setting offers has a name in each language', () => {
  const settings = (['page', 'landing', 'experiment'] as const).flatMap((kind) => selectSettings(kind, {}, content));
  const unnamed = locales.flatMap((locale) => {
    const t = getStaffTranslator(locale);
    return settings.flatMap(({ name, options = [], nameOption: own }) =>
      options.filter((option) => option === (own?.(t, option) ?? nameOption(t, name, option))),
    );
  });
  expect(unnamed).toEqual([]);
});

test('guards are written in their order, and the list goes with the last one', () => {
  const applied = JSON.stringify({ name: 'applied' });
  const first = withGuards(write({}, find({}, 'guard-0'), applied));
  expect(first).toEqual({ guards: [{ name: 'applied' }] });
  const second = find(first, 'guard-1');
  const locale = JSON.stringify({ name: 'locale' });
  const both = withGuards(write(first, second, locale));
  expect(both).toEqual({ guards: [{ name: 'applied' }, { name: 'locale' }] });
  expect(readSetting(both, second)).toBe(locale);
  expect(withGuards(write(both, second, applied))).toEqual(first);
  expect(withGuards(write(first, find(first, 'guard-0'), ''))).toEqual({});
});

test('a variant names what differs from its original in one change, and returns to the original', () => {
  const remove = { op: 'remove', block: 'strip' };
  const variant = { extends: 'landings/default', changes: [remove] };
  expect(readSetting(variant, find(variant, 'layout'))).toBe('');
  const dark = write(variant, find(variant, 'theme'), 'ink');
  const hidden = write(dark, find(dark, 'index'), 'false');
  const set = { theme: 'ink', meta: { index: false } };
  expect(hidden).toEqual({ ...variant, changes: [{ op: 'document', set }, remove] });
  expect(readSetting(hidden, find(hidden, 'index'))).toBe('false');
  const light = write(hidden, find(hidden, 'theme'), '');
  expect(write(light, find(light, 'index'), '')).toEqual(variant);
});
