import { STUDIO_PATH } from '#engine/shared/reserved.ts';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { CellView, DataView, SectionView, TableView, ViewLink, WayView } from '#engine/shared/data-view.ts';
import { selectObjects } from '#engine/documents/json.ts';
import type { WrittenDocument } from '#engine/documents/written.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { listState, buildPager } from '#server/admin/list.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { buildCreateDraftForm } from '../drafts/actions/create-draft/create-draft.ts';
import { buildFindingsTable } from '../finding-rows.ts';
import { getPageAddress, type Content, listAddresses, toDocumentPath, readPageTitle } from '../model/content.ts';
import { nameContent } from '../model/name-content.ts';
import { listKeyForms, groupTextsByBlock, listTextKeys, listUntranslated } from '../model/document-texts.ts';
import { nameProperty } from '../model/name-property.ts';
import { CONTENT_PAGE, type ContentTools, PUBLISH_PAGE } from '../tools.ts';
import { buildCopyForm } from './actions/copy-document/copy-document.ts';
import { buildJsonForm } from './actions/save-json/save-json.ts';
import { buildLinkPreviewSection } from './link-preview-section.ts';
import { buildPreviewForm, buildPreviewHref } from './page-preview.ts';
import { buildClaimsPart } from './claims-part.ts';
import { buildImagesPart } from './actions/save-image/save-image.ts';
import { buildRedirectSections, buildRedirectTable } from './actions/save-redirect/save-redirect.ts';
import { buildSettingsForm } from './actions/save-settings/save-settings.ts';
import { nameGuard } from './actions/save-settings/document-settings.ts';
import { labelBlock, TEXTS_OF_FORM, buildTextsForm } from './actions/save-texts/save-texts.ts';
import { buildUnpublishForm } from './actions/unpublish-document/unpublish-document.ts';

type Part = 'texts' | 'pictures' | 'claims' | 'settings' | 'json' | 'more';
/** Tabs of the editor; the first one is the default. */
const partsByKind: Readonly<Record<string, readonly [Part, ...Part[]]>> = {
  page: ['texts', 'pictures', 'settings', 'json', 'more'],
  landing: ['texts', 'pictures', 'settings', 'json', 'more'],
  fragment: ['texts', 'pictures', 'json', 'more'],
  site: ['claims', 'settings', 'json'],
};
const OTHER_PARTS: readonly [Part, ...Part[]] = ['json'];
/** Rows per page of a list of texts; with block and languages, each is tall on a phone. */
const ROWS = 25;
/** Maximum characters of a text in a list. */
const MAX_SHOWN = 140;

/** One document: read-only without a draft, with its editor in one. */
export async function buildDocumentPage(
  request: AdminRequest,
  tools: ContentTools,
  { id, draft }: { readonly id: string; readonly draft: Draft | null },
): Promise<DataView> {
  const { t, query, shown, href } = request;
  const content = await tools.read(draft?.id);
  const document = content.documents.get(id);
  if (document === undefined)
    return {
      sections: [
        {
          kind: 'note',
          mark: 'stop',
          title: t('content.unknown'),
          links: [{ label: t('content.all'), href: href(CONTENT_PAGE, draft === null ? {} : { draft: draft.id }) }],
        },
      ],
    };
  const parts = partsByKind[document.kind] ?? OTHER_PARTS;
  const part = parts.find((each) => each === query.get('part')) ?? parts[0];
  // Other documents, such as fragments, are previewed on the pages that use them.
  const shownIn = document.kind === 'page' || document.kind === 'landing' ? draft : null;
  const head: readonly SectionView[] = [
    {
      kind: 'record',
      title: readPageTitle(content, id, request.locale) ?? kindName(request, document),
      text: id,
      up: { label: t('content.all'), href: href(CONTENT_PAGE, draft === null ? {} : { draft: draft.id }) },
    },
    ...(draft === null
      ? []
      : [buildLinks(request, { id, draft, isShown: shownIn !== null, hasClaims: namesClaims(request, content, id) })]),
    ...(draft === null || parts.length === 1 ? [] : [buildParts(request, { document: id, draft, parts, part })]),
  ];
  const facts: readonly SectionView[] =
    part === parts[0] && !query.has('block')
      ? [{ kind: 'facts', facts: listFacts(request, content, document, draft) }]
      : [];
  const preview: readonly SectionView[] =
    shownIn !== null && part === 'texts' && !query.has('block')
      ? [{ kind: 'form', form: buildPreviewForm(request, id, shownIn) }]
      : [];
  // A refused form, or the sections of an action, replace the same form.
  const isAnswered = shown.length > 0;
  const body =
    draft === null
      ? [...(await startSections(request, tools, id)), ...facts, ...contentSections(request, content, document, parts)]
      : isAnswered
        ? []
        : [...(await partSections(request, tools, { content, document, draft, part })), ...facts];
  return { sections: [...head, ...body, ...preview] };
}

/** Whether a text of a document names a claim, which is changed at the site document. */
function namesClaims({ locale }: AdminRequest, { expanded, texts }: Content, id: string): boolean {
  const document = expanded.get(id);
  const keys = document === undefined ? [] : [...listTextKeys(document)];
  return keys.some((key) => texts.keys.get(key)?.get(locale)?.text.includes('{claims.'));
}

/** Link to the studio, which edits the page in place. */
const studioLink = ({ t, href }: AdminRequest, document: string, draft: Draft): ViewLink => ({
  label: t('content.studio'),
  href: href(STUDIO_PATH, { document, draft: draft.id }),
});

function buildLinks(
  request: AdminRequest,
  {
    id,
    draft,
    isShown,
    hasClaims,
  }: { readonly id: string; readonly draft: Draft; readonly isShown: boolean; readonly hasClaims: boolean },
): SectionView {
  const { t, href } = request;
  const claims = { label: t('content.part.claims'), href: href(CONTENT_PAGE, { document: 'site', draft: draft.id }) };
  const publish: WayView = {
    label: t('publish.look'),
    href: href(PUBLISH_PAGE, { draft: draft.id }),
    primary: true,
  };
  return {
    kind: 'ways',
    links: [
      publish,
      ...(isShown ? [studioLink(request, id, draft), buildPreviewHref(request, id, draft)] : []),
      ...(hasClaims ? [claims] : []),
    ],
  };
}

function buildParts(
  { t, href }: AdminRequest,
  {
    document,
    draft,
    parts,
    part,
  }: Pick<Open, 'draft' | 'part'> & { readonly document: string; readonly parts: readonly Part[] },
): SectionView {
  const links = parts.map((each) => ({
    label: t(`content.part.${each}`),
    href: href(CONTENT_PAGE, { document, draft: draft.id, part: each }),
    current: each === part,
  }));
  return { kind: 'parts', label: document, links };
}

function listFacts(
  request: AdminRequest,
  content: Content,
  document: WrittenDocument,
  draft: Draft | null,
): readonly { readonly label: string; readonly value: string }[] {
  const { t } = request;
  const { id, value } = document;
  const expanded = content.expanded.get(id);
  const variants = [...content.expanded.values()].filter(({ bases }) => bases[0] === id).map((each) => each.id);
  const names = nameContent(t, content);
  const guards = selectObjects(expanded?.head['guards'] ?? value['guards']).map((guard) =>
    nameGuard(t, JSON.stringify(guard)),
  );
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('content.kind'), kindName(request, document)],
    [t('content.address'), getPageAddress(content, id) ?? ''],
    [t('draft.draft'), draft?.name ?? ''],
    [t('content.base'), typeof value['extends'] === 'string' ? names.document(value['extends']) : ''],
    [t('content.variants'), variants.map(names.document).join(', ')],
    [t('content.guards'), guards.join(', ')],
  ];
  return facts.flatMap(([label, text]) => (text === '' ? [] : [{ label, value: text }]));
}

function kindName({ t }: AdminRequest, { kind }: WrittenDocument): string {
  const key: string = `content.kind.${kind}`;
  return t.has(key) ? t(key) : kind;
}

/** Contents of a document without a draft. */
function contentSections(
  request: AdminRequest,
  content: Content,
  document: WrittenDocument,
  parts: readonly Part[],
): readonly SectionView[] {
  if (parts.includes('texts')) return [textsTable(request, content, document, null)];
  return document.kind === 'site' ? [buildRedirectTable(request, content)] : [];
}

/** Ways to edit a document: in an open draft, or in a new one. */
async function startSections(
  request: AdminRequest,
  { publications }: ContentTools,
  document: string,
): Promise<readonly SectionView[]> {
  const { t, href } = request;
  const drafts = await publications.listDrafts();
  const open: readonly SectionView[] =
    drafts.length === 0
      ? []
      : [
          {
            kind: 'form',
            form: {
              id: 'open-draft',
              title: t('draft.use'),
              method: 'get',
              action: href(CONTENT_PAGE),
              hidden: { document },
              fields: [
                {
                  name: 'draft',
                  label: t('draft.draft'),
                  type: 'select',
                  options: drafts.map(({ id, name }) => ({ value: id, label: name })),
                },
              ],
              submit: t('content.edit'),
            },
          },
        ];
  const create: SectionView = {
    kind: 'form',
    form: { ...buildCreateDraftForm(request, { document }), primary: false },
  };
  return open.length === 0 ? [create] : [{ kind: 'pair', sections: [...open, create] }];
}

interface Open {
  readonly content: Content;
  readonly document: WrittenDocument;
  readonly draft: Draft;
  readonly part: Part;
}

async function partSections(
  request: AdminRequest,
  tools: ContentTools,
  { content, document, draft, part }: Open,
): Promise<readonly SectionView[]> {
  const { id, source } = document;
  switch (part) {
    case 'texts': {
      const block = request.query.get('block') ?? '';
      const from = Math.max(0, parseWholeNumber(request.query.get('from') ?? '') || 0);
      const form =
        block === '' ? [] : buildTextsForm(request, { content, draft, place: { document: id, block, from } });
      return form.length === 0
        ? [textsTable(request, content, document, draft)]
        : [...form, ...furtherTexts(request, content, document, { draft, block, from })];
    }
    case 'claims':
      return buildClaimsPart(request, tools, { content, document, draft });
    case 'pictures':
      return buildImagesPart(request, tools, { document, draft });
    case 'settings':
      return document.kind === 'site'
        ? buildRedirectSections(request, content, draft.id)
        : [
            ...buildSettingsForm(request, {
              content,
              draft,
              document: id,
              former: listAddresses(await tools.read(), id),
            }),
            ...(document.kind === 'page' || document.kind === 'landing'
              ? [buildLinkPreviewSection(request, { content, document, draft })]
              : []),
          ];
    case 'json': {
      const { errors, warnings } = await tools.publications.check(draft.id);
      const own = [...errors, ...warnings].filter(({ file }) => file === toDocumentPath(id));
      return [
        buildJsonForm(request, { draft: draft.id, document: id, was: source.text, value: source.text }),
        { kind: 'table', title: request.t('state.documents'), table: buildFindingsTable(request, own) },
      ];
    }
    case 'more':
      return [...buildCopyForm(request, draft.id, document), ...buildUnpublishForm(request, content, draft.id, id)];
  }
}

/** Link to the texts of a block that exceed one form. */
function furtherTexts(
  { t, href }: AdminRequest,
  content: Content,
  { id }: WrittenDocument,
  { draft, block, from }: { readonly draft: Draft; readonly block: string; readonly from: number },
): readonly SectionView[] {
  const expanded = content.expanded.get(id);
  const texts = (expanded && groupTextsByBlock(expanded).find((each) => each.id === block)?.texts) ?? [];
  const count = texts.flatMap(({ key }) => listKeyForms(content, key)).length;
  const starts = Array.from({ length: Math.ceil(count / TEXTS_OF_FORM) }, (_, index) => index * TEXTS_OF_FORM);
  const others = starts.filter((start) => start !== from);
  if (others.length === 0) return [];
  const links = others.map((start) => ({
    label: t('content.range', {
      from: t.number(start + 1),
      to: t.number(Math.min(count, start + TEXTS_OF_FORM)),
    }),
    href: href(CONTENT_PAGE, { document: id, draft: draft.id, block, from: String(start) }),
  }));
  return [{ kind: 'ways', links }];
}

/** The texts of the document by block, in the language of the page. */
function textsTable(
  request: AdminRequest,
  content: Content,
  { id }: WrittenDocument,
  draft: Draft | null,
): SectionView {
  const { t, query, href, locale } = request;
  const expanded = content.expanded.get(id);
  const blocks = expanded === undefined ? [] : groupTextsByBlock(expanded);
  const inDraft: Readonly<Record<string, string>> = draft === null ? {} : { draft: draft.id };
  const all = blocks.flatMap(
    (block): readonly { readonly key: string; readonly cells: readonly CellView[]; readonly found: string }[] => {
      const name = labelBlock(request, block);
      if (block.fragment !== undefined) {
        const link = href(CONTENT_PAGE, { document: block.fragment, ...inDraft });
        const cells = [{ text: name }, { text: t('content.fragmentText'), href: link }, { text: '–' }];
        return [{ key: block.id, cells, found: name }];
      }
      return block.texts
        .flatMap(({ key, path }) => listKeyForms(content, key).map((form) => ({ form, path })))
        .map(({ form, path }, index) => {
          const text = content.texts.keys.get(form)?.get(locale)?.text ?? '';
          const from = String(Math.floor(index / TEXTS_OF_FORM) * TEXTS_OF_FORM);
          const link =
            draft === null ? {} : { href: href(CONTENT_PAGE, { document: id, ...inDraft, block: block.id, from }) };
          const property = nameProperty(t, path);
          const cells: readonly CellView[] = [
            { text: name, sub: property, ...link },
            { text: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text, sub: form },
            languagesCell(request, content, form),
          ];
          return { key: `${block.id} ${form}`, cells, found: `${name} ${property} ${path} ${form} ${text}` };
        });
    },
  );
  const wanted = (query.get('q') ?? '').toLowerCase();
  const found = all.filter((row) => row.found.toLowerCase().includes(wanted));
  const list = listState(request, ['block'], { order: 'block', descending: false }, ROWS);
  const table: TableView = {
    caption: t('content.part.texts'),
    filter: {
      id: 'search',
      method: 'get',
      action: href(CONTENT_PAGE),
      hidden: { document: id, ...inDraft },
      fields: [{ name: 'q', label: t('content.searchText'), type: 'search', value: query.get('q') ?? '' }],
      submit: t('list.search'),
    },
    columns: [{ label: t('content.block') }, { label: t('content.text') }, { label: t('content.languages') }],
    rows: found.slice(list.offset, list.offset + list.limit),
    empty: { title: t('content.noTexts'), text: t('content.noTextsText') },
    pager: buildPager(request, list, found.length),
  };
  return { kind: 'table', title: t('content.part.texts'), table };
}

/** Whether all languages have a text of their own. */
function languagesCell({ t }: AdminRequest, content: Content, key: string): CellView {
  const versions = content.texts.keys.get(key);
  const named = (of: readonly string[]) => of.map((each) => each.toUpperCase()).join(', ');
  const missing = locales.filter((locale) => !versions?.has(locale));
  const same = listUntranslated(content, key).map(({ locale }) => locale);
  if (missing.length > 0) return { text: t('content.missingIn', { languages: named(missing) }), mark: 'stop' };
  if (same.length > 0) return { text: t('content.sameIn', { languages: named(same) }), mark: 'half' };
  return { text: t('content.complete'), mark: 'on' };
}
