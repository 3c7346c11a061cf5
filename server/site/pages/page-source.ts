import { escapers, escapeJsonInMarkup } from '#engine/shared/escape.ts';
import type { Hole, TailValue, Template } from '#engine/compile/types.ts';

/** What is sent of a template: the HTML page, or its JSON representation for in-app navigation. */
export type Representation = 'page' | 'navigation';

/** Visitor values by name, from `PageDecision.values`. */
export type Values = Readonly<Record<string, string>>;

/** Text with holes, ready to be compressed and filled; common to both representations. */
export interface PageSource {
  readonly representation: Representation;
  /** Everything before the tail. */
  readonly parts: readonly (string | Hole)[];
  readonly tail: readonly TailValue[];
  /** Everything after the tail. */
  readonly end: string;
}

export function createPageSource(template: Pick<Template, 'parts' | 'tail' | 'end'>): PageSource {
  return { representation: 'page', parts: template.parts, tail: template.tail, end: template.end };
}

/** `{"title", "locale", "canonical", "css", "theme", "behaviours", "body"}`, with the tail as the end of `body`. */
export function createNavigationSource(template: Pick<Template, 'navigation' | 'tail'>): PageSource {
  const { body, ...rest } = template.navigation;
  const start = `${escapeJsonInMarkup(rest).slice(0, -1)},"body":"`;
  return {
    representation: 'navigation',
    parts: [start, ...body.map((part) => (typeof part === 'string' ? escapers.json(part) : part))],
    tail: template.tail,
    end: '"}',
  };
}

/** Everything needed to fill a page, except its text, which is in its encoding. */
export interface PageShape {
  readonly representation: Representation;
  /** In page order. */
  readonly holes: readonly PlacedHole[];
  /** UTF-8 bytes before the tail, with empty holes. */
  readonly bytes: number;
  readonly tail: readonly TailValue[];
  /** Everything after the tail. */
  readonly end: string;
}

export interface PlacedHole extends Hole {
  /** UTF-8 bytes before the hole, with empty holes. */
  readonly at: number;
}

/** @param toBytes encodes a text as UTF-8 */
export function measureShape({ representation, parts, tail, end }: PageSource, toBytes = toUtf8): PageShape {
  const holes: PlacedHole[] = [];
  let bytes = 0;
  for (const part of parts) {
    if (typeof part === 'string') bytes += toBytes(part).length;
    else holes.push({ ...part, at: bytes });
  }
  const ownTail = tail.map((value) => ({ ...value, before: unsliced(value.before), after: unsliced(value.after) }));
  return { representation, holes, bytes, tail: ownTail, end: unsliced(end) };
}

export const toUtf8 = (text: string): Buffer => Buffer.from(text);

/** Copies a text: V8 strings may be slices, and the end of a page would keep all of its text in memory. */
const unsliced = (text: string): string => Buffer.from(text).toString();

/** Rebuilds the source of a page from the text of its encoding. */
export function restorePageSource({ representation, holes, bytes, tail, end }: PageShape, text: Buffer): PageSource {
  const parts: (string | Hole)[] = [];
  let from = 0;
  for (const { at, ...hole } of holes) {
    if (at > from) parts.push(text.toString('utf8', from, at));
    parts.push(hole);
    from = at;
  }
  if (bytes > from) parts.push(text.toString('utf8', from, bytes));
  return { representation, parts, tail, end };
}

/** Whether a visitor has a value for a hole or the tail of this page. */
export function isFilled({ holes, tail }: Pick<PageShape, 'holes' | 'tail'>, values: Values): boolean {
  return tail.some(({ name }) => values[name] !== undefined) || holes.some(({ name }) => values[name] !== undefined);
}

/** Text before the tail; holes without a value stay empty. */
export function fillParts(source: PageSource, values: Values): string {
  let text = '';
  for (const part of source.parts) text += typeof part === 'string' ? part : fillHole(source, part, values);
  return text;
}

/** Values of the tail in their markup, and the end of the page. */
export function fillTail(source: Omit<PageSource, 'parts'>, values: Values): string {
  let text = '';
  for (const { name, before, after, context } of source.tail) {
    const value = values[name];
    if (value !== undefined) text += before + escapers[context](value) + after;
  }
  return (source.representation === 'navigation' ? escapers.json(text) : text) + source.end;
}

function fillHole(source: Pick<PageSource, 'representation'>, { name, context }: Hole, values: Values): string {
  const value = values[name];
  if (value === undefined) return '';
  const escaped = escapers[context](value);
  return source.representation === 'navigation' ? escapers.json(escaped) : escaped;
}
