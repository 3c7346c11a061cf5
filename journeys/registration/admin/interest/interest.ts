import { getApplicantPosition } from '#journeys/registration/members/list-interest/list-interest.ts';
import { renderSample } from '#journeys/registration/members/mail-samples/samples.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { adminActions } from '#schemas/generated/admin-actions/registration/interest.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, buildViewQuery } from '#server/admin/admin-page.ts';
import { buildActions } from '#server/admin/build-actions.ts';
import { buildListFile } from '#server/admin/list-file.ts';
import { buildListHref, readPageState } from '#server/admin/list.ts';
import type { AttentionSource } from '#server/admin/pages/dashboard/dashboard.ts';
import { createInterestQueries } from './interest-queries.ts';
import { buildInterestTable } from './build-interest-table.ts';
import { answerKinds, letters } from './letters.ts';
import { type Applicant, type InterestPorts, PAGE } from './ports.ts';
import { previewMail } from '#server/platform/mail/preview-mail.ts';

/** Applications for membership, to be answered with an invitation or with thanks. */
export function createInterestPage(ports: InterestPorts): AdminPage {
  const { members, sampleSite } = ports;
  const { actions, Mutation, offers } = createActions(adminActions, ports);
  return {
    queries: {
      'membership-interest': buildViewQuery(
        'invitations',
        async (request) => {
          const list = readPageState(request, ['applied'], { order: 'applied', descending: false });
          const found = await members.listInterest({ ...list, newestFirst: list.descending });
          return {
            lead: [buildActions(request, offers(request))],
            sections: [{ kind: 'table', table: buildInterestTable(request, list, found) }],
          };
        },
        memberTopics.interest,
      ),
    },
    actions,
    downloads: {
      'membership-interest': {
        permission: 'invitations',
        load: (request) =>
          buildListFile(
            {
              name: 'membership-interest.csv',
              columns: ['address', 'applied', 'language', 'country'],
              toCells: ({ email, applied_at, locale, country }: Applicant) => [
                buildListHref(request, email),
                applied_at,
                locale,
                country ?? '',
              ],
            },
            {
              async read(range) {
                const { applicants, total } = await members.listInterest({ ...range, newestFirst: false });
                return { rows: applicants, total };
              },
              getPosition: getApplicantPosition,
            },
          ),
      },
      'interest-letter': {
        permission: 'invitations',
        async load({ query }) {
          const kind = answerKinds.find((each) => each === query.get('answer'));
          const locale = locales.find((each) => each === query.get('language'));
          const rendered = kind && locale && renderSample(letters[kind], locale, sampleSite());
          if (!rendered || !locale) return null;
          const { theme } = sampleSite().branding(locale);
          return { name: 'letter.html', type: 'text/html', body: previewMail(rendered, 'day', { locale, theme }) };
        },
      },
    },
    operations: { Query: createInterestQueries(ports), Mutation },
  };
}

/** Number of unanswered applications. */
export const createInterestAttention = ({ members }: Pick<InterestPorts, 'members'>): AttentionSource => ({
  permission: 'invitations',
  async look({ t, href }) {
    const { total, applicants } = await members.listInterest({ newestFirst: false, offset: 0, limit: 1 });
    const [first] = applicants;
    if (first === undefined) return [];
    return [
      {
        urgency: 'today',
        item: {
          mark: 'wait',
          state: t('start.waits'),
          title: t('start.interest', { count: t.number(total) }),
          text: t('start.since', { time: t.moment(first.applied_at) }),
          link: { label: t('start.answer'), href: href(PAGE) },
        },
      },
    ];
  },
});
