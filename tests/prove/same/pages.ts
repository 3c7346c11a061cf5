import { meetPeople, type People, printedLinks } from './people.ts';
import { consentStates, few, selectLanguages, LIMITS_ARE_OVER, listStates } from './states.ts';
import { combinations, plainState, type State, type Tools, Walk } from './walk.ts';

/** Addresses that are codes, one for every state that a code can be in. */
const demoCodes = [
  'CERCLE-2026',
  'ANNA-50',
  'anna-50',
  'FULL-50',
  'EMPTY-0',
  'GONE-1',
  'LOST-1',
  'COUPON-1',
  'UNKNOWN-1',
];

/** Every document in every language and in every state that it can be shown in. */
export async function recordPages(tools: Tools): Promise<void> {
  const { server, recorder, site } = tools;
  const walk = new Walk(tools, 'page');
  const consents = await consentStates(server);
  const people = await meetPeople(server, recorder);
  const addresses = [...site.documents.values()].filter((address) => address !== null);

  await recordPersonalPages(walk, addresses, consents, people);
  const links = printedLinks(server);
  for (const path of [...demoCodes.map((code) => `/${code}`), ...Object.values(links).filter(isCodeLink)]) {
    await server.moveTo(server.now + LIMITS_ARE_OVER, path);
    const [address = '', query] = path.split('?');
    const timestamp = query === undefined ? plainState : { ...plainState, query: [query] };
    for (const state of combinations([timestamp], consents))
      await walk.everywhere(address, state, state.label === '' ? {} : few);
  }
  for (const address of addresses) {
    await server.moveTo(server.now + LIMITS_ARE_OVER, address);
    for (const state of await listStates(walk, address, consents))
      await walk.everywhere(address, state, selectLanguages(state));
  }
}

const isCodeLink = (path: string): boolean => !path.includes('token=');

/** Pages whose answer depends on how far their visitor is, seen by everybody for whom they differ. */
async function recordPersonalPages(
  walk: Walk,
  addresses: readonly string[],
  consents: readonly State[],
  { cookies: people, links }: People,
): Promise<void> {
  for (const link of links) {
    const [path = '', query = ''] = link.split('?');
    await walk.everywhere(path, { ...plainState, query: [query] });
  }
  for (const address of addresses) {
    const plain = await walk.visit('', address, { ...plainState, label: 'a stranger' });
    for (const [name, cookies] of Object.entries(people)) {
      const state = { label: name, query: [], cookies };
      const answer = await walk.visit('', address, { ...state, label: `${name}, first` });
      if (answer.text === plain.text && answer.status === plain.status) continue;
      for (const each of await listStates(walk, address, consents, state))
        await walk.everywhere(address, each, selectLanguages(each));
    }
  }
}
