/** A value of a form: what it was when the form was shown, what it is now, and what was typed. */
export interface Edit {
  readonly was: string;
  readonly now: string;
  readonly typed: string;
}

/** Forms lose spaces around a value and the kind of its line breaks. */
const sent = (value: string): string => value.replaceAll(/\r\n?/g, '\n').trim();

/**
 * The value after an edit: two people who change different things both succeed. `null` when both changed the same value to
 * something different. Spaces around the value are those that it has now.
 */
export function mergeEdit({ was, now, typed }: Edit): string | null {
  const [before, current, wanted] = [sent(was), sent(now), sent(typed)];
  if (wanted === before || wanted === current) return now;
  if (current !== before) return null;
  if (wanted === '') return '';
  if (current === '') return wanted;
  const start = now.slice(0, now.length - now.trimStart().length);
  return `${start}${wanted}${now.slice(now.trimEnd().length)}`;
}
