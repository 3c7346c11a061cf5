import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import { sourceLocale } from '#engine/documents/texts.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { SentUnit } from './unit.ts';

/** XLIFF 1.2 (OASIS), supported by all tools: one file per namespace; `resname` holds the key, because tools renumber texts. */
export function writeXliff(locale: Locale, units: readonly SentUnit[]): string {
  const files = Map.groupBy(units, ({ key }) => readNamespace(key));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">',
    ...[...files].flatMap(([name, own]) => [
      `  <file original="${escapeAttribute(name)}" datatype="plaintext" source-language="${sourceLocale}" target-language="${locale}">`,
      '    <body>',
      ...own.flatMap(written),
      '    </body>',
      '  </file>',
    ]),
    '</xliff>',
    '',
  ].join('\n');
}

function readNamespace(key: string): string {
  return key.includes('#') ? key.slice(0, key.indexOf('#')) : key.slice(0, key.indexOf('.'));
}

function written({ key, source, target, note }: SentUnit): readonly string[] {
  const id = escapeAttribute(key);
  return [
    `      <trans-unit id="${id}" resname="${id}" xml:space="preserve">`,
    `        <source>${inXml(source)}</source>`,
    `        <target>${inXml(target)}</target>`,
    `        <note>${inXml(note)}</note>`,
    '      </trans-unit>',
  ];
}

/** XML parsers normalize it to a line feed. */
const inXml = (text: string): string => escapeHtml(text).replaceAll('\r', '&#13;');
