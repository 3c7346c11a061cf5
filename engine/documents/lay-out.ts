import { isObject } from './json.ts';

/** Maximum columns of a line of a document. */
const WIDTH = 120;

/**
 * JSON in the formatting of documents: values that fit on a line are on one line, others have one part per line.
 *
 * @param indent of the first line
 * @param column at which the value begins
 */
export function layOut(value: unknown, indent: string, column: number): string {
  const line = onOneLine(value);
  if (column + line.length < WIDTH || !(Array.isArray(value) || isObject(value))) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => layOut(item, inner, inner.length))
    : Object.entries(value).map(([key, item]) => {
        const label = `${JSON.stringify(key)}: `;
        return label + layOut(item, inner, inner.length + label.length);
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${onOneLine(item)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
