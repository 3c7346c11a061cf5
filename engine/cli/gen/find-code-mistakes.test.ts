import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyBlock } from '#tests/helpers/copy-block.ts';
import { findCodeMistakesIn } from './find-code-mistakes.ts';
import { readSource } from './source.ts';

const root = mkdtempSync(join(tmpdir(), 'code-'));
copyBlock('steps', root);
afterAll(() => rmSync(root, { recursive: true }));

const path = join(root, 'blocks/steps/Steps.tsx');
const code = readFileSync(path, 'utf8');

test.each([
  ['a type of React', '{ ReactNode } from', '{ ReactNode, TouchEvent } from'],
  ['a variable that is called like a prop', '<ol ', '{[1].map((text) => <p key={text}>{text}</p>)}<ol '],
  ['children that React gives a key', '<ol ', '{Children.map(id, (child) => <p>{child}</p>)}<ol '],
  ['a report of an error', '  const Heading', "  console.error('No steps');\n  const Heading"],
])('Nothing is wrong with %s', (_, text, replacement) => {
  writeFileSync(path, code.replace(text, replacement));
  expect(code).toContain(text);
  expect(findCodeMistakesIn(root, readSource(root)).findings).toEqual([]);
});
