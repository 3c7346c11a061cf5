import type { Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { DemoLink } from './seed.ts';

type Row = readonly [label: string, value: string];

interface Demo {
  /** Labels of existing demo codes. */
  codes(): Promise<ReadonlySet<string>>;
  companyCode(): string;
  links(): readonly DemoLink[];
  socialLink(): Promise<string>;
}

/** Descriptions of the demo codes, except the public one. */
const CODES: readonly Row[] = [
  ['ANNA-50', 'an invitation by Anna'],
  ['FULL-50', 'all places reserved'],
  ['EMPTY-0', 'no place left, but the way to the waiting list'],
  ['GONE-1', 'its inviter is blocked'],
  ['LOST-1', 'its landing is missing'],
  ['COUPON-1', 'forbidden on the way visitors come'],
];

const LINKS = { valid: 'valid', expired: 'expired', altered: 'altered', stripped: 'timestamp removed' } as const;

/** A code and a link for each state, limited to what the site and its database contain. */
export async function buildDemoRows(demo: Demo, site: Site, url: string): Promise<readonly Row[]> {
  // A database that is not ready has no codes.
  const stored = await demo.codes().catch(() => new Set<string>());
  const codes = [[demo.companyCode(), 'open to everybody'] as const, ...CODES].filter(([code]) => stored.has(code));
  const links = demo.links().filter(({ code }) => stored.has(code));
  return [
    ...labelled('Codes', codes.length === 0 ? ['npm run code -- create --places 100'] : codes.map(formatCode)),
    ...labelled(
      'Links',
      links.map((link) => `${link.url}  (${LINKS[link.shows]})`),
    ),
    ...(createRouteTable(site).routes.has('/membership-interest')
      ? [['Apply', `${url}membership-interest`] as const]
      : []),
    ...(stored.has('FULL-50') && hasForm(site, 'preferences')
      ? [['Social', `${await demo.socialLink()}  (its last step, for half an hour)`] as const]
      : []),
  ];
}

const hasForm = ({ journeyDocuments }: Site, form: string): boolean =>
  [...journeyDocuments.values()].some(({ forms }) => forms[form]?.page !== undefined);

const formatCode = ([code, shows]: Row): string => `${code.padEnd(12)} ${shows}`;

const labelled = (label: string, lines: readonly string[]): readonly Row[] =>
  lines.map((line, index) => [index === 0 ? label : '', line]);
