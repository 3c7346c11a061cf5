import sax, { type SaxHandlers } from 'sax';
import { UserError } from '#engine/shared/errors.ts';

/** An element with its content, without comments and processing instructions. */
export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** Namespace URI; empty without one. */
  readonly space: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | string)[];
  /** 1-based line of its start tag. */
  readonly line: number;
}

interface XmlAttribute {
  readonly name: string;
  readonly space: string;
  readonly value: string;
}

/** Maximum nesting; real files have about ten levels, and readers are recursive. */
const MAX_DEPTH = 200;

/** Characters that XML forbids (XML 1.0, 2.2). */
const NO_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u;

/**
 * Parses well-formed XML without a DOCTYPE, which could include files and expand without limit, and which translation files do not need (ASVS 5.0.0, 1.5.1).
 *
 * @throws UserError with line and column
 */
export function readXml(text: string): XmlElement {
  // XML normalizes line ends (XML 1.0, 2.11).
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
    ondoctype: () => refuse(parser.position, 'a DOCTYPE is not allowed here. Remove it.'),
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

/** Only the first line of the parser's message, which contains a position of its own. */
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

/** Child elements of one namespace. */
export function listChildElements(element: XmlElement, name?: string): readonly XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && child.space === element.space && (name === undefined || child.name === name),
  );
}

/** All descendants, of any namespace. */
export function listDescendants(element: XmlElement): readonly XmlElement[] {
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...listDescendants(child)]));
}

/** An attribute without namespace. */
export function readAttribute({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find((each) => each.space === '' && each.name === name)?.value;
}

/** An attribute whose namespace contains the name of a tool, such as `memoq`. */
export function findForeignAttribute({ attributes }: XmlElement, owner: RegExp, name: string): string | undefined {
  return attributes.find((each) => owner.test(each.space) && each.name === name)?.value;
}

/** Language in `xml:lang`. */
export function readXmlLanguage({ attributes }: XmlElement): string | undefined {
  return attributes.find(({ name, space }) => name === 'lang' && space.endsWith('/XML/1998/namespace'))?.value;
}

/** Text content of an element. */
export function readText({ children }: XmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : readText(child))).join('');
}
