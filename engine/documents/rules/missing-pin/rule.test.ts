import { expect, test } from 'vitest';
import { checkSmall, resolveSmall, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/landings/summer.json';
const withoutPin = swap(', "pin": "0701efed6dd9"', '');

test('A change without a pin is a warning with the pin as a safe fix', () => {
  const [finding, ...others] = checkSmall({ [file]: withoutPin });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'missing-pin', severity: 'warning', line: 7, column: 5, path: 'changes[0]' });
  expect(finding?.fix?.text).toBe(', "pin": "0701efed6dd9"');
});

test('Changes that overwrite nothing need no pin', () => {
  expect(resolveSmall()).toMatchObject({ ok: true, warnings: [] });
});

test('A long change gets its pin on a line of its own', () => {
  const long = (text: string) =>
    withoutPin(text).replace(
      '{ "op": "set", "block": "hero", "props"',
      '{\n      "op": "set",\n      "block": "hero",\n      "props"',
    );
  expect(checkSmall({ [file]: long })[0]?.fix?.text).toBe(',\n      "pin": "0701efed6dd9"');
});
