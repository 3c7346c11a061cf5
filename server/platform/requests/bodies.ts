import type { FastifyInstance } from 'fastify';
import { MAX_FORM_BYTES } from '#engine/shared/shown-form.ts';
import { uploadLimits } from '#engine/shared/upload-limits.ts';

/** Maximum body sizes in bytes. Routes without content types read no body, because the router has no default parser (Z2). */
export const bodyLimits = {
  /** Forms of staff, and of a visitor's settings. */
  form: 16 * 1024,
  /** Forms of visitors: fields of form documents may hold long texts. */
  formDocument: MAX_FORM_BYTES,
  /** A list of about ten thousand rows, as imported by an admin page. */
  codeList: 1024 * 1024,
  /** An uploaded image. */
  image: uploadLimits.bytes,
  /** Translations of the site's texts. */
  translations: 3_000_000,
  /** Files of a draft, sent by an agent. */
  drafts: 1024 * 1024,
  /** A GraphQL request, and a WebSocket message. */
  graphql: 32 * 1024,
  /** Attributes for remote evaluation of feature flags. */
  evaluation: 16 * 1024,
  /** Feature usage of a page. */
  usage: 16 * 1024,
} as const;

/** Maximum fields of a form; the longest has a list of a hundred rows with checkboxes. */
export const MAX_PAIRS = 500;

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Parses forms as `URLSearchParams`; 413 for too many bytes, 400 for too many fields. */
export function takeForms(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: bodyLimits.form }, (_request, body, done) => {
    const text = body.toString();
    if (hasMorePairs(text)) done(new TooManyPairsError());
    else done(null, new URLSearchParams(text));
  });
}

/** Reads bodies of any type as text, up to the limit of their route. */
export function takeText(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/** Parses JSON; 400 for invalid JSON and for prototype pollution. */
export function takeJson(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  const parse = routes.getDefaultJsonParser('error', 'error');
  routes.addContentTypeParser('application/json', { parseAs: 'string' }, parse);
}

class TooManyPairsError extends Error {
  readonly statusCode = 400;
}

/** Node.js parses fields without a value in quadratic time. */
function hasMorePairs(text: string): boolean {
  let pairs = 1;
  for (let at = text.indexOf('&'); at !== -1 && pairs <= MAX_PAIRS; at = text.indexOf('&', at + 1)) pairs += 1;
  return pairs > MAX_PAIRS;
}
