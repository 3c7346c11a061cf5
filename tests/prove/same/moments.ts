import { type VariationOptions, recordVariations, recordVisitors } from './variations.ts';
import { codes, consentStates, few, LIMITS_ARE_OVER, products, listStates } from './states.ts';
import { combinations, plainState, type State, type Tools, Walk } from './walk.ts';

const HOUR = 3_600_000;

/** What an address shows beside its document: codes that are refused, variations, and other documents at other times. */
export async function recordVariants(tools: Tools): Promise<void> {
  const { server, site } = tools;
  const consents = await consentStates(server);
  const addresses = [...site.documents.values()].filter((address) => address !== null);
  // Together they show every value of every facet; what values do together is the document's affair, which is seen without variations.
  const everything = combinations(codes.slice(-1), products.slice(-1), consents.slice(-1));
  const variations = {
    states: [plainState, ...codes.slice(1), ...everything],
    others: few,
    pause: LIMITS_ARE_OVER,
    where: 'arm',
  };
  await recordRefusedCodes(new Walk(tools, 'page'), addresses);
  await recordVariations(tools, variations);
  await recordVisitors(tools, consents);
  await recordMoments(tools, addresses, consents, variations);
}

/** What a landing says at its field about a code that may not be used. */
async function recordRefusedCodes(walk: Walk, addresses: readonly string[]): Promise<void> {
  const { server } = walk.tools;
  for (const address of addresses.filter((each) => !each.startsWith('/registration/'))) {
    await server.moveTo(server.now + LIMITS_ARE_OVER, `refused ${address}`);
    for (const code of ['FULL-50', 'EMPTY-0', 'GONE-1', 'LOST-1', 'COUPON-1', 'UNKNOWN-1', 'LINK-STRIPPED', '?!'])
      for (const prefix of ['', '/fr'])
        await walk.visit(prefix, address, { ...plainState, query: [`rc=${encodeURIComponent(code)}`] });
  }
}

/** Documents at the moments between the boundaries of all windows, where they are not what they were. */
async function recordMoments(
  { site, ...tools }: Tools,
  addresses: readonly string[],
  consents: readonly State[],
  variations: VariationOptions,
): Promise<void> {
  const { server } = tools;
  const before = new Map<string, string>();
  const probe = new Walk({ site, ...tools }, 'moment');
  const decidedAt = async (address: string): Promise<string> =>
    JSON.stringify(await probe.look('', address, plainState));
  for (const address of addresses) before.set(address, await decidedAt(address));
  for (const boundary of site.boundaries.filter((each) => each > server.now)) {
    const when = new Date(boundary).toISOString();
    // What caches read shortly before, and the very moment.
    for (const offset of [-30_000, -1, 0]) {
      await server.moveTo(boundary + offset, `${when} ${offset}`);
      const walk = new Walk({ site, ...tools }, 'moment', { where: `${when} ${offset} ms` });
      for (const address of addresses) await walk.visit('/de', address, plainState);
    }
    await server.moveTo(boundary + HOUR, when);
    const walk = new Walk({ site, ...tools }, 'moment', { where: `after ${when}` });
    const changed = new Set<string>();
    for (const address of addresses) {
      const decided = await decidedAt(address);
      if (decided === before.get(address)) continue;
      before.set(address, decided);
      changed.add(address);
      for (const state of await listStates(walk, address, consents)) {
        const isPlain = state.label === '' && state.query.length === 0;
        await walk.everywhere(address, state, isPlain ? { navigation: [''] } : { full: ['', '/de'], navigation: [] });
      }
      await server.moveTo(server.now + LIMITS_ARE_OVER, `${when} ${address}`);
    }
    const isChanged = (document: string): boolean => changed.has(site.documents.get(document) ?? '');
    await recordVariations({ site, ...tools }, { ...variations, where: `variation after ${when}`, chosen: isChanged });
  }
}
