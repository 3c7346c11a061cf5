import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import { parseObject } from '#engine/documents/json.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import { identify } from '#engine/documents/written.ts';
import { type Finding, identifyFinding } from '#engine/shared/finding.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { toDocumentPath } from '../../../model/content.ts';
import { type ContentNames, nameContent } from '../../../model/name-content.ts';
import { CONTENT_PAGE, type ContentTools, readFormDraft } from '../../../tools.ts';
import { MAX_TRIES, saveFiles } from '../../save-files.ts';
import { readClaims } from '../save-settings/claim-settings.ts';

const NAME = 'remove-claim';
const SITE = 'site';

/** The button that removes a claim in a draft. */
export function buildRemoveClaimForm(
  request: AdminRequest,
  { draft, name, claim }: { readonly draft: string; readonly name: string; readonly claim: unknown },
): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: NAME,
    title: t('claim.remove'),
    text: t('claim.removeText'),
    hidden: { draft, claim: name, was: JSON.stringify(claim) },
    submit: t('claim.remove'),
    danger: true,
  });
}

/** Removes a claim in a draft; refused with the places that use it, by the rules of a publication. */
export const removeClaim = (tools: ContentTools): DeclaredAction =>
  defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    async run(request, fields) {
      const { t } = request;
      const [name, path] = [fields.text('claim'), toDocumentPath(SITE)];
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await readFormDraft(tools, fields);
        if (draft === null) return { errors: {}, message: t('draft.gone') };
        const content = await tools.read(draft.id);
        const text = content.files.get(path) ?? '';
        const site = parseObject(text);
        const claims = readClaims(site);
        const back = { document: SITE, draft: draft.id, part: 'claims' };
        if (claims[name] === undefined) return { to: CONTENT_PAGE, query: { ...back, done: 'claimRemoved' } };
        if (JSON.stringify(claims[name]) !== fields.text('was')) return { errors: {}, message: t('accept.changed') };
        const left = Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
        const files = new Map([[path, rewriteJson(text, site, { ...site, claims: left })]]);
        const before = new Set((await tools.publications.check(draft.id)).errors.map(identifyFinding));
        const { errors } = await tools.publications.check(draft.id, files);
        const uses = errors.filter((finding) => !before.has(identifyFinding(finding)));
        if (uses.length > 0) return { shown: buildUsesSections(request, name, uses, nameContent(t, content)) };
        const failed = await saveFiles(request, tools, draft, files);
        if (failed !== 'retry') return failed ?? { to: CONTENT_PAGE, query: { ...back, done: 'claimRemoved' } };
      }
      return { errors: {}, message: t('content.busy') };
    },
  });

/** Maximum number of places listed. */
const MAX_LISTED = 50;

function buildUsesSections(
  { t, href }: AdminRequest,
  name: string,
  uses: readonly Finding[],
  names: ContentNames,
): readonly SectionView[] {
  return [
    { kind: 'note', mark: 'stop', title: t('claim.used', { name }), text: t('claim.usedText') },
    {
      kind: 'table',
      title: t('claim.usedIn'),
      table: {
        caption: t('claim.usedIn'),
        columns: [{ label: t('content.file') }, { label: t('state.finding') }],
        rows: uses.slice(0, MAX_LISTED).map(({ file, line, column, path, message }, index) => {
          const document = identify(file)?.id;
          const place = { text: names.file(file), sub: `${file}:${line}:${column} ${path}`.trim() };
          return {
            key: String(index),
            cells: [
              document === undefined ? place : { ...place, href: href(CONTENT_PAGE, { document }) },
              { text: message },
            ],
          };
        }),
        empty: { title: t('list.nothing'), text: '' },
      },
    },
  ];
}
