import { readXml, readAttribute, readText, type XmlElement } from './read-xml.ts';
import type { UnitText } from './unit.ts';

/** An unknown inline element in a text. */
export class UnknownInlineError extends Error {}

/** Elements that contain the native tag or placeholder (XLIFF 1.2, 2.3). */
const NATIVE: ReadonlySet<string> = new Set(['bpt', 'ept', 'ph', 'it']);
/** Elements that stand for a tag or placeholder missing in the file. */
const EMPTY: ReadonlySet<string> = new Set(['x', 'bx', 'ex', 'ph', 'sc', 'ec']);
/** Markers of comments and terms across segments (XLIFF 2.1, 4.7.3). */
const POINTS: ReadonlySet<string> = new Set(['sm', 'em']);

/**
 * Text of a `source` or `target`: inline elements become tags and placeholders again, or marks where the file does not say which.
 *
 * @param data original data that XLIFF 2 elements refer to, by id
 * @throws UnknownInlineError
 */
export function readInlineText(element: XmlElement, data: ReadonlyMap<string, string> = new Map()): UnitText {
  return element.children.flatMap((child): UnitText => {
    if (typeof child === 'string') return [child];
    if (child.space !== element.space) throw unknown(child);
    const { name } = child;
    // Wraps segments, terms and commented text.
    if (name === 'mrk') return readInlineText(child, data);
    if (POINTS.has(name)) return [];
    if (name === 'cp') return [readCharacter(child)];
    if (name === 'g' || name === 'pc')
      return [
        referred(child, 'dataRefStart', data) ?? mark(child, 'start'),
        ...readInlineText(child, data),
        referred(child, 'dataRefEnd', data) ?? mark(child, 'end'),
      ];
    if (NATIVE.has(name) && child.children.length > 0) return [readNative(child)];
    if (EMPTY.has(name) || NATIVE.has(name)) return [referred(child, 'dataRef', data) ?? mark(child)];
    throw unknown(child);
  });
}

const unknown = ({ name }: XmlElement): UnknownInlineError =>
  new UnknownInlineError(
    `An element <${name}> in the text is unknown here. Send the text without it; tags such as <em> are part of the text.`,
  );

function referred(element: XmlElement, attribute: string, data: ReadonlyMap<string, string>): string | undefined {
  return data.get(readAttribute(element, attribute) ?? '');
}

/** A character that XML cannot represent (XLIFF 2.1, 4.7.2.1). */
function readCharacter(element: XmlElement): string {
  const code = Number.parseInt(readAttribute(element, 'hex') ?? '', 16);
  if (!(code >= 0 && code <= 0x10_ff_ff)) throw unknown(element);
  return String.fromCodePoint(code);
}

function mark(element: XmlElement, part = '') {
  const id = readAttribute(element, 'startRef') ?? readAttribute(element, 'id') ?? '';
  const slash = part === 'end' ? '/' : '';
  return { id: `${element.name} ${id} ${part}`, shown: `<${slash}${element.name} id="${id}">` };
}

/** Tools write the tag as text; memoQ nests it in an escaped element of its own. */
function readNative(element: XmlElement): string {
  if (element.children.some((child) => typeof child !== 'string')) throw unknown(element);
  const words = readText(element);
  if (!/^<mq:\w/.test(words)) return words;
  try {
    const inner = readXml(words.replaceAll('mq:', ''));
    return readAttribute(inner, 'val') ?? words;
  } catch {
    return words;
  }
}

/** What a mark may stand for: one tag, one placeholder, or one special character. */
const MARKED = '(<[^<>]+>|\\{[^{}]+\\}|[\\s|\\p{Cf}])';

/**
 * Resolves marks by the text of the project.
 *
 * @param sent source text in the file
 * @param text current source text
 * @returns `null` when the texts differ
 */
export function alignMarks(sent: UnitText, text: string): ReadonlyMap<string, string> | null {
  const pattern = sent
    .map((part) => (typeof part === 'string' ? part.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`) : MARKED))
    .join('');
  const found = new RegExp(`^${pattern}$`, 'u').exec(text);
  if (found === null) return null;
  const marks = sent.filter((part) => typeof part !== 'string');
  const meaning = new Map<string, string>();
  for (const [index, { id }] of marks.entries()) {
    const words = found[index + 1] ?? '';
    if ((meaning.get(id) ?? words) !== words) return null;
    meaning.set(id, words);
  }
  return meaning;
}
