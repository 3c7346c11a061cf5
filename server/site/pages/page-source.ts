import { escapers, jsonInMarkup } from '#engine/base/escape.ts';
import type { Hole, TailValue, Template } from '#engine/compile/types.ts';

/** What is sent of a template: the page itself, or its JSON representation for in-app navigation. */
export type Representation = 'page' | 'navigation';

/** Visitor values by name, from `PageDecision.values`. */
export type Values = Readonly<Record<string, string>>;

/** Finished text with holes, ready to be compressed and filled; the same shape for both representations. */
export interface PageSource {
  readonly representation: Representation;
  /** Everything before the tail. */
  readonly parts: readonly (string | Hole)[];
  readonly tail: readonly TailValue[];
  /** Everything after the tail. */
  readonly end: string;
}

export function pageSource(template: Template): PageSource {
  return { representation: 'page', parts: template.parts, tail: template.tail, end: template.end };
}

/** `{"title", "locale", "canonical", "css", "theme", "behaviours", "body"}`, with the tail as the end of `body`. */
export function navigationSource(template: Template): PageSource {
  const { body, ...rest } = template.navigation;
  const start = `${jsonInMarkup(rest).slice(0, -1)},"body":"`;
  return {
    representation: 'navigation',
    parts: [start, ...body.map((part) => (typeof part === 'string' ? escapers.json(part) : part))],
    tail: template.tail,
    end: '"}',
  };
}

/** A hole is before the tail, so the page is put together and compressed for each visitor. */
export function isSegmented(source: PageSource): boolean {
  return source.parts.some((part) => typeof part !== 'string');
}

/** What must be kept beside the compressed page to fill it: the text itself only where a hole is in it. */
export function withoutText(source: PageSource): PageSource {
  if (isSegmented(source)) return source;
  const { representation, tail, end } = source;
  const ownTail = tail.map((value) => ({ ...value, before: unsliced(value.before), after: unsliced(value.after) }));
  return { representation, parts: [], tail: ownTail, end: unsliced(end) };
}

/** The same text by itself: V8 cuts a string out of another by pointing into it, so that the end of a page would keep all of its text. */
const unsliced = (text: string): string => Buffer.from(text).toString();

/** Whether the visitor brings a value that this page shows or carries. */
export function isFilled(source: PageSource, values: Values): boolean {
  return (
    source.tail.some(({ name }) => values[name] !== undefined) ||
    source.parts.some((part) => typeof part !== 'string' && values[part.name] !== undefined)
  );
}

/** Everything before the tail as text; holes without a value stay empty. */
export function fillParts(source: PageSource, values: Values): string {
  let text = '';
  for (const part of source.parts) text += typeof part === 'string' ? part : fillHole(source, part, values);
  return text;
}

/** The tail's values, in their markup, and the end of the page. */
export function fillTail(source: PageSource, values: Values): string {
  let text = '';
  for (const { name, before, after, context } of source.tail) {
    const value = values[name];
    if (value !== undefined) text += before + escapers[context](value) + after;
  }
  return (source.representation === 'navigation' ? escapers.json(text) : text) + source.end;
}

function fillHole(source: PageSource, { name, context }: Hole, values: Values): string {
  const value = values[name];
  if (value === undefined) return '';
  const escaped = escapers[context](value);
  return source.representation === 'navigation' ? escapers.json(escaped) : escaped;
}
