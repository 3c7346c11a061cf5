import { expect, test } from 'vitest';
import { withCopy } from './copy-helpers.ts';

const runtime = {
  fileName: 'assets/chunks/chunk-Xk_y-9.js',
  code: 'var a=e=>`lazy ${e}`,b=e=>`module ${e}`,c=1;export{b as n,a as t,c};',
};

test('a file gets a copy of the helpers that it imports, under the names that it gives them', async () => {
  const code = withCopy(
    {
      fileName: 'assets/islands.js',
      code: 'import{n as e,t}from"./chunks/chunk-Xk_y-9.js";import{x}from"./start.js";globalThis.seen=[e(1),t(2)];',
    },
    runtime,
  );
  expect(code).not.toContain('chunk-Xk_y-9');
  expect(code).toContain('import{x}from"./start.js";');
  const module = code.replace('import{x}from"./start.js";', '').replace('globalThis.seen=', 'export default ');
  const { default: seen }: { readonly default: unknown } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module)}`
  );
  expect(seen).toEqual(['module 1', 'lazy 2']);
});

test('whatever follows the import stays where it is, as the source map has it', () => {
  const before = 'import{n as e,t}from"./chunks/chunk-Xk_y-9.js";seen(e(1));\ntold(t(2));';
  const after = withCopy({ fileName: 'assets/islands.js', code: before }, runtime);
  for (const call of ['seen(e(1))', 'seen(t(2))']) expect(after.indexOf(call)).toBe(before.indexOf(call));
});

test('a bundler that writes its imports in another way is a mistake of the build, not of a page', () => {
  const other = { fileName: 'assets/islands.js', code: 'import * as helpers from "./chunks/chunk-Xk_y-9.js";' };
  expect(() => withCopy(other, runtime)).toThrow('assets/islands.js');
});
