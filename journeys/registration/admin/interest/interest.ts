import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { storedLocale } from '#journeys/registration/members/account/find-member.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { interestDeclinedMail } from '#journeys/registration/members/answer-interest/interest-declined-mail.ts';
import { invitationMail } from '#journeys/registration/members/invitation/invitation-mail.ts';
import { renderSample, type SampleSite } from '#journeys/registration/members/mail-samples/samples.ts';
import { buildActions } from '#server/admin/build-actions.ts';
import { formView } from '#server/admin/form.ts';
import { type Preview, previewed } from '#server/admin/preview.ts';
import {
  addressFor,
  maskEmail,
  MAX_FILE_ROWS,
  buildPagerBeside,
  type PageState,
  readPageState,
  sortColumn,
} from '#server/admin/list.ts';
import { type Action, type AdminRequest, requireUser, type AdminPage, viewQuery } from '#server/admin/admin-page.ts';
import type { AttentionSource } from '#server/admin/pages/dashboard/dashboard.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { interestOperations } from './interest-operations.ts';

export interface InterestPorts {
  readonly members: Pick<Members, 'listInterest' | 'answerInterest'>;
  /** What the letters say of the site. */
  readonly sampleSite: () => SampleSite;
}

const kinds = ['accept', 'decline'] as const;
type Kind = (typeof kinds)[number];
type Applicant = Awaited<ReturnType<InterestPorts['members']['listInterest']>>['applicants'][number];

const letters: Readonly<Record<Kind, string>> = { accept: invitationMail.name, decline: interestDeclinedMail.name };

const PAGE = '/admin/membership-interest';
const MAX_FOUND = 50;

/** Who asked to become a member: an invitation, or thanks. */
export function interestPage({ members, sampleSite }: InterestPorts): AdminPage {
  const answer = (kind: Kind) =>
    previewed<Applicant>({
      name: `${kind}-interest`,
      permission: 'invitations',
      page: PAGE,
      requiresReauth: true,
      async preview(request, fields) {
        const asked = { id: fields.text('id'), newestFirst: false, offset: 0, limit: 1 };
        const [applicant] = (await members.listInterest(asked)).applicants;
        if (applicant === undefined) return { answer: { to: PAGE, query: { done: 'interestBefore' } } };
        return {
          state: applicant,
          sections: letterSections(request, kind, applicant, sampleSite()),
          form: sendForm(request, kind, applicant),
        };
      },
      async run(request, _fields, { id }) {
        const { outcome } = await members.answerInterest({ id, answer: kind, actor: requireUser(request).id });
        const done = {
          accepted: 'interestAccepted',
          declined: 'interestDeclined',
          'answered-before': 'interestBefore',
        };
        return { to: PAGE, query: { done: done[outcome] } };
      },
    });
  const [accept, decline] = [answer('accept'), answer('decline')];
  const find: Action = {
    permission: 'invitations',
    page: PAGE,
    repeatable: true,
    async run(request, fields) {
      const { words } = request;
      const search = fields.text('search');
      const found = await members.listInterest({ search, newestFirst: false, limit: MAX_FOUND, countUpTo: MAX_FOUND });
      if (search.trim() === '' || found.total === 0) return { errors: { search: words('interest.notFound') } };
      const table = { ...interestTable(request, null, found, 'found-'), caption: words('interest.found') };
      return { shown: [{ kind: 'table', title: words('interest.found'), table }] };
    },
  };
  return {
    queries: {
      'membership-interest': viewQuery(
        'invitations',
        async (request) => {
          const list = readPageState(request, ['applied'], { order: 'applied', descending: false });
          const found = await members.listInterest({ ...list, newestFirst: list.descending });
          return {
            lead: [buildActions(request, [{ label: request.words('interest.find'), form: buildFindForm(request) }])],
            sections: [{ kind: 'table', table: interestTable(request, list, found) }],
          };
        },
        memberTopics.interest,
      ),
    },
    actions: {
      'preview-accept-interest': accept.preview,
      'accept-interest': accept.run,
      'preview-decline-interest': decline.preview,
      'decline-interest': decline.run,
      'find-interest': find,
    },
    downloads: {
      'membership-interest': {
        permission: 'invitations',
        async load(request) {
          const { applicants } = await members.listInterest({ newestFirst: false, offset: 0, limit: MAX_FILE_ROWS });
          const header = ['address', 'applied', 'language', 'country'];
          const rows = applicants.map(({ email, applied_at, locale, country }) => [
            addressFor(request, email),
            applied_at,
            locale,
            country ?? '',
          ]);
          return { name: 'membership-interest.csv', rows: [header, ...rows] };
        },
      },
      'interest-letter': {
        permission: 'invitations',
        async load({ query }) {
          const kind = kinds.find((each) => each === query.get('answer'));
          const locale = locales.find((each) => each === query.get('language'));
          const rendered = kind && locale && renderSample(letters[kind], locale, sampleSite());
          return rendered ? { name: 'letter.html', type: 'text/html', body: rendered.html } : null;
        },
      },
    },
    operations: interestOperations(members),
  };
}

/** How many have no answer yet. */
export const interestAttention = ({ members }: Pick<InterestPorts, 'members'>): AttentionSource => ({
  permission: 'invitations',
  async look({ words, href }) {
    const { total, applicants } = await members.listInterest({ newestFirst: false, offset: 0, limit: 1 });
    const [first] = applicants;
    if (first === undefined) return [];
    return [
      {
        urgency: 'today',
        item: {
          mark: 'wait',
          state: words('start.waits'),
          title: words('start.interest', { count: words.number(total) }),
          text: words('start.since', { time: words.moment(first.applied_at) }),
          link: { label: words('start.answer'), href: href(PAGE) },
        },
      },
    ];
  },
});

/** To whom the letter goes, in which language, and the letter itself. */
function letterSections(
  { words, fileHref, locale: own }: AdminRequest,
  kind: Kind,
  { email, locale }: Applicant,
  site: SampleSite,
): readonly SectionView[] {
  const language = storedLocale(locale);
  const names = new Intl.DisplayNames(own, { type: 'language' });
  const link = { label: words('interest.letter'), href: fileHref('interest-letter', { answer: kind, language }) };
  return [
    {
      kind: 'facts',
      title: words(`interest.${kind}Title`),
      facts: [
        { label: words('person.email'), value: maskEmail(email) },
        { label: words('person.language'), value: names.of(language) ?? language },
      ],
    },
    {
      kind: 'note',
      mark: 'wait',
      title: renderSample(letters[kind], language, site)?.subject ?? '',
      text: words('interest.letterText'),
      links: [link],
    },
  ];
}

const sendForm = ({ words }: AdminRequest, kind: Kind, { id }: Applicant): Preview<Applicant>['form'] => ({
  submit: words(kind === 'accept' ? 'interest.sendAccept' : 'interest.sendDecline'),
  text: words('interest.sendText'),
  hidden: { id },
});

function buildFindForm(request: AdminRequest) {
  const { words } = request;
  return formView(request, {
    action: 'find-interest',
    submit: words('list.search'),
    fields: [{ name: 'search', label: words('waiting.part'), type: 'text', required: true, autocomplete: 'off' }],
  });
}

type Found = Awaited<ReturnType<InterestPorts['members']['listInterest']>>;

function interestTable(
  request: AdminRequest,
  list: PageState<'applied'> | null,
  { applicants, total }: Found,
  ids = '',
): TableView {
  const { words } = request;
  const button = (kind: Kind, id: string) =>
    formView(request, {
      action: `preview-${kind}-interest`,
      id: `${ids}${kind}-${id}`,
      submit: words(`interest.${kind}`),
      hidden: { id },
    });
  return {
    caption: words('interest.caption'),
    columns: [
      { label: words('person.email') },
      list === null
        ? { label: words('interest.since') }
        : sortColumn(request, list, 'applied', { label: words('interest.since') }),
      { label: words('person.language') },
      { label: words('person.country') },
      { label: words('interest.answer') },
    ],
    rows: applicants.map(({ id, email, locale, country, applied_at }) => ({
      key: id,
      cells: [
        { text: maskEmail(email) },
        { text: words.moment(applied_at) },
        { text: locale.toUpperCase() },
        { text: country ?? '–' },
        { text: '', forms: [button('accept', id), button('decline', id)] },
      ],
    })),
    empty: { title: words('interest.none'), text: words('interest.noneText') },
    ...(list !== null && {
      pager: buildPagerBeside(
        request,
        list,
        total,
        applicants.map(({ id, applied_at: value }) => ({ value, id })),
      ),
      downloads: [{ label: words('list.download'), href: request.fileHref('membership-interest') }],
    }),
  };
}
