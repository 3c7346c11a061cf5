import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isForProduction } from '../../commands/json-lines.ts';

const root = new URL('../..', import.meta.url);

/** Runs Node as a production process; everything that it wrote, line by line. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], VITRINE_MODE: 'production', ...env },
  });
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  const parsed = lines.map((line): Readonly<Record<string, unknown>> => JSON.parse(line));
  return { status, lines: parsed };
}

test('a production server that cannot start says why in lines of JSON', () => {
  const { status, lines } = run(['commands/serve.ts'], { PORT: 'none' });
  expect(status).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 'error', environment: 'production', msg: expect.stringContaining('PORT') });
});

test('the console, warnings, deprecations and a crash are lines of JSON, without addresses', () => {
  const script = `
    const { writeJsonLinesOnly } = await import('./commands/json-lines.ts');
    writeJsonLinesOnly(process.env);
    console.log('two\\nlines of %s', 'marie@example.com');
    console.error(new Error('by a library'));
    process.emitWarning('this is old', 'DeprecationWarning', 'DEP0000');
    new Buffer(1);
    setTimeout(() => Promise.reject(new Error('nobody caught it')), 50);`;
  const { status, lines } = run(['--input-type=module', '-e', script]);
  expect(status).toBe(1);
  expect(lines.map(({ level, msg }) => [level, String(msg).split('\n')[0]])).toEqual([
    ['info', 'two'],
    ['error', 'Error: by a library'],
    ['warn', 'Node warns.'],
    ['warn', 'Node warns.'],
    ['fatal', 'The process ends: an error was not caught.'],
  ]);
  expect(lines[0]?.['msg']).toBe('two\nlines of (address)');
  expect(lines.at(-1)).toMatchObject({ err: { message: 'nobody caught it' } });
});

test.each([
  [{}, false],
  [{ ENVIRONMENT: 'production' }, true],
  [{ ENVIRONMENT: 'staging', VITRINE_MODE: 'production' }, true],
  [{ ENVIRONMENT: 'production', VITRINE_MODE: 'demo' }, false],
])('settings of %o are for production: %s', (environment, expected) => {
  expect(isForProduction(environment)).toBe(expected);
});
