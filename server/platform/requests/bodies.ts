import type { FastifyInstance } from 'fastify';
import { MAX_FORM_BYTES } from '#engine/shared/shown-form.ts';
import { uploadLimits } from '#engine/shared/upload-limits.ts';

/**
 * Largest bodies in bytes, by what is sent. Nothing else has a body: the root of the router knows no type at all, so that a route which names none
 * reads nothing (Z2).
 */
export const bodyLimits = {
  /** A form of staff, and of a visitor's settings. */
  form: 16 * 1024,
  /** A form of visitors: the fields of a form document may hold long texts. */
  formDocument: MAX_FORM_BYTES,
  /** A list of some ten thousand rows, as an admin page imports it. */
  codeList: 1024 * 1024,
  /** An image that staff upload. */
  image: uploadLimits.bytes,
  /** Texts of a site as translators send them back. */
  translations: 3_000_000,
  /** Whole files of a draft, as an agent sends them. */
  drafts: 1024 * 1024,
  /** A question to the GraphQL API, and a message on a WebSocket. */
  graphql: 32 * 1024,
  /** What a browser's features are evaluated with. */
  evaluation: 16 * 1024,
  /** Which features a page has read. */
  usage: 16 * 1024,
} as const;

/** Pairs of a form: a list of a hundred rows to tick is the longest there is. */
export const MAX_PAIRS = 500;

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Takes forms as `URLSearchParams`; 413 for more bytes, 400 for more pairs. */
export function takeForms(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: bodyLimits.form }, (_request, body, done) => {
    const text = body.toString();
    if (hasMorePairs(text)) done(new TooManyPairsError());
    else done(null, new URLSearchParams(text));
  });
}

/** Takes bodies of any type as text, within the limit of their route and no others. */
export function takeText(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/** Takes JSON; 400 for anything else, and for what would change the prototype of an object. */
export function takeJson(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  const parse = routes.getDefaultJsonParser('error', 'error');
  routes.addContentTypeParser('application/json', { parseAs: 'string' }, parse);
}

class TooManyPairsError extends Error {
  readonly statusCode = 400;
}

/** Node's parser takes quadratic time for pairs without a value. */
function hasMorePairs(text: string): boolean {
  let pairs = 1;
  for (let at = text.indexOf('&'); at !== -1 && pairs <= MAX_PAIRS; at = text.indexOf('&', at + 1)) pairs += 1;
  return pairs > MAX_PAIRS;
}
