/** How a promise is shown: by a proof at a size that fits the time, or by the tests of some files. */
export type Evidence =
  | {
      readonly proof: string;
      /** Seconds of one run, and of what comes before the first, on two cores; only the share of time is reckoned from them. */
      readonly seconds: number;
      readonly before: number;
      /** Needs `npm run build`. */
      readonly built?: true;
    }
  | { readonly tests: readonly string[] };

export interface ProductPromise {
  readonly number: number;
  readonly says: string;
  /** The whole figure; a smaller run says so by its size. */
  readonly goal: string;
  readonly evidence: readonly Evidence[];
  /** What of the goal nothing here shows yet. */
  readonly open?: string;
}

/** What is in the page for it. */
export function formatEvidence(evidence: Evidence): string {
  return 'proof' in evidence
    ? `\`npm run prove -- ${evidence.proof}\``
    : evidence.tests.map((file) => `\`${file}\``).join('<br>');
}

const browser = (file: string): string => `shown in a browser by \`${file}\` of \`npm test\` only`;

/** What the product promises, in the order of its page. */
export const promises: readonly ProductPromise[] = [
  {
    number: 1,
    says: 'An invitation is never spent twice',
    goal: '1,000,000 attempts over 3 nodes, 0 given twice',
    evidence: [
      { proof: 'places', seconds: 0.6, before: 12 },
      { proof: 'pooler', seconds: 2, before: 25 },
    ],
  },
  {
    number: 2,
    says: 'A mail scanner cannot activate',
    goal: '10,000 visits of scanners, 0 activations, then one press',
    evidence: [{ tests: ['journeys/registration/server/forms/activating.test.ts'] }],
    open: `10,000 visits; with a script: ${browser('tests/e2e/activation.test.ts')}`,
  },
  {
    number: 3,
    says: 'Links work once, replays are kind',
    goal: '100,000 replays, 0 second effects',
    evidence: [{ tests: ['journeys/registration/members/activate/activation.test.ts'] }],
    open: '100,000 replays in seven languages',
  },
  {
    number: 4,
    says: 'Nobody learns who is a member',
    goal: '2 × 20,000 requests, 0 bytes different, equal times',
    evidence: [
      { proof: 'disclosure', seconds: 0.1, before: 20 },
      { tests: ['journeys/registration/members/register/register.test.ts'] },
    ],
  },
  {
    number: 5,
    says: 'Nothing confirmed is lost',
    goal: '1,000 kills, 0 registrations and 0 mails lost',
    evidence: [
      { proof: 'kills-sqlite', seconds: 4, before: 15, built: true },
      { proof: 'kills-postgres', seconds: 4, before: 20, built: true },
      { proof: 'exposure-kills', seconds: 4, before: 15, built: true },
      { proof: 'restore', seconds: 50, before: 1, built: true },
    ],
  },
  {
    number: 6,
    says: 'Deploys are invisible',
    goal: '100 rolling restarts, 1,000,000 requests, 0 failed',
    evidence: [
      { proof: 'deploy', seconds: 90, before: 300, built: true },
      { proof: 'cluster', seconds: 75, before: 25, built: true },
      { proof: 'large-index', seconds: 20, before: 30 },
      {
        tests: [
          'server/app/start-server.test.ts',
          'tests/contract/secret-rotation.test.ts',
          'tests/contract/neighbouring-release.test.ts',
        ],
      },
    ],
  },
  {
    number: 7,
    says: 'Overload sheds, does not collapse',
    goal: 'goodput ≥ 80 % of peak at 10 times the capacity',
    evidence: [{ tests: ['server/platform/limits/event-loop.test.ts', 'server/site/pages/page-handler.test.ts'] }],
    open: 'load beyond the capacity, from outside',
  },
  {
    number: 8,
    says: 'The flag service may vanish or hang',
    goal: '8 failures × 10 min, p99 + 5 ms at most',
    evidence: [{ proof: 'flag-outages', seconds: 0.05, before: 30, built: true }],
  },
  {
    number: 9,
    says: 'The mail server may vanish',
    goal: '24 h, 10 failures, 0 lost, 0 forms failed',
    evidence: [{ proof: 'mail-outages', seconds: 2, before: 15, built: true }],
  },
  {
    number: 10,
    says: 'The database may vanish',
    goal: 'pages 100 %, forms ≤ 500 ms, recovery ≤ 2 s, 0 lost',
    evidence: [
      { proof: 'database-outages', seconds: 12, before: 20, built: true },
      { proof: 'latency', seconds: 8, before: 25, built: true },
      { tests: ['server/platform/database/data-folder.test.ts'] },
    ],
  },
  {
    number: 11,
    says: 'A broken publish changes nothing',
    goal: '100,000 changed documents, 0 wrongly accepted',
    evidence: [
      { proof: 'changed-documents', before: 15, seconds: 0.3, built: true },
      { tests: ['server/site/store/site-store.test.ts', 'engine/documents/resolve.test.ts'] },
    ],
  },
  {
    number: 12,
    says: 'Documents cannot inject',
    goal: '1,000,000 renders, 50,000 in a browser, 0 executions',
    evidence: [
      {
        tests: [
          'engine/shared/escape.test.ts',
          'engine/i18n/localize-text.test.ts',
          'engine/documents/rules/unsafe-url/rule.test.ts',
          'server/site/pages/encode-page.test.ts',
        ],
      },
    ],
    open: 'renders by the million, and in a browser, with a control that fails',
  },
  {
    number: 13,
    says: 'Bad input cannot crash or stall',
    goal: '10,000,000 inputs, 0 crashes, 0 over 50 ms',
    evidence: [{ proof: 'inputs', seconds: 0.000_012, before: 2 }],
  },
  {
    number: 14,
    says: 'GraphQL abuse is refused',
    goal: '5,000 hostile operations, 100 % refused',
    evidence: [{ tests: ['server/graphql/abuse.test.ts', 'server/graphql/persisted.test.ts'] }],
    open: '5,000 operations beside an unprotected server',
  },
  {
    number: 15,
    says: 'Redirects never leave home',
    goal: '200,000 URLs through three parsers, 0 escapes',
    evidence: [
      { proof: 'hostile-requests', seconds: 0.02, before: 20, built: true },
      { tests: ['engine/routing/navigation.test.ts', 'engine/routing/split-url.test.ts'] },
    ],
    open: '200,000 URLs',
  },
  {
    number: 16,
    says: 'Headers grade A+ everywhere',
    goal: 'every kind of answer, score ≥ 125',
    evidence: [{ tests: ['server/app/start-server.test.ts'] }],
    open: 'a grade by Mozilla’s Observatory',
  },
  {
    number: 17,
    says: 'The policy holds in the browser',
    goal: '0 violations on whole journeys',
    evidence: [],
    open: browser('tests/e2e/pages.test.ts'),
  },
  {
    number: 18,
    says: 'Nothing is tracked before consent',
    goal: 'all routes × 3 states of consent, 0 requests, 0 identifiers',
    evidence: [
      {
        tests: [
          'engine/client/consent/queue.test.ts',
          'engine/client/consent/adapter.test.ts',
          'server/site/experiments/exposure-log.test.ts',
        ],
      },
      { proof: 'consent-walk', seconds: 600, before: 60, built: true },
    ],
  },
  {
    number: 19,
    says: 'No personal data in logs',
    goal: '5,000 canaries, 0 found',
    evidence: [{ tests: ['server/platform/observability/log.test.ts'] }],
    open: '5,000 canaries',
  },
  {
    number: 20,
    says: 'Visitors never see each other',
    goal: '1,000,000 interleaved requests, 0 mixed',
    evidence: [
      { tests: ['server/site/pages/page-handler.test.ts'] },
      { proof: 'cache', seconds: 1, before: 15, built: true },
    ],
    open: '1,000,000 requests',
  },
  {
    number: 21,
    says: 'Memory is flat',
    goal: '2,000,000 renders; 8 hours, RSS ± 3 %',
    evidence: [
      { proof: 'abuse', seconds: 3, before: 60, built: true },
      { proof: 'soak', seconds: 3_600, before: 150, built: true },
      { tests: ['engine/decide/experiments/assignment-cache.test.ts'] },
    ],
    open: 'eight hours',
  },
  {
    number: 22,
    says: 'Time does not confuse',
    goal: '10,000 decisions at the edges of time, 0 wrong',
    evidence: [
      {
        tests: [
          'server/app/maintenance.test.ts',
          'journeys/registration/members/codes/link-timestamp.test.ts',
          'tests/contract/campaign-windows.test.ts',
        ],
      },
    ],
  },
  {
    number: 23,
    says: 'Usable by all',
    goal: 'routes × 7 languages × 3 widths, 0 mistakes of axe',
    evidence: [
      { proof: 'every-page', seconds: 1_500, before: 60, built: true },
      { proof: 'firefox', seconds: 20, before: 20, built: true },
      { proof: 'lighthouse', seconds: 240, before: 20, built: true },
    ],
  },
  {
    number: 24,
    says: 'Forms are idempotent',
    goal: '100,000 trials, 0 duplicates',
    evidence: [
      { tests: ['journeys/registration/server/forms/registering.test.ts', 'server/graphql/operations.test.ts'] },
    ],
    open: '100,000 trials',
  },
  {
    number: 25,
    says: 'Deletion is real',
    goal: '0 canaries of erased persons anywhere',
    evidence: [
      { proof: 'erase', seconds: 0.3, before: 15 },
      { tests: ['journeys/registration/members/person/person.test.ts'] },
    ],
  },
  {
    number: 26,
    says: 'Tests would notice',
    goal: '≥ 90 % of changes noticed in balance, tokens, consent, URLs',
    evidence: [{ proof: 'mutations', seconds: 150, before: 5 }],
  },
  {
    number: 27,
    says: 'Protocols are kept',
    goal: '61/61 of GraphQL over HTTP, all close codes, all cases of GrowthBook',
    evidence: [
      {
        tests: [
          'server/graphql/audits.test.ts',
          'server/graphql/sockets.test.ts',
          'tests/conformance/growthbook.test.ts',
        ],
      },
    ],
  },
];
