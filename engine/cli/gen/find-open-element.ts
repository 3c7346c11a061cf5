import type { CodeMistake } from './code-mistake.ts';

/** A tag of an element; braces of its attributes may hold two more levels. */
const TAG =
  /(?<![\w$)\]])<(?<close>\/)?(?<name>[A-Za-z][\w.-]*)?(?:\s(?:[^<>{}"'/]|"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\/(?!>))*)?(?<empty>\/)?>/g;

/**
 * In code that does not parse: an element that stays open, or a closing tag of none. Parsers stop where the next tag does not fit.
 *
 * @param end where the parser stopped
 */
export function findOpenElement(text: string, end: number): CodeMistake | null {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  const open: { readonly name: string; readonly offset: number }[] = [];
  const say = (offset: number, message: string): CodeMistake | null =>
    offset > end ? null : { offset, message: `The code cannot be read: ${message}` };
  for (const { index, groups } of code.matchAll(TAG)) {
    const { close, name = '', empty } = groups ?? {};
    if (empty !== undefined) continue;
    if (close === undefined) open.push({ name, offset: index });
    else if (open.at(-1)?.name === name) open.pop();
    else {
      const last = open.some((each) => each.name === name) ? open.at(-1) : undefined;
      return last === undefined
        ? say(index, `nothing is open that </${name}> could close. Remove it, or open the element.`)
        : say(last.offset, `<${last.name}> is never closed. Write </${last.name}>, or end the tag with "/>".`);
    }
  }
  // A file that ends inside of several elements was cut off.
  const [first, ...others] = open;
  return first === undefined || others.length > 0
    ? null
    : say(first.offset, `<${first.name}> is never closed. Write </${first.name}>.`);
}
