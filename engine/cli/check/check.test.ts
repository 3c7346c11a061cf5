import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUserError, type UserError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { copyBlock } from '#tests/helpers/copy-block.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBlockMistakes } from '../gen/find-block-mistakes.ts';
import { readConfig } from '../gen/read-config.ts';
import { toSourceFinding } from '../gen/source-finding.ts';
import { readSource } from '../gen/source.ts';
import { createValidators } from '../gen/validators.ts';
import { run } from './index.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'check-'));
  cpSync('tests/invalid-projects/project', root, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const landing = 'pages-config/landings/default.json';
const variant = 'pages-config/landings/summer.json';
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const edit = (file: string, from: string, to: string) =>
  writeFileSync(
    join(root, file),
    read(file).replace(from, () => to),
  );

async function check(
  args: readonly string[],
  colours = false,
): Promise<{ readonly code: number; readonly text: string }> {
  let text = '';
  const code = await run(args, root, {
    colours,
    write: (part) => {
      text += part;
    },
  });
  return { code, text };
}

test('All findings of all files come in one run, sorted, each on one line', async () => {
  edit(landing, '"dark"', '"drak"');
  edit('pages-config/fragments/header.json', 'link:login', 'link:nobody');
  edit('pages-config/pages/about-us.json', '"centered"', '"centred"');
  const { code, text } = await check([]);
  expect(code).toBe(1);
  expect(text.split('\n').map((line) => line.split(':')[0])).toEqual([
    'pages-config/fragments/header.json',
    landing,
    'pages-config/pages/about-us.json',
    '3 errors, 0 warnings. Each rule is explained in docs/rules/.',
    '',
  ]);
});

test('Warnings alone do not fail', async () => {
  edit(variant, ', "pin": "0701efed6dd9"', '');
  expect((await check([])).code).toBe(0);
});

test('With --fix missing pins are written and certain misspellings fixed; the file keeps its layout', async () => {
  const before = read(variant);
  edit(variant, ', "pin": "0701efed6dd9"', '');
  expect(await check(['--fix'])).toEqual({ code: 0, text: '0 errors, 0 warnings. 1 finding fixed.\n' });
  expect(read(variant)).toBe(before);

  const original = read(landing);
  edit(landing, '"title": "landing.hero"', '"titel": "landing.hero"');
  expect((await check(['--fix'])).code).toBe(0);
  expect(read(landing)).toBe(original);
});

test('With --fix nothing is guessed', async () => {
  edit(landing, '"dark"', '"drak"');
  const before = read(landing);
  expect((await check(['--fix'])).code).toBe(1);
  expect(read(landing)).toBe(before);
});

test('With --max the rest is counted, and the exit code is that of all findings', async () => {
  edit(landing, '"dark"', '"drak"');
  edit(landing, 'images/satin.jpg', 'images/stain.jpg');
  const { code, text } = await check(['--max', '1']);
  expect([code, text.trimEnd().split('\n').length]).toEqual([1, 2]);
  expect(text).toContain('Not shown: 1.');
  await expect(check(['--max', 'x'])).rejects.toThrow('"--max" needs a whole number, not "x".');
});

test('As JSON the findings are whole', async () => {
  edit(landing, '"dark"', '"drak"');
  const { text } = await check(['--format', 'json']);
  expect(JSON.parse(text)).toEqual([
    {
      rule: 'schema',
      severity: 'error',
      file: landing,
      line: 13,
      column: 74,
      path: 'blocks[1].image.grade',
      message: 'The value "drak" is not one of the allowed ones.',
      expected: 'one of none, dark, light',
      found: '"drak"',
      suggestion: 'dark',
    },
  ]);
});

test('As SARIF each result names a rule that the log describes, its place and its fix', async () => {
  edit(variant, ', "pin": "0701efed6dd9"', '');
  const { text } = await check(['--format', 'sarif']);
  const log = JSON.parse(text) as {
    version: string;
    runs: [{ tool: { driver: { rules: { id: string }[] } }; results: object[] }];
  };
  expect(log.version).toBe('2.1.0');
  expect(log.runs[0].tool.driver.rules.map(({ id }) => id)).toContain('missing-pin');
  expect(log.runs[0].results).toMatchObject([
    {
      ruleId: 'missing-pin',
      level: 'warning',
      locations: [
        { physicalLocation: { artifactLocation: { uri: variant }, region: { startLine: 7, startColumn: 5 } } },
      ],
      fixes: [{ artifactChanges: [{ replacements: [{ insertedContent: { text: ', "pin": "0701efed6dd9"' } }] }] }],
    },
  ]);
});

test('Colours are for people at a terminal', async () => {
  edit(landing, '"dark"', '"drak"');
  expect((await check([], true)).text).toContain('\u001b[31merror\u001b[39m');
  expect((await check([], false)).text).not.toContain('\u001b');
});

test('A format that does not exist is refused with those that do', async () => {
  await expect(check(['--format', 'xml'])).rejects.toThrow('Choose one of text, json, sarif.');
});

test('A reader who has seen enough ends nothing with an error', async () => {
  const child = spawn(process.execPath, ['engine/cli/main.ts', 'check', '--format', 'json']);
  child.stdout.destroy();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code]: unknown[] = await once(child, 'close');
  expect([code, said]).toEqual([0, '']);
});

test('A changed base is shown as a three-way diff and accepted for one variant; its previous values are stored', async () => {
  expect((await check(['--accept'])).text).toBe('No base moved under a change.\n');
  await check(['--fix']);
  edit(landing, '"title": "landing.hero"', '"title": "landing.steps"');
  edit('locales/en/landing.json', '"steps"', '"unused": "", "steps"');
  const moved = [
    'landings/summer changes[0]: sets props of the block "hero" of landings/default',
    '  title',
    '    the base said landing.hero, “Come in”',
    '    the base says landing.steps, “How it works”',
    '    the variant says landing.summer, “Summer is here”',
    '',
  ];
  const seen = await check(['--accept']);
  expect([seen.code, seen.text.split('\n').slice(0, moved.length)]).toEqual([1, moved]);
  await expect(check(['--accept', 'landings/summr'])).rejects.toThrow('Did you mean "landings/summer"?');
  expect((await check([])).text).toContain('patch-drift');

  expect(await check(['--accept', 'landings/summer'])).toMatchObject({
    code: 0,
    text: expect.stringMatching(/One change is accepted\.\n$/),
  });
  expect((await check([])).text).not.toContain('patch-drift');
  edit(landing, '"title": "landing.steps"', '"title": "landing.hero"');
  expect((await check(['--accept'])).text).toContain('    the base said landing.steps, “How it works”\n');
});

test('A base without a stored value is shown as it is', async () => {
  edit(landing, '"title": "landing.hero"', '"title": "landing.steps"');
  const { text } = await check(['--accept']);
  expect(text).toContain(
    '  What the base said was not kept; "git log -p" of its file shows it.\n  title\n    the base says',
  );
});

test('A mistake in the folder of a block is found by the rule and at the place that "npm run gen" and a build say, once each', async () => {
  copyBlock('steps', root);
  const foundAfter = async (file: string, from: string, to: string): Promise<readonly Finding[]> => {
    const before = read(file);
    edit(file, from, to);
    const found = JSON.parse((await check(['--format', 'json'])).text);
    const source = readSource(root);
    expect(findBlockMistakes(root, source, { missing: 'error', findValidator: createValidators(source) })).toEqual(
      found,
    );
    writeFileSync(join(root, file), before);
    return found;
  };
  const schema = await foundAfter('blocks/steps/steps.schema.json', '["title", "steps"]', '["titel", "steps"]');
  expect(schema).toEqual([expect.objectContaining({ rule: 'schema-reference', line: 9 })]);
  const example = await foundAfter('blocks/steps/examples.json', '"title"', '"titel"');
  expect(example).toEqual([expect.objectContaining({ rule: 'schema', line: 8 })]);
});

test('Of a schema that is not JSON nothing else is said', async () => {
  copyBlock('steps', root);
  edit('blocks/steps/steps.schema.json', '"kind": "static",', '"kind": "static"');
  expect((await check([])).text).toMatch(
    /^blocks\/steps\/steps\.schema\.json:6:3 {2}error {2}json .*\n1 error, 0 warnings\./,
  );
});

test('A site document that is not JSON is one finding, although languages of blocks are read from it', async () => {
  copyBlock('steps', root);
  edit('pages-config/site.json', '"value": 3000', '"value": 3.000.000');
  expect((await check([])).text).toMatch(/^pages-config\/site\.json:14:\d+ {2}error {2}json .*\n1 error, 0 warnings\./);
});

test('What the code of the project names and there is not, is a finding at the name', async () => {
  copyBlock('steps', root);
  writeFileSync(join(root, 'vitrine.config.ts'), "export default {\n  journeys: ['newsletter'],\n};\n");
  expect((await check([])).text).toMatch(
    /^vitrine\.config\.ts:2:14 {2}error {2}project-source .*"newsletter".*\n1 error, 0 warnings\./,
  );
});

test.each([
  ["export default {\n  journys: ['a'],\n};\n", '"journys"', 2],
  ["export default {\n  journeys: 'a',\n};\n", 'no list', 2],
  ["export default {\n  journeys: ['a', 'a'],\n};\n", 'twice', 2],
  ['\nexport default {};\n', 'no "journeys"', 2],
  ['\nexport default defineSites({});\n', '"defineSites"', 2],
  ['\nexport const site = { journeys: [] };\n', 'exports no site', 1],
])('The configuration %j is a finding on the line of the mistake', (text, says, line) => {
  writeFileSync(join(root, 'vitrine.config.ts'), text);
  const error = tryTo(() => readConfig(root));
  expect(error.message).toContain(says);
  expect(toSourceFinding(root, error)).toMatchObject({ file: 'vitrine.config.ts', line });
});

function tryTo(call: () => unknown): UserError {
  try {
    call();
  } catch (error) {
    if (isUserError(error)) return error;
  }
  throw new Error('It was accepted.');
}

test('What a run found nothing in is looked at again once anything changes that it depends on', async () => {
  copyBlock('steps', root);
  expect((await check([])).text).toBe('0 errors, 0 warnings.\n');
  const rulesAfter = async (file: string, from: string, to: string): Promise<readonly string[]> => {
    const before = read(file);
    edit(file, from, to);
    const findings = JSON.parse((await check(['--format', 'json'])).text) as readonly Finding[];
    writeFileSync(join(root, file), before);
    return findings.map(({ rule }) => rule);
  };
  expect(await rulesAfter('locales/de/landing.json', 'Treten Sie ein', 'Treten  Sie ein')).toEqual(['typography']);
  expect(await rulesAfter('pages-config/site.json', '"login": ', '"logon": ')).toContain('unknown-link');
  expect(await rulesAfter('blocks/steps/Steps.module.css', '{', '{ color: var(--nobody);')).toEqual(['style-token']);
  expect(await rulesAfter(landing, '"dark"', '"drak"')).toEqual(['schema']);
});
