import { UserError } from '#engine/shared/errors.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { UnknownInlineError, readInlineText } from './inline.ts';
import { type FileLanguages, matchLocale, requireSource } from './languages.ts';
import {
  readAttribute,
  listChildElements,
  listDescendants,
  readXml,
  readText,
  type XmlElement,
  readXmlLanguage,
} from './read-xml.ts';
import { isEmpty, type Unit, type UnitText } from './unit.ts';
import { isApproved, isApprovedSegment, findUnfinished, findUnfinishedSegment } from './xliff-approval.ts';

/**
 * Reads all texts of an XLIFF 1 or 2 file, from any tool.
 *
 * @throws UserError for an invalid file, or a language that the site does not have
 */
export function readXliff(text: string, languages: FileLanguages): readonly Unit[] {
  const root = readXml(text);
  const version = readAttribute(root, 'version') ?? '';
  if (root.name !== 'xliff')
    throw new UserError(`line ${root.line}: the first element is <${root.name}>. Expected: <xliff>.`);
  if (/^1(?:\.|$)/.test(version)) return listChildElements(root, 'file').flatMap((file) => unitsOf1(file, languages));
  if (/^2(?:\.|$)/.test(version)) return unitsOf2(root, languages);
  throw new UserError(
    `line ${root.line}: the version of XLIFF is "${version}". Expected: 1.2, or 2.0 and above within 2. Export the file as one of them.`,
  );
}

/** XLIFF 1.2: languages per file, groups of any depth. */
function unitsOf1(file: XmlElement, languages: FileLanguages): readonly Unit[] {
  requireSource(readAttribute(file, 'source-language'), file.line);
  const units = listChildElements(file, 'body').flatMap((body) => below(body, 'group', 'trans-unit'));
  const targets = units.flatMap((unit) => listChildElements(unit, 'target'));
  const named =
    readAttribute(file, 'target-language') ?? targets.map(readXmlLanguage).find((each) => each !== undefined);
  if (units.length === 0) return [];
  const locale = languages.target(named, file.line);
  return units.map((unit) => {
    const [sources, translations] = [listChildElements(unit, 'source'), listChildElements(unit, 'target')];
    const [target] = translations;
    const names = [readAttribute(unit, 'resname'), readAttribute(unit, 'id'), ...listContexts(unit)];
    return createUnit(unit, names, locale, {
      source: () => sources.flatMap((source) => readInlineText(source)),
      target: () => translations.flatMap((each) => readInlineText(each)),
      problem:
        sources.length > 1 || translations.length > 1
          ? 'It has several sources or translations. Send one of each.'
          : target === undefined
            ? null
            : (findUnfinished(unit, target) ?? otherLanguage(target, locale)),
      isApproved: target !== undefined && isApproved(unit, target),
    });
  });
}

/** Elements of one name, in groups of any depth. */
function below(element: XmlElement, group: string, name: string): readonly XmlElement[] {
  return listChildElements(element).flatMap((child) => {
    if (child.name === name) return [child];
    return child.name === group ? below(child, group, name) : [];
  });
}

/** Phrase and other tools renumber texts and store the key as context. */
function listContexts(unit: XmlElement): readonly string[] {
  return listChildElements(unit, 'context-group').flatMap((group) => listChildElements(group, 'context').map(readText));
}

function otherLanguage(target: XmlElement, locale: Locale): string | null {
  const named = readXmlLanguage(target);
  if (named === undefined || matchLocale(named, [locale]) === locale) return null;
  return `Its translation says that it is in "${named}", in a file for "${locale}". Put it where it belongs.`;
}

/** XLIFF 2: languages per document, texts in segments. */
function unitsOf2(root: XmlElement, languages: FileLanguages): readonly Unit[] {
  requireSource(readAttribute(root, 'srcLang'), root.line);
  const units = listChildElements(root, 'file').flatMap((file) => below(file, 'group', 'unit'));
  if (units.length === 0) return [];
  const locale = languages.target(readAttribute(root, 'trgLang'), root.line);
  return units.map((unit) => {
    const data = new Map(
      listChildElements(unit, 'originalData')
        .flatMap((all) => listChildElements(all, 'data'))
        .map((each) => [readAttribute(each, 'id') ?? '', readData(each)]),
    );
    const parts = listChildElements(unit).filter(({ name }) => name === 'segment' || name === 'ignorable');
    const segments = parts.filter(({ name }) => name === 'segment');
    const words = (part: XmlElement, name: string): UnitText =>
      listChildElements(part, name).flatMap((each) => readInlineText(each, data));
    const translated = segments.filter((segment) => !isEmpty(wordsOrMark(segment)));
    const isPartial = translated.length > 0 && translated.length < segments.length;
    return createUnit(unit, [readAttribute(unit, 'name'), readAttribute(unit, 'id')], locale, {
      source: () => parts.flatMap((part) => words(part, 'source')),
      // Text between segments is copied from the source if a tool omits it.
      target: () =>
        translated.length === 0
          ? []
          : inOrder(parts).flatMap((part) =>
              listChildElements(part, 'target').length === 0 && part.name === 'ignorable'
                ? words(part, 'source')
                : words(part, 'target'),
            ),
      problem: isPartial
        ? 'Only some of its segments are translated. Translate all of them.'
        : (translated.map(findUnfinishedSegment).find((each) => each !== null) ?? null),
      isApproved: translated.length > 0 && translated.every(isApprovedSegment),
    });
  });
}

/** A segment counts as translated with any content, text or marks. */
function wordsOrMark(segment: XmlElement): UnitText {
  return listChildElements(segment, 'target').flatMap((target) => [
    readText(target),
    ...listDescendants(target).map(({ name }) => name),
  ]);
}

function readData(data: XmlElement): string {
  return readInlineText(data)
    .filter((part) => typeof part === 'string')
    .join('');
}

/** A translation may reorder segments (XLIFF 2.1, 4.3.1.24 `order`). */
function inOrder(parts: readonly XmlElement[]): readonly XmlElement[] {
  const ordered = parts.map((part, index) => {
    const [target] = listChildElements(part, 'target');
    const order = Number(target === undefined ? Number.NaN : readAttribute(target, 'order'));
    return { part, order: Number.isInteger(order) ? order : index + 1 };
  });
  return ordered.toSorted((one, other) => one.order - other.order).map(({ part }) => part);
}

interface Content {
  readonly source: () => UnitText;
  readonly target: () => UnitText;
  readonly problem: string | null;
  readonly isApproved: boolean;
}

function createUnit(
  { line }: XmlElement,
  names: readonly (string | undefined)[],
  locale: Locale,
  { source, target, problem, isApproved: approved }: Content,
): Unit {
  const known = {
    locale,
    line,
    names: names.flatMap((name) => (name === undefined || name.trim() === '' ? [] : [name])),
  };
  try {
    return { ...known, source: source(), target: target(), problem, isApproved: approved };
  } catch (error) {
    if (!(error instanceof UnknownInlineError)) throw error;
    return { ...known, source: [], target: ['–'], problem: problem ?? error.message };
  }
}
