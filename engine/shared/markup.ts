/** A part of a parsed text; `children` of `em`, `strong`, `s` and `link` nest to any depth, but links contain no links. */
export type MarkupNode =
  | string
  | { readonly variable: string }
  | { readonly tag: 'em' | 'strong' | 's'; readonly children: readonly MarkupNode[] }
  | { readonly tag: 'br' }
  /** Between two phrases of a headline: a space that is preferred for line breaks. */
  | { readonly tag: 'bar' }
  | { readonly tag: 'link'; readonly name: string; readonly children: readonly MarkupNode[] };

export type MarkupResult =
  | { readonly ok: true; readonly nodes: readonly MarkupNode[] }
  /** `offset` counts UTF-16 code units from the start of the text. */
  | { readonly ok: false; readonly offset: number; readonly message: string };

const ENTITIES: Readonly<Record<string, string>> = {
  '&shy;': '\u00ad',
  '&nbsp;': '\u00a0',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
};

const VARIABLE = /\{([a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)*)\}/y;
const TAG = /<(?:(br)\s*\/?|(em|strong|s)|(link):([a-z][A-Za-z0-9]*)|\/(em|strong|s|link)(?::[a-z][A-Za-z0-9]*)?)>/y;
const ENTITY = /&[a-z]+;/y;
const PLAIN = /[^{}<&|]+/y;

interface OpenElement {
  readonly tag: 'em' | 'strong' | 's' | 'link';
  readonly name: string;
  readonly offset: number;
  readonly children: MarkupNode[];
}

/**
 * Parses the inline markup of a text.
 *
 * - `{name}` and `{claims.name}` are variables; `{{` and `}}` are literal braces.
 * - `<em>`, `<strong>`, `<s>`, `<br/>` and `<link:NAME>…</link:NAME>` (or `</link>`) are the only tags.
 * - `|` between two phrases is a space at which a headline may break; `||` is a literal bar.
 * - `&shy;` (U+00AD), `&nbsp;`, `&amp;`, `&lt;` and `&gt;` are the only entities; a lone `&` is literal.
 *
 * Never throws: returns the position of an error with a message that says what to write instead.
 */
export function parseMarkup(source: string): MarkupResult {
  const root: MarkupNode[] = [];
  const open: OpenElement[] = [];
  let offset = 0;

  while (offset < source.length) {
    const into = open.at(-1)?.children ?? root;
    const plain = matchAt(PLAIN, source, offset);
    if (plain !== null) {
      appendText(into, plain[0]);
      offset += plain[0].length;
      continue;
    }
    const character = source[offset];
    if (character === '{' || character === '}') {
      if (source[offset + 1] === character) {
        appendText(into, character);
        offset += 2;
        continue;
      }
      const variable = matchAt(VARIABLE, source, offset);
      if (variable?.[1] === undefined) return badBrace(source, offset);
      into.push({ variable: variable[1] });
      offset += variable[0].length;
      continue;
    }
    if (character === '|') {
      const isDoubled = source[offset + 1] === '|';
      const mistake = isDoubled ? null : misplacedBar(source, offset, open.length > 0);
      if (mistake !== null) return fail(offset, mistake);
      if (isDoubled) appendText(into, '|');
      else into.push({ tag: 'bar' });
      offset += isDoubled ? 2 : 1;
      continue;
    }
    if (character === '&') {
      const entity = matchAt(ENTITY, source, offset)?.[0] ?? '&';
      const meaning = entity === '&' ? '&' : ENTITIES[entity];
      if (meaning === undefined) {
        return fail(
          offset,
          `The entity "${entity}" is not known. Write the character itself; only ${Object.keys(ENTITIES).join(' ')} are read.`,
        );
      }
      appendText(into, meaning);
      offset += entity.length;
      continue;
    }
    const tag = matchAt(TAG, source, offset);
    if (tag === null) return badTag(source, offset);
    const [whole, br, emphasis, link, linkName, closing] = tag;
    if (br !== undefined) {
      into.push({ tag: 'br' });
    } else if (emphasis === 'em' || emphasis === 'strong' || emphasis === 's') {
      open.push({ tag: emphasis, name: emphasis, offset, children: [] });
    } else if (link !== undefined && linkName !== undefined) {
      if (open.some((element) => element.tag === 'link')) {
        return fail(offset, `The link "${whole}" is inside another link. Close the outer link first.`);
      }
      open.push({ tag: 'link', name: linkName, offset, children: [] });
    } else if (closing !== undefined) {
      const element = open.pop();
      const closes =
        element !== undefined &&
        (whole === `</${closing}>` ? element.tag === closing : whole === `</link:${element.name}>`);
      if (element === undefined || !closes) {
        const expected = element === undefined ? 'no tag is open here' : `"${openTag(element)}" is open here`;
        return fail(offset, `The closing tag "${whole}" does not fit: ${expected}.`);
      }
      const parent = open.at(-1)?.children ?? root;
      parent.push(
        element.tag === 'link'
          ? { tag: 'link', name: element.name, children: element.children }
          : { tag: element.tag, children: element.children },
      );
    }
    offset += whole.length;
  }

  const unclosed = open.at(-1);
  if (unclosed !== undefined) {
    return fail(
      unclosed.offset,
      `The tag "${openTag(unclosed)}" is never closed. Write "</${unclosed.tag}>" after its words.`,
    );
  }
  return { ok: true, nodes: root };
}

function matchAt(pattern: RegExp, source: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(source);
}

function appendText(into: MarkupNode[], text: string): void {
  const last = into.at(-1);
  if (typeof last === 'string') into[into.length - 1] = last + text;
  else into.push(text);
}

function openTag(element: OpenElement): string {
  return element.tag === 'link' ? `<link:${element.name}>` : `<${element.tag}>`;
}

function badBrace(source: string, offset: number): MarkupResult {
  const found = source.slice(offset, offset + 24).split(/(?<=\})|\s/)[0] ?? '';
  return fail(
    offset,
    `"${found}" is not a variable. Write "{name}" with letters and digits, or "${source[offset]}${source[offset]}" for the brace itself.`,
  );
}

/** Message about a bar that is not between two phrases. */
function misplacedBar(source: string, offset: number, isInside: boolean): string | null {
  if (isInside) return 'The bar "|" is inside a tag. Close the tag before it, or write "||" for the character itself.';
  const isBetween = /[^\s|]$/.test(source.slice(0, offset)) && /^[^\s|]/.test(source.slice(offset + 1));
  return isBetween
    ? null
    : 'The bar "|" is not between two phrases. It takes the place of the space between them; write "||" for the character itself.';
}

function badTag(source: string, offset: number): MarkupResult {
  const end = source.indexOf('>', offset);
  const found = source.slice(offset, end < 0 ? offset + 24 : Math.min(end + 1, offset + 64));
  return fail(
    offset,
    `"${found}" is not allowed in a text. Use <em>, <strong>, <s>, <br/> or <link:NAME>…</link:NAME>; write "&lt;" for the character itself.`,
  );
}

function fail(offset: number, message: string): MarkupResult {
  return { ok: false, offset, message };
}
