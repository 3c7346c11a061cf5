import { BROWSER, Visitor } from './visitor.ts';
import { both, type Languages, plainState, type State, type Tools, Walk } from './walk.ts';
import { visitorCookies } from '#tests/helpers/visitor-cookies.ts';
import { SECRET } from './tested-server.ts';

export interface VariationOptions {
  /** States in which each variation is seen, the plain one first. */
  readonly states: readonly State[];
  /** Languages for all states but the plain one, which is seen in all. */
  readonly others: Languages;
  /** Milliseconds between two variations. */
  readonly pause: number;
  /** Begins every name. */
  readonly where: string;
  /** Whether a document's experiments are meant; all are when left out. */
  readonly chosen?: (document: string) => boolean;
}

/** Visitors with an id of their own, enough to meet every variation; and how many come without one. */
const VISITORS = 12;
const NEWCOMERS = 6;

/** Every variation of every experiment, as an address can ask for it, and one that does not exist. */
export async function recordVariations(
  tools: Tools,
  { states, others, pause, where, chosen }: VariationOptions,
): Promise<void> {
  const { server, site } = tools;
  const walk = new Walk(tools, 'arm', { where });
  for (const { key, document, variations } of site.experiments) {
    if (chosen?.(document) === false) continue;
    const address = site.documents.get(document) ?? '/';
    for (let index = 0; index <= variations; index += 1) {
      const variation = { ...plainState, query: [`${key}=${index}`] };
      for (const [place, state] of states.entries())
        await walk.everywhere(address, both(variation, state), place === 0 ? {} : others);
      await server.moveTo(server.now + pause, `${where} ${key} ${index}`);
    }
  }
}

/** Browsers as experiments meet them: which variation an id is given, that it stays, and what consent does to it. */
export async function recordVisitors(tools: Tools, consents: readonly State[]): Promise<void> {
  const { server, site, recorder, normaliser } = tools;
  const walk = new Walk(tools, 'visitor');
  const addresses = new Set(site.experiments.map(({ document }) => site.documents.get(document) ?? '/'));
  for (const address of addresses) {
    for (let number = 1; number <= VISITORS; number += 1) {
      const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
      for (const consent of consents) {
        const cookies = visitorCookies({ id }, '', server.now, SECRET);
        const own = { label: `visitor ${number}`, query: [], cookies, userAgent: BROWSER };
        const first = await walk.visit('/de', address, both(own, consent));
        const given = Object.fromEntries(
          first.headers.flatMap(([name, value]): [string, string][] => {
            const [, key = '', content = ''] = name === 'set-cookie' ? (/^([^=]+)=([^;]*)/.exec(value) ?? []) : [];
            return key === '' ? [] : [[key, content]];
          }),
        );
        const again = both(both(own, consent), { label: 'again', query: [], cookies: given });
        await walk.visit('/de', address, again);
        await walk.visit('/fr', address, { ...again, query: ['_nav=1'] });
      }
    }
    for (let number = 1; number <= NEWCOMERS; number += 1) {
      await server.step(`newcomer ${address} ${number}`);
      const answer = await new Visitor(server, '/', BROWSER).get(address);
      // Which variation is a matter of chance; that there is one, and for how long, is not.
      recorder.note('visitor', `visitor: newcomer ${number} at ${address}`, answer, normaliser, {
        body: () => '',
        styles: () => '',
        headers: (headers) =>
          headers.filter((line) => !/^(?:content-security-policy|link):/.test(line)).map(withoutVariation),
      });
    }
  }
}

const withoutVariation = (line: string): string => line.replaceAll(/(vitrine_arms=[^~]+)~[^~]+~/g, '$1~{arm}~');
