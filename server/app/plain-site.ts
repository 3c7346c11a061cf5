import { journeyNames } from '#schemas/generated/journeys/names.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import { plainTheme } from '#server/platform/mail/theme/mail-theme.ts';
import { journeyPlugins } from './journey-plugins.ts';

type Machines = Readonly<Record<string, { readonly events: Readonly<Record<string, string>> }>>;

/** State machines of all journeys, as their code defines them. */
const machinesByJourney: Readonly<Record<string, { readonly machines: Machines }>> = journeyNames;
const machines: Machines = Object.assign({}, ...Object.values(machinesByJourney).map((journey) => journey.machines));

export interface PlainSite {
  readonly name: string;
  /** Scheme and host without a trailing slash. */
  readonly publicOrigin: string;
  /** Begins and ends with `/`. */
  readonly basePath?: string;
  readonly loginUrl?: string | null;
}

/**
 * A site port for the command line and tests, without documents: English without a prefix, other languages with theirs, every landing
 * known, a page per form named after it, mails signed with the name only, every transition allowed, no shadowed paths, one version of the
 * policies, and the plain sites of the plugins.
 */
export function createPlainSite({ name, publicOrigin, basePath = '/', loginUrl = null }: PlainSite): MembersSite {
  const url: MembersSite['url'] = (locale, path, query = {}) => {
    const prefix = locale === null || locale === 'en' ? '' : `/${locale}`;
    const absolute = new URL(`${basePath.slice(0, -1)}${prefix}${path}`, publicOrigin);
    absolute.search = new URLSearchParams(query).toString();
    return absolute.href;
  };
  const own = {
    name,
    url,
    urlOfForm: (locale, form, query) => url(locale, `/${form}`, query),
    nextState: (machine, _state, event) => machines[machine]?.events[event] ?? null,
    branding: () => ({ theme: plainTheme, organization: { legalName: name }, links: {} }),
    loginUrl: () => loginUrl,
    hasLanding: () => true,
    ownPaths: () => [],
    hasPolicyVersion: () => false,
    policies: () => ({ terms: '2026-11-01', privacy: '2026-11-01' }),
  } satisfies Partial<MembersSite>;
  return Object.assign(own, ...journeyPlugins.map((plugin) => plugin.plainSite));
}
