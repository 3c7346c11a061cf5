import { escapeAttribute } from './escape.ts';

/** Stands for the public origin in what becomes an `Opening`: a noncharacter (Unicode 23.7), so that no text or address holds it. */
export const ORIGIN = '\uFFFF';
/** Stands likewise for the startup settings, as a value of an attribute. */
export const STARTUP = '\uFFFE';

/**
 * The beginning of a page with everything in it that differs between servers of one build, as text in which `ORIGIN` and `STARTUP` stand for
 * it. It ends inside a tag, in front of its `>`: blanks there mean nothing (HTML, 13.1.2.1), so that it has one length on all servers, and
 * what is behind it can be compressed before it is known where it will be served.
 */
export type Opening = string;

/** What stands in the openings of a server. */
export interface OpeningValues {
  readonly origin: string;
  /** As a query string, in markup of an attribute; empty where the pages have no startup settings. */
  readonly startup: string;
}

interface Served {
  readonly publicOrigin: string;
  readonly startup?: Readonly<Record<string, string>>;
}

/** Of the deployment of a site. */
export const openingValues = ({ publicOrigin, startup }: Served): OpeningValues => ({
  origin: publicOrigin,
  startup: startup === undefined ? '' : escapeAttribute(new URLSearchParams(startup).toString()),
});

/** Bytes of values up to which every opening has the same length. */
const MAX_BYTES = { origin: 64, startup: 512 } as const;

/** Fewest blanks at the end of an opening: what joins pages copies out of the last 24. */
const MIN_BLANKS = 24;

/** Whether openings with these values have the length of all others. */
export const fitsOpening = ({ origin, startup }: OpeningValues): boolean =>
  Buffer.byteLength(origin) <= MAX_BYTES.origin && Buffer.byteLength(startup) <= MAX_BYTES.startup;

/** Bytes of the opening with any values that fit. */
export function openingBytes(opening: Opening): number {
  const most = replace(opening, { origin: ' '.repeat(MAX_BYTES.origin), startup: ' '.repeat(MAX_BYTES.startup) });
  return Buffer.byteLength(most) + MIN_BLANKS;
}

/** The opening as it is sent. It is longer than `openingBytes` only if a value does not fit. */
export function fillOpening(opening: Opening, values: OpeningValues): string {
  const text = replace(opening, values);
  return text + ' '.repeat(Math.max(MIN_BLANKS, openingBytes(opening) - Buffer.byteLength(text)));
}

function replace(opening: Opening, { origin, startup }: OpeningValues): string {
  return opening.replaceAll(ORIGIN, () => origin).replaceAll(STARTUP, () => startup);
}
