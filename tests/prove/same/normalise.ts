import { createHash } from 'node:crypto';
import type { Answer } from './http-client.ts';

/** What an answer says once everything is gone that another build may write differently without anybody noticing. */
export interface NormalAnswer {
  readonly status: number;
  /** `name: value`, sorted. */
  readonly headers: readonly string[];
  /** Without the page's style sheet. */
  readonly body: string;
  /** The page's style sheet, which many pages share; empty when there is none. */
  readonly styles: string;
  /** What the answer contradicts itself in, as sentences. */
  readonly mistakes: readonly string[];
}

export interface NormaliserOptions {
  /** Names a file of the build (`assets/images/wine-29.d66211c5.960.avif`) independently of the build. */
  readonly assetName: (path: string) => string;
}

/** Headers that differ by the moment alone. */
const FLEETING = new Set(['date', 'last-modified']);

const HASH_SOURCE = /'sha256-([A-Za-z0-9+/]{43}=)'/g;

/**
 * Takes from answers of one server what depends on its build or on chance, and keeps everything else. It remembers inline scripts and
 * styles: answers without them (304, in-app navigation) name them by their hash too.
 */
export class Normaliser {
  readonly #options: NormaliserOptions;
  /** Source expression of a policy → name of the text that it allows. */
  readonly #sources = new Map<string, string>();
  readonly #inline = new Map<string, string>();
  readonly #styles = new Map<string, Styles>();

  constructor(options: NormaliserOptions) {
    this.#options = options;
  }

  /** @param isMail It is shown by programs that have no policy, and has its styles in place */
  answer(answer: Answer, method = 'GET', isMail = false): NormalAnswer {
    const mistakes: string[] = [];
    const { markup, css } = splitParts(answer.text);
    const styles = this.#stylesOf(css);
    const inline = [...(css === '' ? [] : [css]), ...inlineSources(markup)].map((source) => this.#remember(source));
    const headers = answer.headers.flatMap(([name, value]) => this.#header(name, value, answer, method, mistakes));
    const policy = answer.headers.find(([name]) => name === 'content-security-policy')?.[1] ?? '';
    for (const source of inline)
      if (!isMail && !policy.includes(`'sha256-${source}'`))
        mistakes.push(
          `An inline script or style (${this.#sources.get(source)}) is not allowed by the page's own policy.`,
        );
    return {
      status: answer.status,
      headers: headers.toSorted(),
      body: this.#mapped(markup, styles.scopes),
      styles: styles.text,
      mistakes,
    };
  }

  /** A text with files, class names and values of chance replaced. */
  body(text: string): string {
    return this.#mapped(text, noScopes);
  }

  #mapped(text: string, known: Scopes): string {
    const scopes = new Map(known);
    for (const [, list = ''] of text.matchAll(CLASS_LIST)) number(scopes, list, CLASS_NAME);
    return mapChance(renameScopes(withoutFormData(mapAssets(text, this.#options.assetName)), scopes));
  }

  #stylesOf(css: string): Styles {
    let styles = this.#styles.get(css);
    if (styles === undefined) {
      const scopes = number(new Map(), css, CLASS_SELECTOR);
      styles = { scopes, text: renameScopes(mapAssets(css, this.#options.assetName), scopes) };
      this.#styles.set(css, styles);
    }
    return styles;
  }

  /** The hash by which a policy allows a script or a style. */
  #remember(source: string): string {
    const known = this.#inline.get(source);
    if (known !== undefined) return known;
    const hash = createHash('sha256').update(source).digest('base64');
    this.#inline.set(source, hash);
    this.#sources.set(hash, digest(this.#stylesOf(source).text));
    return hash;
  }

  #header(name: string, value: string, answer: Answer, method: string, mistakes: string[]): string[] {
    if (FLEETING.has(name)) return [];
    switch (name) {
      case 'content-length':
        if (method !== 'HEAD' && Number(value) !== answer.length)
          mistakes.push(`Content-Length is ${value}, but the body has ${answer.length} bytes.`);
        return ['content-length: {bytes of the body}'];
      case 'etag':
        return [`etag: ${value.replace(/"[^"]*?(-(?:br|gzip|identity))?"/, '"{tag}$1"')}`];
      case 'content-security-policy':
        return [`${name}: ${value.replaceAll(HASH_SOURCE, (_, hash: string) => this.#source(hash, value, mistakes))}`];
      default:
        return [`${name}: ${this.body(value)}`];
    }
  }

  #source(hash: string, policy: string, mistakes: string[]): string {
    const known = this.#sources.get(hash);
    if (known === undefined)
      mistakes.push(`The Content-Security-Policy allows a hash of nothing that was ever sent: ${policy}`);
    return `'sha256 of ${known ?? 'something unknown'}'`;
  }
}

type Scopes = ReadonlyMap<string, string>;

interface Styles {
  readonly text: string;
  /** Hashes of its CSS modules with their numbers. */
  readonly scopes: Scopes;
}

const noScopes: Scopes = new Map();

/** Scripts of data are not executed, so that no policy names them; an empty one has nothing to allow. */
const INLINE = /<(script|style)(?![^>]*\ssrc=)(?![^>]*type="application\/)[^>]*>([^]*?)<\/\1>/g;

function inlineSources(markup: string): string[] {
  if (!markup.startsWith('<!doctype html>')) return [];
  return [...markup.matchAll(INLINE)].flatMap(([, , source = '']) => (source === '' ? [] : [source]));
}

/** A page's style sheet and everything else; in-app navigation brings both as JSON. */
function splitParts(text: string): { readonly markup: string; readonly css: string } {
  if (text.startsWith('{"')) {
    const page: unknown = JSON.parse(text);
    if (typeof page === 'object' && page !== null && 'css' in page && typeof page.css === 'string')
      return { markup: JSON.stringify({ ...page, css: '' }, null, 1), css: page.css };
  }
  const from = text.startsWith('<!doctype html>') ? text.indexOf(STYLE_BEGIN) + STYLE_BEGIN.length : -1;
  const to = from < STYLE_BEGIN.length ? -1 : text.indexOf('</style>', from);
  return to < 0
    ? { markup: text, css: '' }
    : { markup: text.slice(0, from) + text.slice(to), css: text.slice(from, to) };
}

const STYLE_BEGIN = '<style>';

/** Twelve characters that name a text. */
export const digest = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

const ASSET = /assets\/(?:[\w-]+\/)*[\w.-]+\.(?:js|css|woff2|avif|webp|jpg|png|svg|json)\b/g;
/** Which chunks a module needs is the bundler's affair; how many tags a page has for them is not touched. */
const FURTHER_CHUNKS = /(?: (?:\/[\w-]+)?\/assets\/chunks\/chunk\.js)+/g;

function mapAssets(text: string, assetName: (path: string) => string): string {
  return text.includes('assets/') ? text.replaceAll(ASSET, assetName).replaceAll(FURTHER_CHUNKS, '') : text;
}

/**
 * What a page hands its own scripts of a form: its name, its step and where it posts to. Scripts and page are of one build, and the
 * markup says the same to everybody: the address is compared there.
 */
const FORM_DATA = ((quote: string) => {
  const entry = `${quote}(?:action|form|step)${quote}:${quote}[^"&\\\\]*${quote}`;
  return new RegExp(`(?<=\\{)(?:${entry},?)+|,${entry}`, 'g');
})(String.raw`(?:&quot;|\\*")`);

function withoutFormData(text: string): string {
  return text.replaceAll(FORM_DATA, '');
}

/** Class names of CSS modules begin with a hash of their style sheet. */
// A hash that begins with a figure has one sign more: no name of a class may.
const CLASS_SELECTOR = /\.(_\d[\w-]{5}|[\w-]{6})_[A-Za-z]/g;
const CLASS_LIST = /class=\\?"([^"\\]+)/g;
const CLASS_NAME = /(?:^| )(_\d[\w-]{5}|[\w-]{6})_[A-Za-z]/g;

/** Adds the hashes that a text names, numbered in the order in which they appear. */
function number(scopes: Map<string, string>, text: string, shape: RegExp): Map<string, string> {
  for (const [, scope = ''] of text.matchAll(shape)) if (!scopes.has(scope)) scopes.set(scope, `css${scopes.size + 1}`);
  return scopes;
}

function renameScopes(text: string, scopes: ReadonlyMap<string, string>): string {
  if (scopes.size === 0) return text;
  const names = new RegExp(`(?<![\\w-])(?:${[...scopes.keys()].join('|')})(?=_[A-Za-z])`, 'g');
  return text.replaceAll(names, (scope) => scopes.get(scope) ?? scope);
}

const LETTERS = [/[A-Z]/, /[a-z]/, /\d/] as const;
const looksDrawn = (text: string): boolean => LETTERS.every((letters) => letters.test(text));

/** What a server draws at random, by its shape. Signatures are no matter of chance: the same secret must give the same ones. */
const chances: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['token', /eyJ[\w-]{10,}\.[\w-]*\.[\w-]{16}\.[\w-]+\.[\w-]{22}/g],
  ['sealed', /\b[0-9a-f]{12}\.[\w-]{16}\.[\w-]{20,}/g],
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g],
  ['secret', /(?<![\w+/.-])[\w-]{43}(?![\w+/=-])/g],
  ['generated code', /\b[2-9CDFHJKMNPRTVWXY]{4}-[2-9CDFHJKMNPRTVWXY]{4}-[2-9CDFHJKMNPRTVWXY]{4}\b/g],
  ['generated code', /\/[2-9CDFHJKMNPRTVWXY]{12}\b/g],
  ['mail', /\/dev\/mail\/[\w-]{22}(?![\w-])/g],
];

/** The same value has the same number wherever a text names it. */
function mapChance(text: string): string {
  let mapped = text;
  for (const [kind, shape] of chances) {
    const numbers = new Map<string, number>();
    mapped = mapped.replaceAll(shape, (value) => {
      if (kind === 'secret' && !looksDrawn(value)) return value;
      const which = numbers.get(value) ?? numbers.size + 1;
      numbers.set(value, which);
      return `{${kind} ${which}}`;
    });
  }
  return mapped;
}
