import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyBlock } from '#tests/helpers/copy-block.ts';
import { findBlockMistakes } from './find-block-mistakes.ts';
import { readSource } from './source.ts';
import { createValidators } from './validators.ts';

const root = mkdtempSync(join(tmpdir(), 'blocks-'));
copyBlock('steps', root);
copyBlock('faq', root);
/** In place of the block's own, so that lines of mistakes do not move with its looks. */
writeFileSync(
  join(root, 'blocks/steps/Steps.module.css'),
  `.head {
  max-width: 44rem;
}
.steps {
  display: grid;
  column-gap: var(--gap);
  margin-top: clamp(2.5rem, 4cqi, 4rem);
}
.step {
  position: relative;
}
.step::after {
  content: '';
  border-top: 1px solid var(--line);
}
.step svg {
  color: var(--eyebrow);
}
.list {
  grid-auto-columns: min(17.5rem, 74%);
}
@container (min-width: 48rem) {
  .name {
    padding-block: 1rem;
  }
}
.number {
  color: var(--eyebrow);
}
`,
);
afterAll(() => rmSync(root, { recursive: true }));

const findValidator = createValidators(readSource(root));
const schema = 'steps.schema.json';
const style = 'Steps.module.css';
const code = 'Steps.tsx';
const examples = 'examples.json';
const kind = '"kind": "static",';

test.each([
  ['a stylesheet that ends inside of a selector', style, /\.number \{[\s\S]*/, '.numb', '27 style-syntax'],
  ['a component that ends inside of an element', code, /<Heading [\s\S]*/, '<Head', '15 block-code'],
  ['a required property that there is not', schema, '["title", "steps"]', '["titel", "steps"]', '9 schema-reference'],
  ['an unknown facet', schema, kind, `${kind} "facets": ["invter"],`, '5 schema-annotation'],
  ['an unknown block inside', schema, kind, `${kind} "children": ["stepz"],`, '5 schema-annotation'],
  [
    'a type in a slot that there is not',
    schema,
    kind,
    `${kind} "slots": { "main": { "description": "Inside.", "types": ["stepz"] } },`,
    '5 schema-annotation',
  ],
  [
    'a group in a slot that no block has',
    schema,
    kind,
    `${kind} "slots": { "main": { "description": "Inside.", "types": ["@contnet"] } },`,
    '5 schema-annotation',
  ],
  [
    'slots of an island',
    schema,
    kind,
    '"kind": "island", "slots": { "main": { "description": "Inside.", "types": ["@content"] } },',
    '5 schema-annotation',
  ],
  [
    'a slot without a description',
    schema,
    kind,
    `${kind} "slots": { "main": { "types": ["@content"] } },`,
    '5 schema-annotation',
  ],
  ['a misspelled keyword that must be there', schema, '"description"', '"descriptoin"', '4 schema-keyword'],
  ['another one', schema, '"additionalProperties"', '"aditionalProperties"', '8 schema-keyword'],
  ['a keyword with a value of another kind', schema, '["title", "steps"]', '"title"', '9 schema-keyword'],
  ['a kind of value that JSON Schema does not have', schema, '"type": "array"', '"type": "aray"', '29 schema-keyword'],
  ['a schema that is no object', schema, '"items": {', '"items": 7, "default": {', '32 schema-keyword'],
  ['a default that is no choice', schema, '"default": "plain"', '"default": "plian"', '19 schema-keyword'],
  ['a required property twice', schema, '["title", "steps"]', '["title", "title", "steps"]', '9 schema-keyword'],
  ['a choice twice', schema, '["plain", "surface", ', '["plain", "plain", ', '18 schema-keyword'],
  ['a lower limit above the upper one', schema, '"minItems": 2', '"minItems": 9', '30 schema-keyword'],
  [
    'a definition that there is not',
    schema,
    '/icon.schema.json',
    '/window.schema.json#/$defs/zoon',
    '39 schema-reference',
  ],
  ['the level of a text of a schema that there is not', schema, '/text.schema', '/txt.schema', '11 schema-reference'],
  ['a description without words', schema, '"Steps in order."', '""', '27 schema-description'],
  ['a name that is no variable', schema, '"ground": {', '"the-ground": {', '15 schema-keyword'],
  ['a brace that is never closed', style, '44rem;\n}', '44rem;\n', '1 style-syntax'],
  ['a semicolon too few', style, 'display: grid;', 'display: grid', '5 style-syntax'],
  ['a comment of another language', style, '.head {', '// head\n.head {', '1 style-syntax'],
  ['a property that the schema does not have', code, 'title, ', 'titel, ', '6 block-code'],
  ['a component under another name', code, 'export function Steps', 'export function Step', '6 block-code'],
  ['a class that the stylesheet does not have', code, 'css.head', 'css.haed', '10 block-code'],
  ['a stylesheet that is not there', code, './Steps.module.css', './Step.module.css', '3 block-code'],
  ['an event on the server', code, '<ol ', '<ol onClick={() => 1} ', '11 block-code'],
  ['an attribute of HTML', code, '<ol ', '<p class="muted" /><ol ', '11 block-code'],
  ['a style in an attribute', code, '<ol ', '<ol style={{ gap: 0 }} ', '11 block-code'],
  ['an image by its address', code, '<ol ', '<img src="/images/a.png" alt="" /><ol ', '11 block-code'],
  ['a quotation mark that is never closed', code, '<ol ', '<p id="a /><ol ', '11 block-code'],
  ['a property that browsers do not know', style, 'position: relative;', 'positoin: relative;', '10 style-syntax'],
  ['a length without a unit', style, '44rem;', '44;', '2 style-syntax'],
  ['marks of a merge', style, '.head {', '<<<<<<< HEAD\n.head {', '1 style-syntax'],
  ['another title', schema, '"title": "Steps"', '"title": "Step"', '3 schema-name'],
  ['words in a component', code, '<ol ', '<p>All steps</p><ol ', '11 block-code'],
  ['an icon that nobody drew', code, 'name={step.icon}', 'name="stpe"', '14 block-code'],
  ['a token that there is not', style, 'var(--', 'var(--nope-', '6 style-token'],
  ['a component that does not parse', code, '</', '<', '18 block-code'],
  ['a text of code that is never closed', code, "from 'react';", "from 'react;", '1 block-code'],
  [
    'an import of another block',
    code,
    'import css from',
    "import { Faq } from '#blocks/faq/Faq.tsx';\nimport css from",
    '3 block-code',
  ],
  ['a class that no code names', style, '.head {', '.lead {\n  margin: 0;\n}\n.head {', '1 style-class'],
  ['a value that a property does not take', style, 'position: relative;', 'position: relativ;', '10 style-syntax'],
  ['a unit that does not exist', style, '44rem;', '44rme;', '2 style-syntax'],
  ['a keyword of a property that is newer', style, 'position: relative;', 'object-fit: covr;', '10 style-syntax'],
  ['a font that no brand has', style, 'position: relative;', 'font-family: Arial;', '10 style-token'],
  ['an animation that there is not', style, 'position: relative;', 'animation: fade-in 1s;', '10 style-syntax'],
  ['a unit in a function', style, 'min(17.5rem, 74%)', 'min(17.5remm, 74%)', '20 style-syntax'],
  ['a transition of nothing', style, 'position: relative;', 'transition: opactiy 1s;', '10 style-syntax'],
  ['a length with a comma', style, '44rem;', '44,5rem;', '2 style-syntax'],
  ['a line that there is not', style, '1px solid var', '1px soild var', '14 style-syntax'],
  ['a rule that there is not', style, '@container', '@contaner', '22 style-syntax'],
  ['a state that there is not', style, '.step svg {', '.step:hovr svg {', '16 style-syntax'],
  ['a sum without blanks', style, '44rem;', 'calc(1rem+2px);', '2 style-syntax'],
  ['a selector of all blocks', style, '.head {', 'p {\n  margin: 0;\n}\n.head {', '1 style-class'],
  ['a class in brackets', code, 'css.head', "css['haed']", '10 block-code'],
  ['the props of another block', code, ' }: StepsProps', ' }: FaqProps', '6 block-code'],
  ['an element that stays open', code, '</ol>', '', '11 block-code'],
  ['a name that is used twice and not imported', code, ', Text, titleId }', ', titleId }', '20 block-code'],
  ['an element that nothing imports', code, '<ol ', '<Picture /><ol ', '11 block-code'],
  ['a hook on the server', code, '  const Heading', '  useEffect(() => {});\n  const Heading', '7 block-code'],
  ['a hook that nothing imports', code, '  const Heading', '  useSpring();\n  const Heading', '7 block-code'],
  ['the window on the server', code, '  const Heading', '  void window.name;\n  const Heading', '7 block-code'],
  [
    'a request while a page is rendered',
    code,
    '  const Heading',
    "  void fetch('/x');\n  const Heading",
    '7 block-code',
  ],
  ['a random number', code, '  const Heading', '  void Math.random();\n  const Heading', '7 block-code'],
  ['the time of a build', code, '  const Heading', '  void new Date();\n  const Heading', '7 block-code'],
  ['an import of another notation', code, '  const Heading', "  require('x');\n  const Heading", '7 block-code'],
  ['markup as a text', code, '<ol ', '<p dangerouslySetInnerHTML={{ __html: id }} /><ol ', '11 block-code'],
  ['a script', code, '<ol ', '<script /><ol ', '11 block-code'],
  ['an image without sizes', code, '<ol ', '<img src={image.src} alt="" /><ol ', '11 block-code'],
  ['an address that is not translated', code, '<ol ', '<a href="/join" /><ol ', '11 block-code'],
  ['a group that is misspelt', schema, '["content"]', '["contnet"]', '6 schema-annotation'],
  ['a choice without a type', schema, '"type": "string",', '', '18 schema-keyword'],
  ['a count below zero', schema, '"minItems": 2', '"minItems": -2', '30 schema-keyword'],
  ['a list whose items are misspelt', schema, '"items": {', '"item": {', '32 schema-keyword'],
  ['an object of any property', schema, 'Properties": false', 'Properties": true', '8 schema-open-object'],
  ['a choice of another type', schema, '"accent"]', '7]', '18 schema-keyword'],
  ['the width of a text', schema, '"heading": "level"', '"leastWidth": 9, "heading": "level"', '12 schema-annotation'],
  ['an element whose tag is not ended', code, '{step.title} />', '{step.title}>', '20 block-code'],
  ['a name that is declared twice', code, '  const isList', "  const Heading = 'h3';\n  const isList", '8 block-code'],
  ['marks of a merge in code', code, '      <ol ', '<<<<<<< HEAD\n      <ol ', '11 block-code'],
  ['a mark in code that nobody sees', code, 'headingTag(level', 'heading\u200BTag(level', '7 block-code'],
  ['a variable that is misspelt', code, '{steps.map', '{stesp.map', '12 block-code'],
  ['a property of a step that is misspelt', code, '{step.text}', '{step.txet}', '22 block-code'],
  ['an element of a list without its key', code, 'key={index} ', '', '13 block-code'],
  ['an attribute as HTML spells it', code, 'tabIndex=', 'tabindex=', '11 block-code'],
  ['a component that comes later', code, 'export function', 'export async function', '6 block-code'],
  ['the stylesheet of another block', code, './Steps.module', '../faq/Faq.module', '3 block-code'],
  [
    'an origin of frames without encryption',
    schema,
    kind,
    `${kind} "frames": ["http://a.example"],`,
    '5 schema-annotation',
  ],
  ['a component that returns nothing', code, '  return (\n', '  (\n', '6 block-code'],
  ['an event as HTML writes it', code, '<ol ', '<ol onclick="go()" ', '11 block-code'],
  ['an image without its text', code, '<ol ', '<img src={steps[0]?.text} /><ol ', '11 block-code'],
  ['a misspelt type of React', code, '{ ReactNode } from', '{ ReactNodes } from', '1 block-code'],
  ['a property as code writes it', style, 'padding-block:', 'paddingBlock:', '24 style-syntax'],
  ['a misspelt function of tokens', style, 'var(--line)', 'vra(--line)', '14 style-syntax'],
  ['an id in place of a class', style, '.head {', '#head {', '1 style-class'],
  ['a name of a token without hyphens', style, 'var(--line)', 'var(line)', '14 style-syntax'],
  ['a misspelt function', style, 'clamp(', 'clmap(', '7 style-syntax'],
  ['a step of a search for mistakes', code, '  const Heading', '  debugger;\n  const Heading', '7 block-code'],
  ['a return that ends with its line', code, '  return (\n', '  return\n', '9 block-code'],
  ['a reference without its folder', schema, '/schemas/text.schema.json', 'text.schema.json', '11 schema-reference'],
  ['a file of a stylesheet', style, 'position: relative;', "background: url('./a.png');", '10 style-url'],
  [
    'a text as if it were words',
    code,
    '<Text value={step.text} as="p" className="muted" />',
    '<p>{step.text}</p>',
    '22 block-code',
  ],
  ['a value that a choice does not have', code, "narrow === 'list'", "narrow === 'lits'", '8 block-code'],
  ['a property that is in the code alone', code, 'narrow, steps }', 'narrow, footnote, steps }', '6 block-code'],
  [
    'a misspelt property that is taken out in the body',
    code,
    '{ id, eyebrow, title, text, level, ground, narrow, steps }: StepsProps): ReactNode {',
    'props: StepsProps): ReactNode {\n  const { id, eyebrow, titel: title, text, level, ground, narrow, steps } = props;',
    '7 block-code',
  ],
  [
    'a property that no code reads',
    schema,
    '"narrow": {',
    '"wide": { "description": "Wide.", "type": "boolean" },\n"narrow": {',
    '21 block-code',
  ],
  ['a list that may render its length', code, '{steps.map(', '{steps.length && steps.map(', '12 block-code'],
  ['a part of a list that the schema does not have', code, 'value={step.text}', 'value={step.body}', '22 block-code'],
  ['an attribute twice', code, '<ol className', '<ol className="icon" className', '11 block-code'],
  ['a class of a stylesheet as an import', code, 'import css from', 'import { head } from', '3 block-code'],
  ['a comment of HTML', code, '<ol ', '<!-- steps --><ol ', '11 block-code'],
  [
    'a stylesheet from outside of the allowed folders',
    code,
    './Steps.module.css',
    '../../Steps.module.css',
    '3 block-code',
  ],
  ['a property twice', style, 'position: relative;', 'position: relative;\n  position: absolute;', '11 style-syntax'],
  ['a property without a value', style, "content: '';", 'content: ;', '13 style-syntax'],
  ['a unit in a condition', style, '48rem', '48rm', '22 style-syntax'],
  [
    'a class that is joined as in Sass',
    style,
    '.head {',
    '.step {\n  &-last {\n    margin: 0;\n  }\n}\n.head {',
    '2 style-syntax',
  ],
  ['a class without its dot', style, '.number {', 'number {', '27 style-class'],
  ['a block inside of itself', schema, kind, `${kind} "children": ["steps"],`, '5 schema-annotation'],
  [
    'a type beside a reference',
    schema,
    '"heading": "level",',
    '"heading": "level", "type": "string",',
    '12 schema-keyword',
  ],
  ['another stylesheet', style, '.head {', "@import 'a.css';\n.head {", '1 style-syntax'],
  ['a misspelt word of importance', style, '44rem;', '44rem !importnat;', '2 style-syntax'],
  ['a bracket that stays open', style, '.head {', ':not(.steps .head {', '1 style-syntax'],
  ['a feature that there is not', style, '(min-width', '(min-widht', '22 style-syntax'],
  ['a variable of Sass', style, '.head {', '$gap: 1rem;\n.head {', '1 style-syntax'],
  ['typographic quotes in styles', style, "content: ''", 'content: ‘’', '13 style-syntax'],
  [
    'a mark in an example that nobody sees',
    examples,
    '"landing.steps.title"',
    '{ "en": "A\u200BB" }',
    '8 invisible-character',
  ],
  ['an example with an empty name', examples, '"Five steps"', '""', '2 schema'],
  ['a misspelled property of an example', examples, '"title"', '"titel"', '8 schema'],
  ['an example of another block', examples, '"type": "steps"', '"type": "stesp"', '6 schema'],
  ['an example without a name', examples, '"name"', '"nmae"', '2 schema'],
  ['examples that are not JSON', examples, ',', '', '4 json'],
])('One finding at its place: %s', (_, name, from, to, expected) => {
  const path = join(root, 'blocks/steps', name);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
  try {
    const found = findBlockMistakes(root, readSource(root), { missing: 'error', findValidator });
    expect(found.map(({ file, line, rule }) => `${file} ${line} ${rule}`)).toEqual([
      `blocks/steps/${name} ${expected}`,
    ]);
  } finally {
    writeFileSync(path, before);
  }
});

test('One finding at its place: a module of the kit that is not there', () => {
  const kit = join(root, 'engine/block-kit');
  const path = join(root, 'blocks/steps', code);
  const before = readFileSync(path, 'utf8');
  mkdirSync(kit, { recursive: true });
  writeFileSync(join(kit, 'index.ts'), '');
  writeFileSync(path, before.replace('block-kit/index.ts', 'block-kit/indx.ts'));
  try {
    const found = findBlockMistakes(root, readSource(root), { missing: 'error', findValidator });
    expect(found.filter(({ file }) => file === `blocks/steps/${code}`)).toMatchObject([
      { line: 2, rule: 'block-code', suggestion: '#engine/block-kit/index.ts' },
    ]);
  } finally {
    writeFileSync(path, before);
    rmSync(kit, { recursive: true });
  }
});

test('A custom element that is defined under another name is a finding where it is defined', () => {
  const path = join(root, 'blocks/steps', code);
  const behaviour = join(root, 'blocks/steps/Steps.behaviour.ts');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace('<ol ', '<vitrine-steps /><ol '));
  writeFileSync(behaviour, "\ncustomElements.define('vitrine-step', class extends HTMLElement {});\n");
  const found = findBlockMistakes(root, readSource(root), { missing: 'error', findValidator });
  writeFileSync(path, before);
  rmSync(behaviour);
  expect(found.filter(({ file }) => file.endsWith('Steps.behaviour.ts'))).toMatchObject([
    { line: 2, rule: 'block-code', suggestion: 'vitrine-steps' },
  ]);
});

test.each([
  ['a step of a search for mistakes', 'console.log(1);'],
  ['markup as a text', 'document.body.innerHTML = name;'],
  ['a text as code', 'eval(name);'],
])('One finding in code of the browser: %s', (_, line) => {
  const behaviour = join(root, 'blocks/steps/Steps.behaviour.ts');
  writeFileSync(behaviour, `\n${line}\n`);
  const found = findBlockMistakes(root, readSource(root), { missing: 'error', findValidator });
  rmSync(behaviour);
  expect(found.filter(({ rule }) => rule === 'block-code').map(({ line: at }) => at)).toEqual([2]);
});

test.each([
  ['a file that no block has', 'steps/Steps.jsx', 'stray-file'],
  ['a stylesheet that is no module', 'steps/Steps.css', 'stray-file'],
  ['code that nothing imports', 'steps/Step.tsx', 'stray-file'],
  ['a component without a folder', 'Quote.tsx', 'stray-file'],
  ['a folder without a schema', 'velvet/Velvet.tsx', 'block-files'],
  ['a folder in capitals', 'Velvet/velvet.schema.json', 'schema-name'],
  ['a schema of another name', 'velvet/velvets.schema.json', 'schema-name'],
])('%s is one finding, at the file', (_, file, rule) => {
  const path = join(root, 'blocks', file);
  const folder = join(path, '..');
  const isNew = mkdirSync(folder, { recursive: true }) !== undefined;
  writeFileSync(path, '{}');
  const found = findBlockMistakes(root, readSource(root), { missing: 'warning', findValidator });
  rmSync(isNew ? folder : path, { recursive: true });
  expect(found.map((finding) => `${finding.file} ${finding.rule}`)).toEqual([`blocks/${file} ${rule}`]);
});

test('A folder that was copied is one finding, and so is a link in place of a folder', () => {
  const copy = join(root, 'blocks/steps-old');
  cpSync(join(root, 'blocks/steps'), copy, { recursive: true });
  const places = (): readonly string[] =>
    findBlockMistakes(root, readSource(root), { missing: 'warning', findValidator }).map(
      ({ file, rule }) => `${file} ${rule}`,
    );
  expect(places()).toEqual(['blocks/steps-old/steps.schema.json schema-name']);
  rmSync(copy, { recursive: true });
  symlinkSync('steps', copy);
  expect(places()).toEqual(['blocks/steps-old stray-file']);
  rmSync(copy);
});

test('A folder that was renamed in capitals is one finding, whatever its examples say', () => {
  renameSync(join(root, 'blocks/steps'), join(root, 'blocks/Steps'));
  const found = findBlockMistakes(root, readSource(root), { missing: 'warning', findValidator });
  renameSync(join(root, 'blocks/Steps'), join(root, 'blocks/steps'));
  expect(found.map(({ file, rule, suggestion }) => [file, rule, suggestion])).toEqual([
    ['blocks/Steps/steps.schema.json', 'schema-name', 'steps'],
  ]);
});

test('Examples under another name are one finding, which names the right one', () => {
  const folder = join(root, 'blocks/steps');
  renameSync(join(folder, examples), join(folder, 'example.json'));
  const found = findBlockMistakes(root, readSource(root), { missing: 'warning', findValidator });
  renameSync(join(folder, 'example.json'), join(folder, examples));
  expect(found.map(({ file, rule, suggestion }) => [file, rule, suggestion])).toEqual([
    ['blocks/steps/example.json', 'stray-file', examples],
  ]);
});
