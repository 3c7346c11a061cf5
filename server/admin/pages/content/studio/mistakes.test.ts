import { expect, test } from 'vitest';
import {
  joinPlace,
  listNamedForms,
  listOutlineBlocks,
  locateProperty,
  toDocumentFile,
  selectFindings,
  readValueIn,
} from '#engine/studio/blocks.ts';
import { listInnerFields } from '#engine/studio/inner-fields.ts';
import { listFieldFindings } from '#engine/studio/field-findings.ts';
import { createStudioStore, type StudioState } from '#engine/studio/store.ts';
import type { StudioField, StudioFinding, WrittenPlace } from '#engine/studio/protocol.ts';
import { findTextFindings, listBlockTexts, listTextForms } from '#engine/studio/texts.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { resolveSmall, smallProject } from '#tests/helpers/small-project.ts';
import { changedMistakes } from '#tests/invalid-projects/document-and-file-mistakes.ts';
import { createContentReader } from '../model/content.ts';
import { openDocument } from './open-document.ts';
import { listPlacedFindings } from './studio-findings.ts';
import { readMergedVariant } from './variant-files.ts';

const draft = {
  id: 'd',
  name: 'Draft',
  createdBy: 'a',
  createdAt: 0,
  changedAt: 0,
  files: 0,
  submission: null,
  seen: '',
  changes: [],
};

/** Files of the pages that the studio opens, by the document that shows them. */
const shownBy: Readonly<Record<string, string>> = {
  'pages-config/landings/default.json': 'landings/default',
  'pages-config/landings/summer.json': 'landings/summer',
  'pages-config/pages/about-us.json': 'pages/about-us',
  'pages-config/fragments/header.json': 'landings/default',
};
/** Pages that may show what a file says. */
const pagesOf = (file: string): readonly string[] => {
  const shown = shownBy[file];
  if (shown !== undefined) return [shown];
  return /^locales\/\w+\/(?:landing|site)\.json$/.test(file)
    ? ['landings/default', 'pages/about-us', 'pages/not-found']
    : [];
};

const filesIn = (changes: Parameters<typeof smallProject>[0] = {}): ReadonlyMap<string, string> =>
  new Map(smallProject(changes).layers.flatMap((layer) => [...layer.files]));

const valid = resolveSmall();

/** The studio with a mistake in its draft. */
async function openWith({ file, find, write }: (typeof changedMistakes)[number], id: string): Promise<StudioState> {
  const change = { [file]: (text: string) => text.replace(find, () => write) };
  let files = filesIn();
  const read = createContentReader({ readContent: async () => files });
  const before = await read();
  files = filesIn(change);
  const after = await read();
  // A document that cannot be read stays open as it was.
  const content = after.expanded.has(id) ? after : before;
  const expanded = content.expanded.get(id);
  const opened = openDocument(content, draft, id, 'en');
  if (expanded === undefined || opened === null) throw new Error(`${id} cannot be opened.`);
  const isMerged = readMergedVariant(content, id) !== null;
  const result = resolveSmall(change, valid);
  const findings = result.ok ? result.warnings : result.findings;
  const store = createStudioStore(
    opened,
    { locale: 'en', width: 1440 },
    () => 0,
    () => undefined,
  );
  store.setState({ findings: listPlacedFindings({ content: after, expanded, isMerged, findings }) });
  return store.getState();
}

/** Where the studio shows a finding: properties, `block` for the head of a block, `page` where no block is selected. */
function listPlaces(state: StudioState, finding: StudioFinding): readonly string[] {
  const places = listOutlineBlocks(state.outline).flatMap(({ block }) => {
    if (!selectFindings(state, block).includes(finding)) return [];
    const fields = [
      ...(state.opened.fields[block.type] ?? []).map((field) => [field, locateProperty(block, field.name)] as const),
      ...listNamedForms(state, block).flatMap(({ file }) =>
        state.opened.formFields.map((field) => [field, { file, path: [field.name] }] as const),
      ),
    ];
    const found = [
      ...fields.flatMap(([field, place]) => listFields(state, finding, field, place, field.name)),
      ...listTexts(state, finding, block),
    ];
    return found.length > 0 ? found.map((name) => `${block.id}: ${name}`) : [`${block.id}: block`];
  });
  if (places.length > 0) return places;
  const file = toDocumentFile(state.opened.document);
  const found = state.opened.pageFields.flatMap((field) => {
    const place = { file, path: [field.name] };
    return [...listFields(state, finding, field, place, field.name), ...listPageTexts(state, finding, field, place)];
  });
  return found.length > 0 ? found.map((name) => `page: ${name}`) : ['page'];
}

/** Texts of the page itself that show a finding, in their language. */
const listPageTexts = (
  state: StudioState,
  finding: StudioFinding,
  field: StudioField,
  place: WrittenPlace,
): readonly string[] =>
  (field.fields ?? []).flatMap(({ kind, name }) =>
    kind !== 'text'
      ? []
      : locales
          .flatMap((locale) => listTextForms(state, joinPlace(place, name), locale))
          .filter((form) => findTextFindings([finding], form).length > 0)
          .map(({ locale }) => `${field.name}.${name} (${locale})`),
  );

/** Properties that show a finding, with their inner ones. */
function listFields(
  state: StudioState,
  finding: StudioFinding,
  field: StudioField,
  place: WrittenPlace,
  name: string,
): readonly string[] {
  const value = readValueIn(state.content.files, place);
  const inner =
    field.kind === 'object'
      ? listInnerFields(field, value).map(
          (each) => [each, joinPlace(place, each.name), `${name}.${each.name}`] as const,
        )
      : field.kind === 'list' && Array.isArray(value)
        ? value.flatMap((_, index) =>
            field.item ? [[field.item, joinPlace(place, index), `${name}[${index}]`] as const] : [],
          )
        : [];
  const isOwn = field.kind !== 'other' && listFieldFindings([finding], field, place, value).length > 0;
  return [...(isOwn ? [name] : []), ...inner.flatMap(([each, at, path]) => listFields(state, finding, each, at, path))];
}

/** Texts that show a finding, in their language. */
const listTexts = (state: StudioState, finding: StudioFinding, block: Parameters<typeof listBlockTexts>[1]) =>
  listBlockTexts(state, block).flatMap(({ place }) =>
    locales
      .flatMap((locale) => listTextForms(state, place, locale))
      .filter((form) => findTextFindings([finding], form).length > 0)
      .map(({ locale }) => `${String(place.path.at(-1))} (${locale})`),
  );

/** Mistakes that the editor can make: JSON that is none is not taken over, and images are measured by the check alone. */
const made = changedMistakes.filter(
  ({ file, rule }) => pagesOf(file).length > 0 && !['json', 'picture-file', 'untranslated-text'].includes(rule),
);

/** Name of each mistake, its rule, and where it is shown: at properties, at the head of a block, or at the page. */
const expected = [
  'A misspelled property: schema at hero: block',
  'A missing property: schema at hero: action',
  'A value that is not allowed: schema at hero: image.grade',
  'A value of the wrong type: schema at steps: title',
  'A text key of the wrong form: schema at steps: title',
  'A block that does not exist: unknown-block at hero: block',
  'A guard that does not exist: unknown-guard at page: guards[0].name',
  'A layout that does not exist: unknown-layout at page: layout',
  'A fragment that does not exist: unknown-fragment at header: block',
  'A link to a document that does not exist: unknown-document at header/bar: nav[0].to',
  'A path where a document is named: unknown-document at header/bar: nav[0].to',
  'A base that does not exist: unknown-document at page',
  'A named link that does not exist: unknown-link at header/bar: login.to',
  'An anchor that no block has: broken-anchor at hero: action.to',
  'A link that runs a script: unsafe-url at header/bar: nav[0].to',
  'A link to a foreign host: unsafe-url at about: actions[1].to',
  'An image that does not exist: unknown-image at hero: image.src',
  'An image without a text: alt-text at hero: image',
  'A translation key that does not exist: unknown-text at steps: title',
  'A translation that is missing: missing-locale at steps: title (sv)',
  'A translation that the source language does not have: extra-locale at page',
  'A tag that one language lacks: text-markup at message: text (de)',
  'A tag that is never closed: text-markup at message: text (de)',
  'A variable with a typing mistake: text-markup at steps: lead (it)',
  'A second title: single-h1 at steps: title',
  'A slug that the server answers itself: shadowed-route at page: slug',
  'A slug that belongs to a page: duplicate-route at page: slug',
  'An id that appears twice: duplicate-id at header: block',
  'A change whose block does not exist: missing-target at page',
  'A change without a pin: missing-pin at hero: block',
  'A base that changed underneath a variant: patch-drift at page',
  'A change that does not say where: unclear-change at page',
  'A window that closes before it opens: window at steps: window.to',
  'A local time that does not exist: window at steps: window.from',
  'A fragment that contains itself: cycle at header/bar: block',
  'A version from the future: document-version at page',
  'A version from the past: document-version at page',
  'An area that the layout does not have: unknown-area at about: area',
  'A text key that is wrong where a variant overwrites it: unknown-text at hero: title',
  'A variant that takes out what must be there: schema at hero: title',
  'A key that is misspelt in one language: extra-locale at page',
  'A key that is misspelt in the source language: missing-locale at page',
  'An entry that is not a text in one language: schema at hero: title (sv)',
  'A text that the source language lost: extra-locale at hero: title (de)',
  'A zero-width space in a slug: invisible-character at page: slug',
  'A soft hyphen in the key of a text: invisible-character at steps: title',
  'A byte order mark inside a text: invisible-character at steps: title (en)',
  'A mark of direction in a text from the left: invisible-character at page: meta.title (de)',
  'A document with the schema of another kind: editor-schema at page',
  'A price in a text: claims at steps: title (en)',
  'A route with a slash at its end: unreachable-route at page: route',
  'A crop with a negative edge: schema at hero: image.crop.x',
  'A window without an edge: schema at steps: window',
  'A window in no zone: schema at steps: window',
  'A window with a date alone: schema at steps: window.from',
  'A yes in place of true: schema at hero: image.decorative',
  "A capital letter in an image's name: schema at hero: image.src",
  'An image from elsewhere: schema at hero: image.src',
  'An image with and without words: alt-text at hero: image.alt',
  'A block without an id: schema at undefined: block',
  'A block without a type: schema at steps: block',
  'An id with a blank: schema at the steps: block',
  'A condition that does not exist: schema at steps: when',
  'A condition with a value that does not exist: schema at steps: when',
  'A theme that does not exist: schema at page',
  'An operation that does not exist: schema at page',
  'A pin of the wrong form: schema at hero: block',
  'A misspelt property in a change: schema at hero: block',
  'A value that is not allowed in a change: schema at hero: variant',
  'A text key in a change that does not exist: unknown-text at hero: title',
  'A change of what is fixed: unclear-change at page',
  'A slug with a slash: schema at page: slug',
  'A slug in capitals: schema at page: slug',
  'A slug that is a language: shadowed-route at page: slug',
  'A slot that the block around does not have: unknown-slot at words: block',
  'A block that names none of several slots: unknown-slot at words: block',
  'A block of a type that no slot takes: unknown-block at words: block',
  'One block too many in a slot: slot-content at words-6: block',
  'Four blocks in one another: block-depth at words: block',
  'A window that opens before that of its neighbour closes: window at steps: window',
  'A window that is closed whenever what it is in is open: window at late: window',
  'A crop that goes beyond its image: picture-crop at hero: image.crop.width',
  'A window of the past: window at steps: window.to',
  'A local time that comes twice: window at steps: window.from',
  'A window in a zone that does not exist: window at steps: window.zone',
  'A window on a day that does not exist: window at steps: window.from',
  'A text as a list: schema at page',
  'A figure typed into a text: claims at hero: label (fr)',
  'A text without an end: overlong-text at message: text (en)',
  'A tag that does not exist: text-markup at header/bar: label (it)',
  'A brace that is never closed: text-markup at header/bar: label (it)',
  'A route without a slash: schema at page: route',
  'A route with a blank: schema at page: route',
  'A guard without a name: schema at page: guards[0]',
  'A guard as a text: schema at page: guards[0]',
  'A link with a blank: unsafe-url at about: actions[1].to',
  'A link to plain http: unsafe-url at about: actions[1].to',
  'A link that is empty: schema at about: actions[1].to',
  'A link without anything in it: schema at header/bar: nav[1]',
  'A variant of itself: cycle at page',
  'A version as a text: schema at page',
  'A block where it cannot stand: unknown-block at steps: block',
  "A change of a fragment's use: unclear-change at page",
  "A change of the base's slug: schema at page",
  'A layout in a change that does not exist: unknown-layout at page',
  'A variant of a page: unknown-document at page',
  'A landing without a slug in a link: unknown-document at header/bar: nav[0].to',
  'An anchor on a page that does not exist: unknown-document at about: actions[0].to',
  'A mail address without a scheme: unknown-document at about: actions[1].to',
  'A link to a protocol of its own: unsafe-url at about: actions[1].to',
  'A property that another block has: schema at about: block',
  'A list where one is expected: schema at header/bar: login.to',
  'A heading level that does not exist: schema at steps: level',
  'A text in six languages: missing-locale at steps: title',
];

test('Mistakes that are made in the studio have the finding of their rule at the property that it is about', async () => {
  const found: string[] = [];
  for (const mistake of made) {
    const shown = await Promise.all(
      pagesOf(mistake.file).map(async (page) => {
        const state = await openWith(mistake, page);
        return {
          rules: state.findings.map(({ rule }) => rule),
          places: state.findings.flatMap((each) => listPlaces(state, each)),
        };
      }),
    );
    // A page has no finding of a text that it does not show.
    const rules = shown.flatMap((each) => each.rules);
    expect(new Set(rules)).toEqual(new Set([mistake.rule]));
    const [places = ['page']] = shown
      .map((each) => each.places)
      .filter((each) => each.length > 0 && !each.includes('page'));
    found.push(`${mistake.name}: ${mistake.rule} at ${places.join(', ')}`);
  }
  expect(found).toEqual(expected);
  expect(found.filter((row) => /: [^:]+: [^:]+$/.test(row) && !row.endsWith(': block')).length).toBeGreaterThan(70);
}, 120_000);
