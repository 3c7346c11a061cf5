import type { SectionView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { type Content, getPageAddress } from '../../../model/content.ts';
import { redirectPattern } from '../../../model/patterns.ts';
import { listDestinations, readTargetDocument, readRedirects, writeRedirects } from '../../../model/redirects.ts';
import { CONTENT_PAGE, type ContentTools, readFormDraft } from '../../../tools.ts';
import { buildDestinationField } from '../../build-destination-field.ts';
import { MAX_TRIES, saveFiles } from '../../save-files.ts';

const NAME = 'save-redirect';

/** Table of the redirects of the site, and a form that adds, changes or removes one. */
export function buildRedirectSections(request: AdminRequest, content: Content, draft: string): readonly SectionView[] {
  const { t } = request;
  const form = buildFormView(request, {
    action: NAME,
    title: t('redirects.edit'),
    text: t('redirects.text'),
    fields: [
      {
        name: 'address',
        label: t('redirects.from'),
        type: 'text',
        hint: t('redirects.fromHint'),
        required: true,
      },
      buildDestinationField(request, content, { label: t('redirects.to'), none: t('redirects.none') }),
    ],
    hidden: { draft },
    submit: t('content.save'),
  });
  return [buildRedirectTable(request, content), { kind: 'form', form: { ...form, primary: false } }];
}

/** Table of the redirects of the site. */
export function buildRedirectTable({ t }: AdminRequest, content: Content): SectionView {
  return {
    kind: 'table',
    title: t('redirects.title'),
    table: {
      caption: t('redirects.title'),
      columns: [{ label: t('redirects.from') }, { label: t('redirects.to') }],
      rows: [...readRedirects(content)].map(([from, to]) => {
        const address = getPageAddress(content, readTargetDocument(to));
        return { key: from, cells: [{ text: from }, { text: address ?? '–', sub: to }] };
      }),
      empty: { title: t('redirects.empty'), text: '' },
    },
  };
}

/** Adds, changes or removes a redirect of the site, in a draft. */
export function saveRedirect(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    async run(request, fields) {
      const { t } = request;
      const [address, destination] = [fields.text('address'), fields.text('destination')];
      if (!redirectPattern.test(address))
        return { errors: { address: t('settings.malformed', { hint: t('redirects.fromHint') }) } };
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await readFormDraft(tools, fields);
        if (draft === null) return { errors: {}, message: t('draft.gone') };
        const content = await tools.read(draft.id);
        const taken = content.documentsByAddress.get(address);
        if (taken !== undefined) return { errors: { address: t('copy.taken', { document: taken }) } };
        if (destination !== '' && !listDestinations(content).some(({ id }) => id === destination))
          return { errors: { destination: t('settings.malformed', { hint: '' }).trim() } };
        const redirects = new Map(readRedirects(content));
        if (destination === '') redirects.delete(address);
        else redirects.set(address, destination);
        const files = writeRedirects(content, redirects);
        const failed = files.size === 0 ? null : await saveFiles(request, tools, draft, files);
        if (failed === 'retry') continue;
        const done = files.size === 0 ? 'nothingChanged' : 'settingsSaved';
        return failed ?? { to: CONTENT_PAGE, query: { document: 'site', draft: draft.id, part: 'settings', done } };
      }
      return { errors: {}, message: t('content.busy') };
    },
    async again(request, fields) {
      const draft = await readFormDraft(tools, fields);
      return { shown: draft === null ? [] : buildRedirectSections(request, await tools.read(draft.id), draft.id) };
    },
  });
}
