import { isUserError, isUnavailableError } from '#engine/shared/errors.ts';
import { redact } from '#server/platform/observability/log.ts';
import { TimeoutError } from '#server/platform/with-timeout.ts';

/** By SQLSTATE (Appendix A of PostgreSQL's manual) or Node.js error code. */
const sentences: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refuses the password of DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user of DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist.',
  '42501': 'The user of DATABASE_URL may not do what is needed; it must own the tables.',
  '53300': 'PostgreSQL has no connection left.',
  '57P03': 'PostgreSQL is starting up or shutting down.',
  ECONNREFUSED: 'No server listens at the host and port of DATABASE_URL.',
  ENOENT: 'There is no socket where DATABASE_URL says.',
  ENOTFOUND: 'The host of DATABASE_URL is not known.',
  EAI_AGAIN: 'The host of DATABASE_URL cannot be looked up at the moment.',
  EHOSTUNREACH: 'The host of DATABASE_URL cannot be reached.',
  ENETUNREACH: 'The host of DATABASE_URL cannot be reached.',
  ECONNRESET: 'The connection to PostgreSQL broke.',
  ETIMEDOUT: 'PostgreSQL does not answer.',
};

/** Why a database is unavailable, in one sentence; the same for equal failures. */
export function describeUnavailable(error: unknown): string {
  if (!(error instanceof Error)) return 'PostgreSQL cannot be used.';
  const known = knownSentence(error) ?? knownSentence(error.cause);
  if (known !== undefined) return known;
  const said = redact(error.message);
  // Their messages already say what to do.
  if (isUserError(error) || isUnavailableError(error)) return said;
  if (/unsupported startup parameter/.test(error.message))
    return 'DATABASE_URL leads to a pooler that takes no limits from connections. Set DATABASE_DIRECT_URL to PostgreSQL itself.';
  if (error instanceof TimeoutError || /timeout|timed out/i.test(error.message)) return 'PostgreSQL does not answer.';
  if (error.message.startsWith('Connection terminated')) return 'The connection to PostgreSQL broke.';
  return `PostgreSQL cannot be used: ${said}`;
}

function knownSentence(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const sentence = Object.hasOwn(sentences, error.code) ? sentences[error.code] : undefined;
  if (sentence === undefined) return undefined;
  return error.message === '' ? sentence : `${sentence} (${redact(error.message)})`;
}
