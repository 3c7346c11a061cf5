/** The first place at which two texts differ. */
export interface Difference {
  /** Names what differs, alike for all records in which the same differs. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** Characters in front of the difference, and from it on. */
const BEFORE = 80;
const FROM = 160;
/** Characters of a difference that group it with others. */
const KEY = 48;

/** An excerpt of both texts around their first difference; what is given as its name leaves out what stands around it. */
export function differenceBetween(part: string, before: string, after: string): Difference {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const rest = Math.min(before.length, after.length) - start;
  while (end < rest && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const changed = [before, after].map((text) => oneLine(text.slice(start, text.length - end)).slice(0, KEY));
  const excerpt = (text: string): string =>
    oneLine(text.slice(Math.max(0, start - BEFORE), Math.min(text.length - end + BEFORE, start + FROM)));
  return {
    what: `${part} "${changed[0]}" → "${changed[1]}"`,
    before: excerpt(before),
    after: excerpt(after),
  };
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
