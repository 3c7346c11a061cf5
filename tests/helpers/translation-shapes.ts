import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import type { SentUnit } from '#engine/documents/translations/exchange/unit.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

type Write = (units: readonly SentUnit[], locale: Locale) => Uint8Array;

/** What a tool makes of a tag or a placeholder inside of a text. */
type Inline = (part: string, number: number) => string;

const TAGS = /(<[^<>]+>|\{[^{}]+\})/;
const utf8 = (text: string): Uint8Array => Buffer.from(text);
const plain: Inline = (part) => escapeHtml(part);

function inline(text: string, of: Inline): string {
  return text
    .split(TAGS)
    .map((part, index) => (index % 2 === 0 ? escapeHtml(part) : of(part, (index + 1) / 2)))
    .join('');
}

interface Shape12 {
  readonly space?: string;
  readonly target?: (locale: Locale) => string;
  readonly before?: string;
  readonly unit: (unit: SentUnit, number: number) => string;
}

function xliff12({ space = '', target = (locale) => locale, before = '', unit }: Shape12): Write {
  return (units, locale) =>
    utf8(
      `<?xml version="1.0" encoding="utf-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" ${space} version="1.2">${before}\n` +
        `<file original="texts" datatype="plaintext" source-language="en-GB" target-language="${target(locale)}"><header/><body>\n` +
        `${units.map(unit).join('\n')}\n</body></file></xliff>`,
    );
}

/** Segment marks, tags as empty elements, states in definitions behind the target. */
const trados = xliff12({
  space: 'xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" sdl:version="1.0"',
  target: (locale) => `${locale}-${locale.toUpperCase()}`,
  before:
    '<doc-info xmlns="http://sdl.com/FileTypes/SdlXliff/1.0"><rep-defs><source>no text</source></rep-defs></doc-info>',
  unit({ key, source, target }, number) {
    const tagged = (text: string): string =>
      inline(text, (part) =>
        readId(source, part) < 0 ? escapeHtml(part) : `<x id="${readId(source, part)}" xid="n"/>`,
      );
    const segment = (text: string): string => `<mrk mtype="seg" mid="${number}">${tagged(text)}</mrk>`;
    return (
      `<group id="g${number}"><sdl:cxts><sdl:cxt id="1"/></sdl:cxts><trans-unit id="${escapeAttribute(key)}">` +
      `<source>${tagged(source)}</source><seg-source>${segment(source)}</seg-source><target>${segment(target)}</target>` +
      `<sdl:seg-defs><sdl:seg id="${number}" conf="ApprovedTranslation" origin="interactive"/></sdl:seg-defs></trans-unit></group>`
    );
  },
});

/** The same tag has the same id in source and translation; words that the source does not have are words. */
function readId(source: string, part: string): number {
  return source.split(TAGS).indexOf(part);
}

/** Pairs of tags in `g`, as Okapi and Trados write them. */
const pairs = xliff12({
  unit: ({ key, source, target }) =>
    `<trans-unit id="${escapeAttribute(key)}" approved="yes"><source>${grouped(source, source)}</source><target state="final">${grouped(target, source)}</target></trans-unit>`,
});

function grouped(text: string, source: string): string {
  return inline(text, (part) => {
    const [, slash, name] = /^<(\/?)(\w+)>$/.exec(part) ?? [];
    const isPair = name !== undefined && source.split(`<${name}>`).length === 2 && text.split(`<${name}>`).length === 2;
    if (isPair) return slash === '' ? `<g id="${name}">` : '</g>';
    return escapeHtml(part);
  });
}

/** Tags as words inside of elements, with an element of memoQ's own around placeholders. */
const memoq = xliff12({
  space: 'xmlns:mq="MQXliff"',
  unit: ({ key, source, target }, number) => {
    const tagged = (text: string): string =>
      inline(text, (part, at) => {
        if (part.startsWith('</')) return `<ept id="${at}">${escapeHtml(part)}</ept>`;
        if (part.startsWith('<')) return `<bpt id="${at}" ctype="x">${escapeHtml(part)}</bpt>`;
        return `<ph id="${at}">${escapeHtml(`<mq:rxt displaytext="${escapeAttribute(part)}" val="${escapeAttribute(part)}" />`)}</ph>`;
      });
    return (
      `<trans-unit id="${number}" resname="${escapeAttribute(key)}" mq:status="ManuallyConfirmed" xml:space="preserve">` +
      `<source xml:space="preserve">${tagged(source)}</source><target xml:space="preserve">${tagged(target)}</target>` +
      `<alt-trans><source>old</source><target>alt</target></alt-trans></trans-unit>`
    );
  },
});

/** Numbers for ids; the key is a context. */
const phrase = xliff12({
  space: 'xmlns:m="http://www.memsource.com/mxlf/2.0" m:version="2.4"',
  unit: ({ key, source, target }, number) =>
    `<group id="${number}"><context-group><context context-type="x-key">${escapeHtml(key)}</context></context-group>` +
    `<trans-unit id="hash:${number}" m:confirmed="1" m:level-edited="true" resname="${escapeAttribute(key)}"><source>${inline(source, plain)}</source><target>${inline(target, plain)}</target>` +
    `<alt-trans origin="machine-trans"><target>machine</target></alt-trans></trans-unit></group>`,
});

const phraseStrings = xliff12({
  unit: ({ key, source, target, note }, number) =>
    `<trans-unit id="${number}f00" resname="${escapeAttribute(key)}"><source xml:lang="en">${inline(source, plain)}</source><target xml:lang="de" state="translated">${inline(target, plain)}</target><note>${escapeHtml(note)}</note></trans-unit>`,
});

const weblate = xliff12({
  unit: ({ key, source, target }) =>
    `<trans-unit id="${escapeAttribute(key)}" xml:space="preserve" approved="no"><source>${inline(source, plain)}</source><target state="translated">${inline(target, plain)}</target></trans-unit>`,
});

/** Laid out anew, texts as CDATA. */
const crowdin: Write = (units, locale) => {
  const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  const text = Buffer.from(
    xliff12({
      unit: ({ key, source, target }) =>
        `  <!-- ${escapeHtml(key).replaceAll('--', '- -')} -->\n  <trans-unit id="${escapeAttribute(key)}">\n    <source>${cdata(source)}</source>\n    <target>${cdata(target)}</target>\n  </trans-unit>`,
    })(units, locale),
  ).toString();
  return Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n').replace('utf-8', 'UTF-16')}`, 'utf16le');
};

/** XLIFF 2.0 with tags in the data of a unit, one segment for a sentence. */
const xliff2: Write = (units, locale) =>
  utf8(
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${locale}"><file id="f1"><group id="g1"><group id="g2">\n` +
      `${units
        .map(({ key, source, target }, number) => {
          const parts = [...new Set([...source.split(TAGS), ...target.split(TAGS)].filter((part) => TAGS.test(part)))];
          const tagged = (text: string): string =>
            inline(text, (part, at) => `<ph id="${at}" dataRef="d${parts.indexOf(part)}"/>`);
          const data = parts.map((part, at) => `<data id="d${at}">${escapeHtml(part)}</data>`).join('');
          return (
            `<unit id="u${number}" name="${escapeAttribute(key)}"><notes><note>n</note></notes>${data === '' ? '' : `<originalData>${data}</originalData>`}` +
            `<segment state="reviewed"><source>${tagged(source)}</source><target>${tagged(target)}</target></segment></unit>`
          );
        })
        .join('\n')}</group></group></file></xliff>`,
  );

/** XLIFF 2.1 in segments, with the blanks between them in elements of their own. */
const segmented: Write = (units, locale) =>
  utf8(
    `<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="${locale}"><x:file id="f1">\n` +
      `${units
        .map(({ key, source, target }) => {
          const [one, rest] = halves(source);
          const [first, second] = halves(target);
          const segment = (from: string, to: string): string =>
            `<x:segment><x:source>${escapeHtml(from)}</x:source><x:target>${escapeHtml(to)}</x:target></x:segment>`;
          const isCut = rest !== '' && second !== '';
          const content = isCut
            ? `${segment(one, first)}<x:ignorable><x:source> </x:source></x:ignorable>${segment(rest, second)}`
            : segment(source, target);
          return `<x:unit id="${escapeAttribute(key)}">${content}</x:unit>`;
        })
        .join('\n')}</x:file></x:xliff>`,
  );

/** Around the first blank. */
function halves(text: string): readonly [string, string] {
  const at = text.indexOf(' ');
  return at < 1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

interface Table {
  readonly separator: string;
  readonly end?: string;
  readonly first?: string;
  readonly head: (locale: Locale) => readonly string[];
  readonly row: (unit: SentUnit, number: number) => readonly string[];
  readonly isQuoted?: boolean;
}

function table({ separator, end = '\r\n', first = '', head, row, isQuoted = false }: Table) {
  const cell = (value: string): string =>
    isQuoted || value.includes(separator) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return (units: readonly SentUnit[], locale: Locale): string =>
    `${first}${[head(locale), ...units.map(row)].map((cells) => cells.map(cell).join(separator) + end).join('')}`;
}

const cells = ({ key, source, target, note }: SentUnit): readonly string[] => [key, source, guarded(target), note];
/** As it was sent: spreadsheets keep the quote before words that begin like a formula. */
const guarded = (text: string): string => (/^'*[=+\-@]/.test(text) ? `'${text}` : text);

const excelSemicolon = table({
  separator: ';',
  first: '\uFEFFsep=;\r\n',
  head: (locale) => ['key', 'en', locale, 'note'],
  row: cells,
});
const excelUnicode = table({ separator: '\t', head: (locale) => ['key', 'en', locale, 'note'], row: cells });
const moved = table({
  separator: ',',
  end: '\n',
  isQuoted: true,
  head: () => ['Nr.', 'German (Germany)', 'Comment', 'Key', 'English'],
  row: ({ key, source, target, note }, number) => [String(number), guarded(target), note, key, source],
});
const weblateTable = table({
  separator: ',',
  end: '\n',
  isQuoted: true,
  head: () => ['location', 'source', 'target', 'id', 'fuzzy', 'context', 'translator_comments', 'developer_comments'],
  row: ({ key, source, target, note }) => ['', source, guarded(target), '', 'False', key, '', note],
});

/** How tools return unchanged texts. */
export const translationShapes: Readonly<Record<string, Write>> = {
  'Trados (sdlxliff)': trados,
  'Okapi, tags in g': pairs,
  'memoQ (mqxliff)': memoq,
  'Phrase TMS (mxliff)': phrase,
  'Phrase Strings': phraseStrings,
  'Weblate (XLIFF 1.2)': weblate,
  'Crowdin, CDATA, UTF-16': crowdin,
  'XLIFF 2.0': xliff2,
  'XLIFF 2.1 in segments': segmented,
  'Excel, sep=; and UTF-8': (units, locale) => utf8(excelSemicolon(units, locale)),
  'Excel, Unicode text': (units, locale) => Buffer.from(`\uFEFF${excelUnicode(units, locale)}`, 'utf16le'),
  'LibreOffice, UTF-16 BE': (units, locale) => Buffer.from(`\uFEFF${excelUnicode(units, locale)}`, 'utf16le').swap16(),
  'Google Sheets, moved columns': (units, locale) => utf8(moved(units, locale)),
  'Weblate (CSV)': (units, locale) => utf8(weblateTable(units, locale)),
};
