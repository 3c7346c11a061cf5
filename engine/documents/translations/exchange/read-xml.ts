import sax, { type SaxHandlers } from 'sax';
import { UserError } from '#engine/shared/errors.ts';

/** An element with everything that is in it; comments and processing instructions say nothing here. */
export interface XmlElement {
  /** Without a prefix. */
  readonly name: string;
  /** Its namespace; empty where it has none. */
  readonly space: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | string)[];
  /** 1-based line of its first tag. */
  readonly line: number;
}

interface XmlAttribute {
  readonly name: string;
  readonly space: string;
  readonly value: string;
}

/** Elements in one another; files of translators have some ten, and who reads them recurses. */
const MAX_DEPTH = 200;

/** Signs that XML does not know at all (XML 1.0, 2.2). */
const NO_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u;

/**
 * Reads well-formed XML without a DOCTYPE: it could bring in other files and endless texts, and no exchange of translations needs one
 * (ASVS 5.0.0, 1.5.1).
 *
 * @throws UserError with line and column
 */
export function readXml(text: string): XmlElement {
  // XML counts each of the line ends as one (XML 1.0, 2.11).
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const lines = lineStarts(source);
  const parser = sax.parser(true, { xmlns: true, strictEntities: true });
  const refuse = (offset: number, what: string): never => {
    const line = lineAt(lines, offset);
    throw new UserError(`line ${line}, column ${offset - (lines[line - 1] ?? 0) + 1}: ${what}`);
  };
  const unknown = NO_XML.exec(source);
  if (unknown !== null) refuse(unknown.index, 'a sign stands here that XML does not allow. Export the file anew.');

  const open: { children: (XmlElement | string)[] }[] = [{ children: [] }];
  let attributes: XmlAttribute[] = [];
  const add = (child: XmlElement | string): void => void open.at(-1)?.children.push(child);
  const handlers: SaxHandlers = {
    onerror: (error) => refuse(parser.position, broken(error)),
    ondoctype: () =>
      refuse(parser.position, 'a DOCTYPE stands here, which no file of translations needs. Take it out.'),
    onopentagstart: () => {
      attributes = [];
    },
    onattribute: ({ name, local, uri, value }) => {
      if (attributes.some((other) => other.name === local && other.space === uri))
        refuse(parser.startTagPosition - 1, `the attribute "${name}" stands twice in one tag.`);
      attributes.push({ name: local, space: uri, value });
    },
    onopentag: ({ local, uri }) => {
      const offset = parser.startTagPosition - 1;
      if (open.length > MAX_DEPTH) refuse(offset, `more than ${MAX_DEPTH} elements are inside of one another.`);
      const element = { name: local, space: uri, attributes, children: [], line: lineAt(lines, offset) };
      add(element);
      open.push(element);
    },
    onclosetag: () => void open.pop(),
    ontext: add,
    oncdata: add,
  };
  Object.assign(parser, handlers);
  try {
    parser.write(source).close();
  } catch (error) {
    if (error instanceof UserError) throw error;
    refuse(parser.position, broken(error));
  }
  const root = open[0]?.children.find((child) => typeof child !== 'string');
  return root ?? refuse(0, 'there is no element in it.');
}

/** Only the first line of what the parser says: it has places of its own behind it. */
function broken(error: unknown): string {
  const [first = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `this is not well-formed XML: ${first.replace(/\.$/, '')}. Export the file anew.`;
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** Elements of one namespace that are directly in another. */
export function listChildElements(element: XmlElement, name?: string): readonly XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && child.space === element.space && (name === undefined || child.name === name),
  );
}

/** All elements inside of another, of whatever namespace. */
export function listDescendants(element: XmlElement): readonly XmlElement[] {
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...listDescendants(child)]));
}

/** An attribute of the element's own vocabulary. */
export function readAttribute({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find((each) => each.space === '' && each.name === name)?.value;
}

/** An attribute of a namespace whose name says whose it is, such as `memoq`. */
export function foreignAttribute({ attributes }: XmlElement, owner: RegExp, name: string): string | undefined {
  return attributes.find((each) => owner.test(each.space) && each.name === name)?.value;
}

/** The language that `xml:lang` names. */
export function xmlLanguage({ attributes }: XmlElement): string | undefined {
  return attributes.find(({ name, space }) => name === 'lang' && space.endsWith('/XML/1998/namespace'))?.value;
}

/** All words inside of an element. */
export function readText({ children }: XmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : readText(child))).join('');
}
