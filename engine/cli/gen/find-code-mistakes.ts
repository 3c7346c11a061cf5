import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import * as React from 'react';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { locateOffset } from '#engine/documents/locate.ts';
import type { CodeMistake } from './code-mistake.ts';
import { describeCodeError } from './describe-code-error.ts';
import { findElementMistakes } from './find-element-mistakes.ts';
import { findKitElementMistakes, type KitComponent, readKitComponents } from './find-kit-element-mistakes.ts';
import { findPropMistakes } from './find-prop-mistakes.ts';
import { findRenderMistakes } from './find-render-mistakes.ts';
import type { BlockSource, GeneratorInput } from './source.ts';

export interface CodeFindings {
  readonly findings: readonly Finding[];
  /** Files that do not parse and get no other findings. */
  readonly unparsed: ReadonlySet<string>;
}

/**
 * Mistakes in components and other code of blocks and layouts; only the first one of code that does not parse.
 *
 * @param unread stylesheets with a syntax mistake, whose classes are unknown
 */
export function findCodeMistakesIn(
  root: string,
  source: Pick<GeneratorInput, 'blocks' | 'layouts' | 'shared'>,
  unread: ReadonlySet<string> = new Set(),
): CodeFindings {
  const folders = new Map([...source.blocks, ...source.layouts].map((block) => [block.folder, block]));
  const icons = (source.shared.get('/schemas/icon.schema.json')?.enum ?? []).map(String);
  // The prop types of new blocks are generated after this check.
  const names = readExports(root, KIT);
  const kit = names && new Set([...names, ...source.blocks.map(({ pascal }) => `${pascal}Props`)]);
  const components = new Map([...readKitComponents(root, dirname(KIT))].filter(([name]) => names?.has(name) === true));
  const unparsed = new Set<string>();
  const findings = listPaths(
    root,
    [...folders.keys()].map((folder) => `${folder}/**/*.{ts,tsx}`),
  ).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const parsed = parseSync(file, text, { showSemanticErrors: true });
    const { errors, module } = parsed;
    const [first] = errors;
    if (first !== undefined) {
      unparsed.add(file);
      return [finding(file, text, describeCodeError(text, first, file.endsWith('.tsx')))];
    }
    if (file.includes('.test.')) return [];
    const block = folders.get(dirname(file));
    const misnamed = [...unknownNames(kit, module.staticImports), ...unknownReactNames(module.staticImports)];
    const isComponent = block !== undefined && file === `${block.folder}/${block.pascal}.tsx`;
    const ofProps = isComponent ? findPropMistakes(parsed.program, block) : { inCode: [], unread: [] };
    const misread = [...ofProps.inCode, ...(block === undefined || isComponent ? [] : unknownParts(block, text))];
    const forbidden = forbiddenImports(file, module.staticImports);
    // What may not be imported need not be there.
    const missing = missingFiles(root, file, module.staticImports).filter(
      ({ offset }) => !forbidden.some((each) => each.offset === offset),
    );
    const others = misnamed.length > 0 ? [] : ofProps.unread;
    const ofCode = [
      ...missing,
      ...forbidden,
      ...misnamed,
      ...(block === undefined ? [] : unknownElements(root, block, file, text)),
      ...(block === undefined ? [] : missingExport(block, file, text, module.staticExports)),
      ...unknownClasses(root, { file, text }, module.staticImports, unread),
      ...(block === undefined ? [] : unknownStrings(block, text)),
      ...(block === undefined ? [] : unknownAreas(block, text)),
      ...misread,
      ...(block === undefined ? [] : propsOfOthers(block, text, source.blocks)),
      // The name that an import or a parameter misspells is not declared.
      ...findRenderMistakes(parsed.program, { kind: block?.schema.kind ?? 'static', file, kit }).filter(
        ({ message }) =>
          ![...misnamed, ...misread].some(
            ({ suggestion }) => suggestion !== undefined && message.includes(`"${suggestion}"`),
          ),
      ),
      ...findElementMistakes(parsed.program, { icons, kind: block?.schema.kind }),
      ...findKitElementMistakes(parsed.program, componentsFor(text, module.staticImports, components)),
    ].map((mistake) => finding(file, text, mistake));
    return [...ofCode, ...(block === undefined ? [] : unreadProps(block, others))];
  });
  return { findings, unparsed };
}

function finding(file: string, text: string, { offset, ...mistake }: CodeMistake): Finding {
  return { rule: 'block-code', severity: 'error', file, ...locateOffset(text, offset), path: '', ...mistake };
}

/** Without those that a file declares itself, or imports from elsewhere, under the same name. */
function componentsFor(
  text: string,
  imports: Imports,
  components: ReadonlyMap<string, KitComponent>,
): typeof components {
  const others = imports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter(({ importName, localName }) => moduleRequest.value !== `#${KIT}` || importName.name !== localName.value)
      .map(({ localName }) => localName.value),
  );
  return new Map(
    [...components].filter(
      ([name]) => !others.includes(name) && !new RegExp(String.raw`\b(?:function|const) ${name}\b`).test(text),
    ),
  );
}

/** Properties that documents may write, and which change nothing. */
const unreadProps = (
  { schemaFile, schemaText, pascal, folder }: BlockSource,
  names: readonly string[],
): readonly Finding[] =>
  names.map((name) =>
    finding(schemaFile, schemaText, {
      offset: schemaText.indexOf(`"${name}"`),
      message: `${folder}/${pascal}.tsx does not read "${name}", so it changes nothing. Read it there, or take it out of the schema.`,
    }),
  );

type Imports = ReturnType<typeof parseSync>['module']['staticImports'];
type Exports = ReturnType<typeof parseSync>['module']['staticExports'];

function missingFiles(root: string, file: string, imports: Imports): readonly CodeMistake[] {
  return imports.flatMap(({ moduleRequest: { value, start } }) => {
    const isOfKit = value.startsWith(`#${dirname(KIT)}/`) && existsSync(join(root, KIT));
    const path = isOfKit ? value.slice(1) : posix.join(dirname(file), value);
    if ((!isOfKit && !value.startsWith('.')) || existsSync(join(root, path))) return [];
    const folder = dirname(path);
    const near = suggestName(
      posix.basename(path),
      listPaths(root, `${folder}/*`).map((each) => posix.basename(each)),
    );
    const suggestion = near && (isOfKit ? `#${folder}/${near}` : `./${near}`);
    return [{ offset: start, message: `There is no file "${path}" to import.`, suggestion }];
  });
}

const BLOCK_FOLDER = /^((?:journeys\/[^/]+\/)?blocks\/(?:layouts\/)?[^/]+)\//;

/** Imports outside of the allowed modules: a block's own files, `engine/block-kit` and React. */
function forbiddenImports(file: string, imports: Imports): readonly CodeMistake[] {
  const own = BLOCK_FOLDER.exec(file)?.[1] ?? '';
  return imports.flatMap(({ moduleRequest: { value, start }, entries }) => {
    const path = value.startsWith('#')
      ? value.slice(1)
      : value.startsWith('.')
        ? posix.join(dirname(file), value)
        : null;
    const isOfTypes = entries.length > 0 && entries.every(({ isType }) => isType);
    const message =
      /\.behaviour\.tsx?$/.test(file) && /^react(?:\/|$)/.test(value) && !isOfTypes
        ? 'Code of the kind "behaviour" runs without React. Change the elements of the page, or make the block an "island".'
        : whyForbidden(value, path, own);
    return message === null ? [] : [{ offset: start, message }];
  });
}

function whyForbidden(name: string, path: string | null, own: string): string | null {
  if (path === null)
    return /^react(?:\/|$)/.test(name)
      ? null
      : `A block imports no package but react, and this is "${name}". What a block needs from a package comes through engine/block-kit.`;
  if (path.startsWith(`${own}/`) || path.startsWith(`${dirname(KIT)}/`)) return null;
  return BLOCK_FOLDER.test(path)
    ? `A block imports no other block, and this is of "${BLOCK_FOLDER.exec(path)?.[1] ?? ''}". Documents put blocks into each other; what two blocks share belongs into engine/block-kit.`
    : `A block imports its own files, engine/block-kit and react alone, and this is "${path}".`;
}

/** The only module of the engine that a block may import. */
const KIT = 'engine/block-kit/index.ts';

/** Names that a module exports, including `export *`; `null` if the module does not exist. */
function readExports(root: string, file: string): ReadonlySet<string> | null {
  if (!existsSync(join(root, file))) return null;
  const { staticExports } = parseSync(file, readFileSync(join(root, file), 'utf8')).module;
  const names = new Set<string>();
  for (const { exportName, moduleRequest } of staticExports.flatMap(({ entries }) => entries)) {
    const from = moduleRequest?.value ?? '';
    if (exportName.name !== null) names.add(exportName.name);
    else {
      const path = from.startsWith('#') ? from.slice(1) : posix.join(dirname(file), from);
      for (const name of readExports(root, path) ?? []) names.add(name);
    }
  }
  return names;
}

function unknownNames(kit: ReadonlySet<string> | null, imports: Imports): readonly CodeMistake[] {
  if (kit === null) return [];
  return imports.flatMap(({ moduleRequest, entries }) =>
    entries.flatMap(({ importName: { name, start } }) =>
      moduleRequest.value !== `#${KIT}` || typeof name !== 'string' || kit.has(name)
        ? []
        : [
            {
              offset: start ?? moduleRequest.start,
              message: `Blocks cannot import "${name}": ${KIT} does not give it out.`,
              suggestion: suggestName(name, kit),
            },
          ],
    ),
  );
}

/** Everything that React and its types declare; `null` where its types are not installed. */
function listReactNames(): readonly string[] | null {
  const types = new URL('../../../node_modules/@types/react/index.d.ts', import.meta.url);
  if (!existsSync(types)) return null;
  const declared = readFileSync(types, 'utf8').matchAll(/^ {4}(?:interface|type|class|namespace) (\w+)/gm);
  return [...Object.keys(React), ...[...declared].map(([, name = '']) => name)];
}

/** Reads the types of React only for names without a value, apart from the one that every component has. */
function unknownReactNames(imports: Imports): readonly CodeMistake[] {
  const named = imports
    .filter(({ moduleRequest }) => moduleRequest.value === 'react')
    .flatMap(({ entries }) => entries.map(({ importName }) => importName))
    .filter(({ name }) => typeof name === 'string' && !Object.hasOwn(React, name) && name !== 'ReactNode');
  const known = named.length === 0 ? null : listReactNames();
  return named.flatMap(({ name, start }) => {
    const suggestion = known === null || known.includes(String(name)) ? undefined : suggestName(String(name), known);
    return suggestion === undefined
      ? []
      : [{ offset: start ?? 0, message: `React has no "${String(name)}".`, suggestion }];
  });
}

/** Custom elements that the code of a behaviour defines under a name that is like one its component renders, which nothing defines. */
function unknownElements(root: string, { folder }: BlockSource, file: string, text: string): readonly CodeMistake[] {
  if (!/\.behaviour\.tsx?$/.test(file)) return [];
  const code = listPaths(root, `${folder}/**/*.{ts,tsx}`).map((each) => readFileSync(join(root, each), 'utf8'));
  const names = (pattern: RegExp): ReadonlySet<string> =>
    new Set(code.flatMap((each) => [...each.matchAll(pattern)].map(([, name = '']) => name)));
  const defined = names(/customElements\.define\(\s*'([\w-]+)'/g);
  const rendered = names(/<([a-z]+-[\w-]+)/g);
  const undefinedOnes = [...rendered].filter((name) => !defined.has(name));
  return [...text.matchAll(/customElements\.define\(\s*'([\w-]+)'/g)].flatMap(({ 0: all, 1: name = '', index }) => {
    const suggestion = rendered.has(name) ? undefined : suggestName(name, undefinedOnes);
    return suggestion === undefined
      ? []
      : [
          {
            offset: index + all.length - name.length - 1,
            message: `No component of the block renders <${name}>, and nothing defines <${suggestion}>.`,
            suggestion,
          },
        ];
  });
}

/** The registry imports the component of a block by its name. */
function missingExport(
  { pascal, folder }: BlockSource,
  file: string,
  text: string,
  exports: Exports,
): readonly CodeMistake[] {
  if (file !== `${folder}/${pascal}.tsx`) return [];
  const entries = exports.flatMap(({ entries: own }) => own);
  const later = new RegExp(`^export (?=async function ${pascal}\\b)`, 'm').exec(text);
  if (later !== null)
    return [
      {
        offset: later.index + later[0].length,
        message: 'A page is rendered at once, so a component cannot be "async". Take "async" out.',
      },
    ];
  if (entries.some(({ exportName }) => exportName.name === pascal)) return [];
  const [first] = entries;
  return [
    {
      // It may be there without "export".
      offset: new RegExp(`^(?:function|const|let|var|class) ${pascal}\\b`, 'm').exec(text)?.index ?? first?.start ?? 0,
      message: `The component is imported as "${pascal}", and this file exports no function of that name. Write "export function ${pascal}(…)".`,
    },
  ];
}

/** An id in place of a class has a finding in the stylesheet. */
const CLASS = /[.#](-?[_a-zA-Z][\w-]*)/g;

/** Classes in code (`css.title`) that the block's stylesheet lacks. */
function unknownClasses(
  root: string,
  { file, text }: { readonly file: string; readonly text: string },
  imports: Imports,
  unread: ReadonlySet<string>,
): readonly CodeMistake[] {
  return imports.flatMap(({ moduleRequest, entries }) => {
    const { value } = moduleRequest;
    const stylesheet = posix.join(dirname(file), value);
    const path = join(root, stylesheet);
    const name = entries.find(({ importName }) => importName.kind === 'Default')?.localName.value;
    const [entry] = entries;
    if (value.endsWith('.module.css') && entry !== undefined && name === undefined && existsSync(path))
      return [
        {
          offset: entry.importName.start ?? entry.localName.start,
          message: `A stylesheet is imported as a whole, and its classes are read from it. Write "import css from '${value}'" and "css.…".`,
        },
      ];
    if (!value.endsWith('.module.css') || name === undefined || unread.has(stylesheet) || !existsSync(path)) return [];
    // The stylesheet of another block is a forbidden import.
    if (dirname(stylesheet) !== dirname(file)) return [];
    const css = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    if (css.trim() === '') {
      const { start } = moduleRequest;
      return [{ offset: start, message: `The stylesheet "${value}" is empty. Put it back, or leave it out.` }];
    }
    const classes = new Set([...css.matchAll(CLASS)].map(([, each = '']) => each));
    return namesAfter(text, name)
      .filter(({ found }) => !classes.has(found))
      .map(({ offset, found }) => ({
        offset,
        message: `There is no class "${found}" in ${stylesheet}, so it styles nothing.`,
        suggestion: suggestName(found, classes),
      }));
  });
}

/** Keys in code (`strings.close`) that the block's `strings.json` lacks. */
function unknownStrings({ stringKeys, files }: BlockSource, text: string): readonly CodeMistake[] {
  // An unreadable file of texts is reported elsewhere.
  if (!files.has('strings.json') || stringKeys.length === 0) return [];
  return namesAfter(text, 'strings')
    .filter(({ found }) => !stringKeys.includes(found))
    .map(({ offset, found }) => ({
      offset,
      message: `The block's strings.json has no text "${found}".`,
      suggestion: suggestName(found, stringKeys),
    }));
}

/** Areas (`areas.side`) and slots in code that the schema of a layout or block lacks. */
function unknownAreas({ schema }: BlockSource, text: string): readonly CodeMistake[] {
  const named = (object: string, kind: string, declared: Readonly<Record<string, unknown>>): readonly CodeMistake[] => {
    const names = Object.keys(declared);
    return namesAfter(text, object)
      .filter(({ found }) => !names.includes(found))
      .map(({ offset, found }) => ({
        offset,
        message: `The schema of the ${kind} "${found}".`,
        suggestion: suggestName(found, names),
      }));
  };
  return [
    ...(schema.areas === undefined ? [] : named('areas', 'layout has no area', schema.areas)),
    ...(schema.slots === undefined ? [] : named('slots', 'block has no slot', schema.slots)),
  ];
}

/** Properties of an item of a list (`entries.map((entry) => entry.title)`) that are like one of the schema, and not in it. */
function unknownParts({ schema }: BlockSource, text: string): readonly CodeMistake[] {
  return Object.entries(schema.properties ?? {}).flatMap(([list, { items }]) => {
    const names = Object.keys(items?.properties ?? {});
    const item = new RegExp(String.raw`(?<![\w.])${list}\.map\(\(?(\w+)\s*[,)=]`).exec(text)?.[1];
    if (item === undefined || names.length === 0) return [];
    return namesAfter(text, item).flatMap(({ offset, found }) => {
      const suggestion = names.includes(found) ? undefined : suggestName(found, names);
      return suggestion === undefined
        ? []
        : [{ offset, message: `The schema of the block has no "${found}" in "${list}".`, suggestion }];
    });
  });
}

/** A component that names the props of another block. */
function propsOfOthers(
  { pascal }: BlockSource,
  text: string,
  blocks: readonly Pick<BlockSource, 'pascal'>[],
): readonly CodeMistake[] {
  const others = new Set(blocks.map((block) => block.pascal).filter((name) => name !== pascal));
  const named = [...text.matchAll(/(?<![.\w])([A-Z]\w*)Props\b/g)].find(([, name = '']) => others.has(name));
  if (named === undefined) return [];
  const [found, other = ''] = named;
  return [
    {
      offset: named.index,
      message: `The component of "${pascal}" names "${found}", the props of the block "${other}".`,
      suggestion: `${pascal}Props`,
    },
  ];
}

/** Distinct properties that code reads of an object of this name. */
function namesAfter(text: string, object: string): readonly { readonly offset: number; readonly found: string }[] {
  const first = new Map<string, number>();
  for (const { index, 1: found = '' } of text.matchAll(
    new RegExp(String.raw`(?<![\w.$])${object}(?:\.|\[['"])([A-Za-z_][\w-]*)`, 'g'),
  ))
    if (!first.has(found)) first.set(found, text.indexOf(found, index + object.length));
  return [...first].map(([found, offset]) => ({ offset, found }));
}
