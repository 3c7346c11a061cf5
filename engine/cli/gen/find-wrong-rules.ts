import { type Declaration, type Selector, transform, type TokenOrValue, type UnknownAtRule } from 'lightningcss';

/** A declaration that browsers drop, or a selector that is about all blocks. */
export interface WrongRule {
  /** UTF-16 code units from the beginning of the file. */
  readonly offset: number;
  /** Of the declaration; `null` for a selector. */
  readonly property: string | null;
  /** The part of the value, or the selector. */
  readonly found: string;
}

/** Every property takes these. */
const OF_ALL: ReadonlySet<string> = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer']);
/** Newer than the library. */
const NEW_RULES: ReadonlySet<string> = new Set(['function', 'position-try', 'view-transition']);
const NEW: ReadonlySet<string> = new Set(['subgrid', 'masonry', 'allow-discrete']);

/** Words in values of borders and outlines. */
const LINES: ReadonlySet<string> = new Set(
  'none hidden dotted dashed solid double groove ridge inset outset thin medium thick auto transparent currentcolor highlight canvastext buttontext'.split(
    ' ',
  ),
);

/** Values of properties that the library does not read. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  'border-collapse': ['collapse', 'separate'],
  'break-inside': ['auto', 'avoid', 'avoid-page', 'avoid-column', 'avoid-region'],
  'content-visibility': ['visible', 'auto', 'hidden'],
  isolation: ['auto', 'isolate'],
  'object-position': ['center', 'top', 'right', 'bottom', 'left'],
  'object-fit': ['fill', 'contain', 'cover', 'none', 'scale-down'],
  'text-wrap': ['wrap', 'nowrap', 'balance', 'pretty', 'stable'],
};

/** Mistakes in the rules of a CSS module whose notation is right. */
export function findWrongRules(css: string): readonly WrongRule[] {
  const wrong: WrongRule[] = [];
  const lines = [0, ...[...css.matchAll(/\n/g)].map(({ index }) => index + 1)];
  transform({
    filename: 'block.module.css',
    code: Buffer.from(css),
    errorRecovery: true,
    visitor: {
      Rule: {
        unknown({ name, loc }: UnknownAtRule) {
          const offset = (lines[loc.line] ?? 0) + loc.column - 1;
          if (!NEW_RULES.has(name)) wrong.push({ offset, property: null, found: `@${name}` });
        },
        style({ value: { loc, selectors, declarations: { declarations = [], importantDeclarations = [] } = {} } }) {
          const start = (lines[loc.line] ?? 0) + loc.column - 1;
          if (selectors.some(isOfAllBlocks))
            wrong.push({ offset: start, property: null, found: css.slice(start, css.indexOf('{', start)).trim() });
          for (const declaration of [...declarations, ...importantDeclarations]) {
            if (declaration.property !== 'unparsed' && declaration.property !== 'custom') continue;
            const { property, value } =
              declaration.property === 'custom'
                ? { property: declaration.value.name, value: declaration.value.value }
                : { property: declaration.value.propertyId.property, value: declaration.value.value };
            if (isPrefixed(declaration)) continue;
            const found = findWrongPart(property, value, declaration.property === 'unparsed');
            if (found !== undefined) wrong.push({ offset: findPart(css, start, property, found), property, found });
          }
        },
      },
    },
  });
  return wrong;
}

/** Prefixed properties have values of their own. */
function isPrefixed({ value }: Extract<Declaration, { property: 'unparsed' | 'custom' }>): boolean {
  if (!('propertyId' in value)) return value.name.startsWith('-');
  const prefixes: unknown = 'vendor_prefix' in value.propertyId ? value.propertyId.vendor_prefix : [];
  return Array.isArray(prefixes) && prefixes.some((prefix) => prefix !== 'none');
}

/** Without a class, an id, or the rule around it. */
const isOfAllBlocks = (selector: Selector): boolean =>
  !/"type":"(?:class|id|nesting|attribute)"|"kind":"(?:root|host|global|local|is|where|not|has)"/.test(
    JSON.stringify(selector),
  );

/** Position of a part of a value, in the first declaration of the property that has it. */
function findPart(css: string, start: number, property: string, part: string): number {
  const declarations = css.slice(start).matchAll(new RegExp(String.raw`(?<![\w-])${property}\s*:([^;{}]*)`, 'g'));
  for (const { 0: all, 1: value = '', index } of declarations) {
    const at = value.split(/(?<=[^\w.-])|(?=[^\w.-])/).indexOf(part);
    if (part === '') return start + index + all.length - value.trimStart().length;
    if (at === -1) continue;
    const before = value
      .split(/(?<=[^\w.-])|(?=[^\w.-])/)
      .slice(0, at)
      .join('').length;
    return start + index + all.length - value.length + before;
  }
  return start;
}

/** @param isUnread whether the library knows the property, and could not read the value */
function findWrongPart(property: string, value: readonly TokenOrValue[], isUnread: boolean): string | undefined {
  const [unit] = value.flatMap((part) =>
    part.type === 'token' && part.value.type === 'dimension' ? [`${part.value.value}${part.value.unit}`] : [],
  );
  // A unit that does not exist is found in every value.
  if (unit !== undefined) return undefined;
  const words = value.flatMap((part) =>
    part.type === 'token' && part.value.type === 'ident' ? [part.value.value] : [],
  );
  if (words.some((word) => OF_ALL.has(word) || NEW.has(word))) return undefined;
  if (/^(?:border|outline)(?!.*(?:radius|image|collapse|spacing|offset))/.test(property))
    return words.find((word) => !LINES.has(word.toLowerCase()));
  if (value.some(isComputed)) return undefined;
  const choice = CHOICES[property];
  if (choice !== undefined) return words.find((word) => !choice.includes(word) && !OF_ALL.has(word));
  return isUnread ? (words[0] ?? '') : undefined;
}

/** Variables and unknown functions are computed in the browser. */
const isComputed = ({ type }: TokenOrValue): boolean => type === 'var' || type === 'env' || type === 'function';
