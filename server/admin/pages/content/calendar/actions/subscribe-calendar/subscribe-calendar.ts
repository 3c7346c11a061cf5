import type { SectionView } from '#engine/shared/data-view.ts';
import type { DeclaredAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildTitledActions } from '#server/admin/build-actions.ts';
import { buildFormView } from '#server/admin/form.ts';
import { CALENDAR_FEED_PATH } from '#server/staff/calendar-feeds.ts';
import { CALENDAR_PAGE, type ContentTools } from '../../../tools.ts';
import { type CalendarFilter, describeFilter } from '../../calendar-plan.ts';

const CREATE = 'subscribe-calendar';
const REVOKE = 'unsubscribe-calendar';

/** Creates and revokes the address at which calendar applications read the calendar for the user. */
export const subscribeCalendar = ({ staff }: ContentTools): DeclaredAction => ({
  actions: {
    [CREATE]: {
      permission: 'author',
      page: CALENDAR_PAGE,
      async run(request) {
        await staff.issueCalendarFeed(requireUser(request).id);
        return { to: CALENDAR_PAGE, query: { done: 'calendarSubscribed' } };
      },
    },
    [REVOKE]: {
      permission: 'author',
      page: CALENDAR_PAGE,
      async run(request) {
        await staff.revokeCalendarFeed(requireUser(request).id);
        return { to: CALENDAR_PAGE, query: { done: 'calendarUnsubscribed' } };
      },
    },
  },
});

/** The forms that create the address and revoke it, and the address with the filter of the page. */
export async function buildSubscriptionSections(
  request: AdminRequest,
  { staff, deployment }: ContentTools,
  filter: CalendarFilter,
): Promise<{ readonly actions: readonly SectionView[]; readonly address: readonly SectionView[] }> {
  const { t, locale } = request;
  const site = deployment();
  if (site === null) return { actions: [], address: [] };
  const token = await staff.findCalendarFeed(requireUser(request).id);
  const create = buildFormView(request, {
    action: CREATE,
    title: t(token === null ? 'calendar.subscribe' : 'calendar.renew'),
    text: t(token === null ? 'calendar.subscribeText' : 'calendar.renewText'),
    submit: t('calendar.createAddress'),
    primary: false,
  });
  if (token === null) return { actions: [buildTitledActions(request, [create])], address: [] };
  const revoke = buildFormView(request, {
    action: REVOKE,
    title: t('calendar.revoke'),
    text: t('calendar.revokeText'),
    submit: t('calendar.revoke'),
    danger: true,
  });
  const query = new URLSearchParams(describeFilter(filter)).toString();
  const path = `${site.basePath.slice(0, -1)}${CALENDAR_FEED_PATH}/${token}/${locale}.ics`;
  const address: SectionView = {
    kind: 'copy',
    copy: {
      id: 'calendar-feed',
      label: t('calendar.feed'),
      value: `${site.publicOrigin}${path}${query === '' ? '' : `?${query}`}`,
      copy: t('calendar.copy'),
      copied: t('link.copied'),
    },
  };
  return { actions: [buildTitledActions(request, [create, revoke])], address: [address] };
}
