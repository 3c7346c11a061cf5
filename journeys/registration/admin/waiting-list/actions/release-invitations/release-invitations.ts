import type { FormView } from '#engine/shared/data-view.ts';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { defineAdminAction, declareTextInput, declareTickedInput } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { PAGE, TICK, type WaitingListPorts } from '../../ports.ts';

/** Id of the form that invites the first entries of the list. */
export const RELEASE_FORM = 'preview-release';
const MAX = 1_000;

/** The confirmed entries. */
type Release = readonly { readonly id: string; readonly locale: string; readonly joinedAt: string }[];

type ReleaseResult =
  | Awaited<ReturnType<WaitingListPorts['members']['releaseInvitations']>>
  | { readonly outcome: 'none-chosen' | 'invalid-count' | 'nobody' };

/** Invites the first entries of the list, or the selected ones (B10). API clients use an operation of the journey. */
export const releaseInvitations = ({ members }: WaitingListPorts) =>
  defineAdminAction({
    name: 'release',
    permission: 'invitations',
    page: PAGE,
    requiresReauth: true,
    input: { ids: declareTickedInput(TICK), chosen: declareTextInput(3), count: declareTextInput(20) },
    preview: {
      name: RELEASE_FORM,
      async find({ ids, chosen, count }): Promise<{ readonly state: Release } | { readonly answer: ReleaseResult }> {
        if (ids.length === 0 && chosen !== '') return { answer: { outcome: 'none-chosen' } };
        const limit = ids.length > 0 ? ids.length : parseWholeNumber(count);
        if (!(limit >= 1 && limit <= MAX)) return { answer: { outcome: 'invalid-count' } };
        const asked = { state: 'joined', newestFirst: false, limit } as const;
        const { waiting } = await members.listWaiting({ ...asked, ...(ids.length > 0 && { ids }) });
        if (waiting.length === 0) return { answer: { outcome: 'nobody' } };
        return { state: waiting.map(({ id, locale, joined_at: joinedAt }) => ({ id, locale, joinedAt })) };
      },
      async show(request, release: Release, { ids }) {
        const { t } = request;
        const { total } = await members.listWaiting({ state: 'joined', newestFirst: false, limit: 1 });
        const [first, last] = [release[0]?.joinedAt ?? '', release.at(-1)?.joinedAt ?? ''];
        return {
          sections: [
            {
              kind: 'facts',
              title: t('waiting.preview'),
              facts: [
                { label: t('waiting.invited'), value: t.number(release.length) },
                { label: t('waiting.joinedFrom'), value: t.moment(first) },
                { label: t('waiting.joinedTo'), value: t.moment(last) },
                { label: t('waiting.languages'), value: countLanguages(request, release) },
                { label: t('waiting.left'), value: t.number(total - release.length) },
              ],
            },
          ],
          form: {
            submit: t('waiting.release', { count: t.number(release.length) }),
            text: t('waiting.releaseText'),
            hidden:
              ids.length > 0
                ? Object.fromEntries(release.map(({ id }) => [`${TICK}${id}`, 'on']))
                : { count: String(release.length) },
          },
        };
      },
      // Another release has invited one of them meanwhile.
      isOutdated: (answer) => answer.outcome === 'released' && answer.released === 0,
    },
    run: (_input, { actor, key }, release): Promise<ReleaseResult> =>
      members.releaseInvitations({
        count: release.length,
        only: release.map(({ id }) => id),
        actor,
        idempotencyKey: key,
      }),
    respond({ t }, answer): ActionResult {
      switch (answer.outcome) {
        case 'released':
          return { to: PAGE, query: { done: 'released', n: String(answer.released) } };
        case 'none-chosen':
          return { errors: {}, message: t('select.people') };
        case 'invalid-count':
          return { errors: { count: t('waiting.countWrong', { most: t.number(MAX) }) } };
        case 'nobody':
          return { errors: { count: t('waiting.nobody') } };
        default:
          return {
            errors: {},
            message: t(answer.outcome === 'key-reused' ? 'form.stale' : 'waiting.notPossible'),
          };
      }
    },
  });

/** Number of mails by language. */
function countLanguages({ t, locale }: AdminRequest, waiting: readonly { readonly locale: string }[]): string {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const counts = Map.groupBy(waiting, (entry) => entry.locale);
  return [...counts].map(([each, entries]) => `${names.of(each) ?? each}: ${t.number(entries.length)}`).join(', ');
}

export function buildReleaseForm(request: AdminRequest): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: RELEASE_FORM,
    // Distinguishes it from the list's form, which has errors of its own.
    hidden: { chosen: '' },
    text: t('waiting.text'),
    submit: t('preview.show'),
    fields: [
      { name: 'count', label: t('waiting.count'), type: 'number', min: 1, max: MAX, required: true, value: '10' },
    ],
  });
}

/** @param more id, button and entries of the form; default: the selected entries of the list */
export const buildInviteForm = (
  request: AdminRequest,
  { invited, ...more }: { readonly id: string; readonly submit: string; readonly invited?: string },
): FormView =>
  buildFormView(request, {
    ...more,
    action: RELEASE_FORM,
    hidden: { chosen: 'yes', ...(invited !== undefined && { [`${TICK}${invited}`]: 'on' }) },
  });
