import { escapeAttribute } from './escape.ts';

/** Placeholder for the public origin in an `Opening`: a noncharacter (Unicode 23.7), which no text or address contains. */
export const ORIGIN = '\uFFFF';
/** Placeholder for the startup settings, as an attribute value. */
export const STARTUP = '\uFFFE';

/**
 * The beginning of a page with everything that differs between servers of one build, with `ORIGIN` and `STARTUP` as placeholders. It ends
 * inside a tag, before its `>`, where spaces are insignificant (HTML, 13.1.2.1): padding gives it the same length on all servers, so that
 * the rest can be compressed independently of the deployment.
 */
export type Opening = string;

/** Values of a server for openings. */
export interface OpeningValues {
  readonly origin: string;
  /** As a query string, escaped for an attribute; empty without startup settings. */
  readonly startup: string;
}

interface Served {
  readonly publicOrigin: string;
  readonly startup?: Readonly<Record<string, string>>;
}

/** Values of a site's deployment. */
export const getOpeningValues = ({ publicOrigin, startup }: Served): OpeningValues => ({
  origin: publicOrigin,
  startup: startup === undefined ? '' : escapeAttribute(new URLSearchParams(startup).toString()),
});

/** Maximum bytes of values for which openings have a constant length. */
const MAX_BYTES = { origin: 64, startup: 512 } as const;

/** Minimum spaces at the end of an opening, required for joining pages. */
const MIN_BLANKS = 24;

/** Whether openings with these values have the constant length. */
export const fitsOpening = ({ origin, startup }: OpeningValues): boolean =>
  Buffer.byteLength(origin) <= MAX_BYTES.origin && Buffer.byteLength(startup) <= MAX_BYTES.startup;

/** Length of the opening in bytes with fitting values. */
export function computeOpeningBytes(opening: Opening): number {
  const most = replace(opening, { origin: ' '.repeat(MAX_BYTES.origin), startup: ' '.repeat(MAX_BYTES.startup) });
  return Buffer.byteLength(most) + MIN_BLANKS;
}

/** The opening with values. Longer than `computeOpeningBytes` only for values that do not fit. */
export function fillOpening(opening: Opening, values: OpeningValues): string {
  const text = replace(opening, values);
  return text + ' '.repeat(Math.max(MIN_BLANKS, computeOpeningBytes(opening) - Buffer.byteLength(text)));
}

function replace(opening: Opening, { origin, startup }: OpeningValues): string {
  return opening.replaceAll(ORIGIN, () => origin).replaceAll(STARTUP, () => startup);
}
