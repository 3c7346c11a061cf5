import { recordAddresses } from './entrances.ts';
import { recordPersisted } from './graphql.ts';
import { recordJourneys } from './journeys.ts';
import { consentCookie, meetPeople } from './people.ts';
import { notesWithin } from './recorder.ts';
import { plainState, type Tools, Walk } from './walk.ts';

/** Deployments that answer differently, each with what it is about. */
export interface Deployment {
  readonly env: Readonly<Record<string, string>>;
  readonly part: (tools: Tools) => Promise<void>;
}

const LOGIN = 'https://www.maison-cercle.example/en/login';

export const deployments: readonly Deployment[] = [
  {
    env: { LOGIN_URL: LOGIN, GTM_CONTAINER_ID: 'GTM-ABC1', ACTIVATION_HOURS: '48', VOUCHER_MINIMUM_ORDER: '99.50 EUR' },
    part: recordLogin,
  },
  { env: { BASE_PATH: '/club/', LOGIN_URL: LOGIN, COUNTRY_HEADER: 'cf-ipcountry' }, part: recordBasePath },
  { env: { ACCOUNT_ENUMERATION: 'prevent' }, part: recordDisclosure },
  { env: { VITRINE_MODE: 'production', ENVIRONMENT: 'production', MAIL: 'none' }, part: recordProduction },
];

/** A shop whose sign-in is known takes active members there by itself. */
async function recordLogin(tools: Tools): Promise<void> {
  const { server, recorder } = tools;
  const walk = new Walk(tools, 'with a sign-in');
  const { cookies: people } = await meetPeople(server, recorder);
  for (const name of ['active', 'voucher', 'finished'])
    for (const path of [
      '/registration/registrationformemailactivecomplete',
      '/registration/gift-voucher',
      '/registration/formfinished',
    ])
      await walk.everywhere(path, { label: name, query: [], cookies: people[name] ?? {} });
  await recordJourneys(named(tools, 'with a sign-in'), {
    prefixes: ['', '/it'],
    ways: ['native'],
    only: /to the end|offer/,
  });
  const answer = await server.client.send({ path: '/acquisition/defaults.json' });
  recorder.note('entrance', 'entrance: with a sign-in: GET /acquisition/defaults.json', answer, tools.normaliser);
}

/** Below a path every address, link and cookie begins with it. */
async function recordBasePath(tools: Tools): Promise<void> {
  const basePath = '/club/';
  const { server, site } = tools;
  const walk = new Walk(tools, 'below a path', { basePath });
  const consent = { label: 'consent', query: [], cookies: await consentCookie(server, 'all', basePath) };
  for (const address of [...site.documents.values()].filter((each) => each !== null)) {
    await server.moveTo(server.now + 600_000, address);
    await walk.everywhere(address, plainState, { navigation: ['', '/de'] });
    await walk.everywhere(address, { ...consent, query: ['rc=ANNA-50'] }, { full: ['', '/fr'], navigation: ['/fr'] });
  }
  await recordAddresses(tools, basePath);
  for (const path of ['/', '/club', '/club?a=1', '/about-us', '/de/about-us', '/robots.txt', '/clubs/', '/readyz']) {
    const answer = await server.client.send({ path, headers: { 'user-agent': 'curl/8.0' } });
    tools.recorder.note('entrance', `entrance: beside the path: GET ${path}`, answer, tools.normaliser);
  }
  await recordJourneys(named(tools, 'below a path'), {
    basePath,
    prefixes: ['/de'],
    only: /to the end|typed|waiting list|application|consent|dialog/,
  });
}

/** Where only its owner learns that an address has an account, every registration is answered alike. */
async function recordDisclosure(tools: Tools): Promise<void> {
  await recordJourneys(named(tools, 'by mail alone'), {
    prefixes: ['/sv'],
    ways: ['native'],
    only: /to the end|once more|refused codes that are typed|too old|another address/,
  });
}

/** Nothing of the demo. */
async function recordProduction(tools: Tools): Promise<void> {
  const walk = new Walk(tools, 'in production');
  for (const path of ['/', '/about-us', '/ANNA-50', '/dev/mail', '/dev/graphql', '/registration/deny', '/robots.txt'])
    await walk.everywhere(path, plainState, { full: ['', '/de'], navigation: [''] });
}

/** The same tools, with records that say where they were made. */
function named(tools: Tools, where: string): Tools {
  return { ...tools, recorder: notesWithin(tools.recorder, where) };
}

/** A server that executes the documents of its own client alone. */
export const recordClosedApi = (tools: Tools): Promise<void> => recordPersisted(tools, 'ordinary');
