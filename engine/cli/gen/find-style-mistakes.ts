import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { isObject } from '#engine/documents/json.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { locateOffset } from '#engine/documents/locate.ts';
import { compareFindings } from '#engine/documents/finding-draft.ts';
import { parseSource } from '#engine/documents/source.ts';
import { cssProperties } from './css-properties.ts';
import { atRules, features, states, TYPED_COLOUR, units } from './css-names.ts';
import {
  findOpenComment,
  findWrongDeclarations,
  findStyleSyntaxMistakes,
  type StyleFinding,
  withoutArguments,
  withoutTexts,
} from './find-style-syntax-mistakes.ts';
import { findWrongRules, type WrongRule } from './find-wrong-rules.ts';
import type { BlockSource } from './source.ts';

/** A stylesheet of a block or layout, or its component. */
export interface StyledFile {
  /** Relative to the project's root. */
  readonly file: string;
  readonly text: string;
}

/** Names that every block may use: those of `blocks/tokens.css`, `base.css` and `forms.css`, and the brand's colours. */
export interface SharedStyles {
  readonly tokens: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
}

/** Mistakes in the styles of these blocks and layouts, and in the class names of their components. */
export function findStyleMistakesIn(root: string, blocks: readonly Pick<BlockSource, 'folder'>[]): readonly Finding[] {
  const read = (file: string): StyledFile => ({ file, text: readFileSync(join(root, file), 'utf8') });
  const files = (pattern: string | readonly string[]): readonly StyledFile[] =>
    listPaths(root, pattern)
      .filter((file) => !file.includes('.test.'))
      .map(read);
  const inBlocks = (pattern: string): readonly string[] => blocks.map(({ folder }) => `${folder}/${pattern}`);
  const modules = files(inBlocks('**/*.module.css'));
  const sheets = files('blocks/*.css');
  const shared = readSharedStyles(
    sheets.map(({ text }) => text),
    modules.map(({ text }) => text),
    brandTokens(root, modules),
  );
  return [
    ...sheets.flatMap((sheet) => findStyleMistakes(sheet, shared)).filter(({ rule }) => rule === 'style-syntax'),
    ...ofOneToken(
      root,
      modules.flatMap((sheet) => findStyleMistakes(sheet, shared)),
      [...sheets, ...modules].map(({ text }) => text),
    ),
    ...findGlobalClasses(modules, [
      ...sheets,
      ...files([...inBlocks('**/*.{ts,tsx}'), 'engine/block-kit/**/*.{ts,tsx}']),
    ]),
    ...files(inBlocks('*.tsx')).flatMap((component) => findClassMistakes(component, shared)),
    ...findUnusedClasses(modules, files(inBlocks('**/*.{ts,tsx}'))),
  ].toSorted(compareFindings);
}

/** A token that several stylesheets use and none defines is one mistake, where it was defined. */
function ofOneToken(root: string, findings: readonly Finding[], sheets: readonly string[]): readonly Finding[] {
  const byToken = Map.groupBy(findings, ({ rule, found: token = '' }) => (rule === 'style-token' ? token : ''));
  return [...byToken].flatMap(([token, [first, ...others]]) => {
    if (first === undefined || token === '' || others.length === 0)
      return first === undefined ? [] : [first, ...others];
    const isColour = token.startsWith('"--c-');
    const file = isColour ? 'pages-config/brand.json' : 'blocks/tokens.css';
    if (!existsSync(join(root, file))) return [first, ...others];
    const text = readFileSync(join(root, file), 'utf8');
    // A token that nothing names is the same one under a new name.
    const unused = declared(withoutComments(text)).filter(
      (name) => !sheets.some((sheet) => sheet.includes(`(${name}`)),
    );
    const renamed = isColour ? undefined : suggestName(token.slice(1, -1), unused);
    const place = isColour ? '"colours"' : renamed === undefined ? ':root' : `${renamed}:`;
    return [
      {
        ...first,
        file,
        ...locateOffset(text, Math.max(0, text.indexOf(place))),
        ...(renamed !== undefined && { suggestion: token.slice(1, -1) }),
        message: `${isColour ? `The brand has no colour for ${token}` : `The token ${token} is missing here`}, and ${others.length + 1} places name it, such as ${first.file}:${first.line}. Put it back, or write another one there.`,
      },
    ];
  });
}

/** The brand's colours as tokens. While the brand cannot be read, every colour in use counts as defined. */
function brandTokens(root: string, modules: readonly StyledFile[]): readonly string[] {
  const file = join(root, 'pages-config/brand.json');
  const named = modules.flatMap(({ text }) => matches(withoutComments(text), /var\(\s*(--c-[\w-]+)/g));
  if (!existsSync(file)) return named;
  const source = parseSource(file, readFileSync(file, 'utf8'));
  if (source.value === undefined) return named;
  const colours = isObject(source.value) ? source.value['colours'] : undefined;
  return isObject(colours) ? Object.keys(colours).map((name) => `--c-${name}`) : [];
}

/** Properties and classes of shared stylesheets, and the classes by which modules refer to parts of other blocks. */
export function readSharedStyles(
  sheets: readonly string[],
  modules: readonly string[] = [],
  brand: readonly string[] = [],
): SharedStyles {
  const css = sheets.map(withoutComments).join('\n');
  const others = modules.map(withoutComments).join('\n');
  const classes = [
    ...matches(css, CLASS),
    ...matches(others, /:global\(((?:[^()]|\([^()]*\))*)\)/g).flatMap((selector) => matches(selector, CLASS)),
  ];
  return { tokens: new Set([...declared(css), ...brand]), classes: new Set(classes) };
}

const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g;

/** Undefined tokens, URLs of other hosts, and texts that cannot be translated. */
export function findStyleMistakes({ file, text }: StyledFile, shared: SharedStyles): readonly Finding[] {
  const comment = findOpenComment(text);
  if (comment !== null) return [toFinding(file, text, comment)];
  const css = withoutComments(text);
  const tokens = new Set([...shared.tokens, ...declared(css)]);
  const slips = findStyleSyntaxMistakes(css);
  const keyframes = new Set(matches(css, /@keyframes\s+([\w-]+)/g));
  const findings = [
    ...slips,
    ...(slips.length > 0 ? [] : [...findWrongRules(css)].map(wrongRule)),
    ...found(css, /var\(\s*(--[\w-]+)/g, (token) => (tokens.has(token) ? null : unknownToken(token, tokens))),
    ...found(css, /url\(\s*["']?((?:[a-z][a-z+.-]*:)?\/\/[^"')\s]*)/gi, foreignAddress),
    ...found(css, /url\(\s*["']?(\/?images\/[^"')\s]*)/gi, ownImage),
    ...found(css, /@import\s+(?:url\(\s*)?["']((?:[a-z][a-z+.-]*:)?\/\/[^"']*)/gi, foreignAddress),
    ...found(css, /(@import\b)(?!\s+(?:url\(\s*)?["'](?:[a-z][a-z+.-]*:)?\/\/)/g, () => ({
      rule: 'style-syntax',
      message:
        'A stylesheet of a block stands for itself: nothing else is loaded with it. Write the rules here, or shared ones into blocks/base.css.',
      found: '@import',
    })),
    ...found(
      css.replaceAll(/(["'])data:.*?\1/g, blank),
      /url\(\s*["']?(?!data:|[a-z][a-z+.-]*:|\/|#|images\/)([^"')\s]+)/gi,
      ownFile,
    ),
    ...found(css, /!\s*(?!important\b)([a-z]+)/gi, (word) =>
      unknownName(word, ['important'], `Browsers know no "!${word}" and drop this declaration.`, false),
    ),
    ...found(css, /(?<=@(?:media|container)[^{;]*\(\s*)([a-z-]+)(?=\s*:)/g, (feature) =>
      unknownName(feature, features, `Browsers know no feature "${feature}", so the condition is never met.`, true),
    ),
    ...found(css, /(?<=[^{}]):{1,2}([a-z][a-z-]+)(?=[^;{}]*\{)/g, (state) =>
      unknownName(state, states, `Browsers know no ":${state}" and leave out the rule.`, true),
    ),
    ...found(css, /calc\([^;{}]*?[\w)%]\s*(\+(?=\S)|(?<=\S)\+)/g, () => ({
      rule: 'style-syntax',
      message: 'In "calc()" a blank is on both sides of "+", otherwise browsers drop this declaration.',
      found: '+',
    })),
    ...found(withoutTexts(css), /(?<=:[^;{}]*)(?<![\w#.-])-?(?:\d+\.?\d*|\.\d+)([a-z]+)(?=[^{}]*[;}])/gi, (unit) =>
      unknownName(unit, units, `There is no unit "${unit}", so browsers drop this declaration.`, false),
    ),
    ...found(css, /(?<=@(?:media|container)[^{;]*[\s:(<>=])-?(?:\d+\.?\d*|\.\d+)([a-z]+)(?=[^{}]*\{)/gi, (unit) =>
      unknownName(unit, units, `There is no unit "${unit}", so the condition is never met.`, false),
    ),
    ...findWrongDeclarations(withoutTexts(css)),
    ...found(css, /(?<![\w-])transition(?:-property)?:\s*([a-z-]+)/g, misspeltProperty),
    ...found(css, PROPERTY, (name) => misspeltProperty(name)),
    ...found(withoutTexts(css), TYPED_COLOUR, typedColour),
    ...found(css, /(?<![\w-])font-family:\s*((?![\s_]|var\(|inherit|(?:ui-)?monospace|system-ui)[^;{}]+)/g, typedFont),
    ...found(withoutArguments(css), ANIMATION, (value) => unknownAnimation(value, keyframes)),
    ...found(css, /(?<![\w-])content:\s*["']([^"']*)/g, (words) =>
      /\p{L}{2}/u.test(words) ? wordsInStyles(words) : null,
    ),
  ];
  // A URL in an import also matches as `url(…)`.
  return [...new Map(findings.map((finding) => [`${finding.offset} ${finding.rule}`, finding])).values()].map(
    (finding) => toFinding(file, text, finding),
  );
}

const PROPERTY = /(?<=[{;]\s*)(?<![\w-])([a-z][a-z-]*)(?=\s*:[^:;{}]*[;}])/g;

/** Class names as literals: those of a CSS module (`css.title`) belong to the stylesheet. */
export function findClassMistakes({ file, text }: StyledFile, { classes }: SharedStyles): readonly Finding[] {
  const findings = [...text.matchAll(/className=(?:"([^"]*)"|\{cx\(([^;]*?)\)\})/g)].flatMap(
    ({ index, 0: whole, 1: plain, 2: parts }) => {
      const start = index + whole.indexOf(plain ?? parts ?? '');
      return (plain === undefined ? literalsIn(parts ?? '') : [{ at: 0, names: plain }]).flatMap(({ at, names }) =>
        found(names, /([^\s]+)/g, (name) => (classes.has(name) ? null : unknownClass(name, classes))).map(
          (finding) => ({
            ...finding,
            offset: start + at + finding.offset,
          }),
        ),
      );
    },
  );
  return findings.map((finding) => toFinding(file, text, finding));
}

/** Classes in `:global(…)` that neither shared stylesheets nor code name, and that are like one of these stylesheets. */
function findGlobalClasses(modules: readonly StyledFile[], others: readonly StyledFile[]): readonly Finding[] {
  const words = new Set(others.flatMap(({ text }) => text.match(/[A-Za-z_][\w-]*/g) ?? []));
  const classes = new Set(
    others.filter(({ file }) => file.endsWith('.css')).flatMap(({ text }) => matches(withoutComments(text), CLASS)),
  );
  return modules.flatMap(({ file, text }) =>
    found(withoutComments(text), /:global\(\.([a-zA-Z_][\w-]*)/g, (name) =>
      words.has(name) || suggestName(name, classes) === undefined ? null : unknownClass(name, classes),
    ).map((finding) => toFinding(file, text, finding)),
  );
}

/** Classes of a block's stylesheet that its code does not use (`css.title`). */
function findUnusedClasses(modules: readonly StyledFile[], code: readonly StyledFile[]): readonly Finding[] {
  return modules.flatMap(({ file, text }) => {
    const own = code.filter((each) => dirname(each.file) === dirname(file) && each.text.includes(basename(file)));
    // Class names that are computed at run time are unknown.
    if (own.length === 0 || own.some((each) => /(?<!\.)\bcss\b(?!\.[A-Za-z_]| from )/.test(each.text))) return [];
    const used = new Set(own.flatMap((each) => matches(each.text, /\bcss\.([A-Za-z_]\w*)/g)));
    const selectors = withoutTexts(withoutComments(text))
      .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, blank)
      .replaceAll(/(?<=[{;])[^{};]*(?=[;}])/g, blank);
    const classes = new Set(matches(selectors, CLASS));
    // A name that the stylesheet lacks is already a finding of the code.
    if ([...used].some((name) => !classes.has(name))) return [];
    // A name that code writes as a literal is a finding there.
    const isWritten = (name: string): boolean => own.some((each) => new RegExp(`['" ]${name}['" ]`).test(each.text));
    const unused = found(selectors, CLASS, (name) =>
      used.has(name) || isWritten(name) ? null : unusedClass(name, used),
    );
    return [...new Map(unused.toReversed().map((finding) => [finding.found, finding])).values()].map((finding) => ({
      ...toFinding(file, text, finding),
      severity: 'warning' as const,
    }));
  });
}

/** Literals that are arguments of `cx`, except those used in comparisons or as keys. */
const literalsIn = (args: string): readonly { readonly at: number; readonly names: string }[] =>
  [...args.matchAll(/(?<=(?:^|[,?:]|&&)\s*)'([^']*)'/g)].map(({ index, 1: names = '' }) => ({ at: index + 1, names }));

type StyleMistake = Omit<StyleFinding, 'offset'>;

/** The first group of every match for which `tell` has a message, with its position. */
function found(
  text: string,
  pattern: RegExp,
  describe: (match: string) => StyleMistake | null,
): readonly StyleFinding[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const value = match[1] ?? '';
    const described = describe(value);
    return described === null ? [] : [{ ...described, offset: match.index + match[0].lastIndexOf(value) }];
  });
}

const unknownToken = (token: string, tokens: ReadonlySet<string>): StyleMistake => ({
  rule: 'style-token',
  message: `There is no token "${token}", so the browser drops this declaration. Take one of blocks/tokens.css, a colour of pages-config/brand.json as "--c-name", or declare it in this stylesheet.`,
  found: token,
  suggestion: suggestName(token, tokens),
});

/** A new property of CSS is not similar to one that exists. */
function misspeltProperty(name: string): StyleMistake | null {
  const suggestion =
    cssProperties.has(name) || /^(?:none|all|inherit|initial|unset)$/.test(name)
      ? undefined
      : suggestName(name, cssProperties);
  return suggestion === undefined
    ? null
    : {
        rule: 'style-syntax',
        message: `Browsers know no property "${name}" and drop this declaration.`,
        found: name,
        suggestion,
      };
}

function wrongRule({ offset, property, found: value }: WrongRule): StyleFinding {
  if (property !== null) {
    const message = `"${property}" does not take ${value === '' ? 'this value' : `"${value}"`}, so browsers drop this declaration.`;
    return { rule: 'style-syntax', offset, message, found: value };
  }
  if (value.startsWith('@')) {
    const message = `Browsers know no rule "${value}" and leave out all that it holds.`;
    return { rule: 'style-syntax', offset, message, found: value, suggestion: suggestName(value, atRules) };
  }
  const message = `"${value}" styles such elements of all blocks of the page. Begin with a class of this block.`;
  return { rule: 'style-class', offset, message, found: value };
}

/** A unit that does not exist, or a state that is similar to one that does. */
function unknownName(name: string, names: readonly string[], message: string, isNew: boolean): StyleMistake | null {
  if (names.includes(name.toLowerCase())) return null;
  const suggestion = suggestName(name, names);
  return isNew && suggestion === undefined ? null : { rule: 'style-syntax', message, found: name, suggestion };
}

const typedFont = (font: string): StyleMistake => ({
  rule: 'style-token',
  message: `The font "${font.trim()}" is the same in every brand. Take "var(--serif)" or "var(--sans)", the fonts of pages-config/brand.json.`,
  found: font.trim(),
});

const ANIMATION = /(?<![\w-])animation(?:-name)?:\s*([^;{}]+)/g;
/** Words of an animation that are no name. */
const NO_NAME =
  /^(?:none|inherit|initial|unset|revert|linear|ease|ease-in|ease-out|ease-in-out|step-start|step-end|infinite|normal|reverse|alternate|alternate-reverse|forwards|backwards|both|running|paused|auto|[\w-]*__+)$/;

function unknownAnimation(value: string, keyframes: ReadonlySet<string>): StyleMistake | null {
  const name = value
    .split(/[\s,]+/)
    .find((word) => /^-?[a-z_][\w-]*$/i.test(word) && !NO_NAME.test(word) && !keyframes.has(word));
  return name === undefined
    ? null
    : {
        rule: 'style-syntax',
        message: `There is no "@keyframes ${name}" in this stylesheet, so nothing moves.`,
        found: name,
        suggestion: suggestName(name, keyframes),
      };
}

const typedColour = (colour: string): StyleMistake => ({
  rule: 'style-token',
  message: `The colour "${colour}" is the same by day and by night and in every brand. Take a token of blocks/tokens.css such as "var(--text)", or a colour of pages-config/brand.json as "var(--c-name)".`,
  found: colour,
});

const ownFile = (address: string): StyleMistake => ({
  rule: 'style-url',
  message: `The stylesheet loads the file "${address}", and a block has none but its code and styles. Draw it with CSS or an icon, or show an image under images/ with <Picture>.`,
  found: address,
});

const foreignAddress = (address: string): StyleMistake => ({
  rule: 'style-url',
  message: `The stylesheet loads "${address}" from elsewhere, which the content security policy refuses, and which would inform that host of every visitor. Put an image under images/ and show it with <Picture>.`,
  found: address,
});

const ownImage = (address: string): StyleMistake => ({
  rule: 'style-url',
  message: `The stylesheet loads the image "${address}" as it is: no page sends it under that address, and it would come uncropped and in one size. Show it with <Picture>.`,
  found: address,
});

const wordsInStyles = (words: string): StyleMistake => ({
  rule: 'style-words',
  message: `The stylesheet writes the words "${words}" into the page, in one language for all visitors. Move them to the block's strings.json and render them, such as into an attribute that "content: attr(…)" shows.`,
  found: words,
});

const unknownClass = (name: string, classes: ReadonlySet<string>): StyleMistake => ({
  rule: 'style-class',
  message: `There is no class "${name}" in blocks/base.css, blocks/forms.css or blocks/tokens.css, so it styles nothing. Classes of the block's own stylesheet are written "css.${name}".`,
  found: name,
  suggestion: suggestName(name, classes),
});

const unusedClass = (name: string, used: ReadonlySet<string>): StyleMistake => ({
  rule: 'style-class',
  message: `No code of the block names the class "${name}", so it styles nothing. Remove it, or write "css.${name}" where it belongs.`,
  found: name,
  suggestion: suggestName(name, used),
});

function toFinding(
  file: string,
  text: string,
  { offset, found: value, suggestion, ...finding }: StyleFinding,
): Finding {
  const position = locateOffset(text, offset);
  return {
    ...finding,
    severity: 'error',
    file,
    ...position,
    path: '',
    found: JSON.stringify(value),
    suggestion,
  };
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** Replaces comments with blanks, so that positions stay the same. */
const withoutComments = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, blank);

const declared = (css: string): readonly string[] => matches(css, /(?<=[{;\s])(--[\w-]+)\s*:/g);

const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);
