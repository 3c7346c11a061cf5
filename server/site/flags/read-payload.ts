import type { FeatureApiResponse } from '@growthbook/growthbook';
import { UserError, UnavailableError } from '#engine/shared/errors.ts';
import { decrypt } from './decrypt.ts';

/** Maximum bytes; real payloads are far below. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads a response body; rejects above the maximum size. */
export async function readLimitedBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new UnavailableError(`The response is longer than ${MAX_BYTES} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A payload for this server and for browsers. */
export interface ReadPayload {
  readonly payload: FeatureApiResponse;
  /** As received, possibly encrypted. */
  readonly published: FeatureApiResponse;
}

/** Parses and validates a GrowthBook payload, decrypting it if necessary. Throws a sentence for an invalid one, so that it does not replace a valid one. */
export function readPayload(text: string, decryptionKey: string): ReadPayload {
  const value: unknown = parse(text);
  if (!isPayload(value)) throw new UnavailableError('The response is not a GrowthBook payload: it has no features.');
  const { encryptedFeatures, encryptedExperiments, encryptedSavedGroups, encryptedContextualBandits, ...plain } = value;
  const read = (name: string, encrypted: string | undefined): object =>
    encrypted === undefined ? {} : { [name]: readEncrypted(encrypted, decryptionKey) };
  const payload: FeatureApiResponse = {
    ...plain,
    ...read('features', encryptedFeatures),
    ...read('experiments', encryptedExperiments),
    ...read('savedGroups', encryptedSavedGroups),
    ...read('contextualBandits', encryptedContextualBandits),
  };
  requireFeatures(payload.features);
  requireList('experiments', payload.experiments);
  return { payload, published: value };
}

function requireFeatures(features: unknown): void {
  if (!isRecord(features))
    throw new UnavailableError('The response is not a GrowthBook payload: its features are not an object.');
  for (const [key, feature] of Object.entries(features)) {
    if (!isRecord(feature)) throw new UnavailableError(`The feature "${key}" is not an object.`);
    const { rules } = feature;
    requireList(`rules of the feature "${key}"`, rules);
    for (const rule of Array.isArray(rules) ? rules : []) requireShares(key, rule);
  }
}

/** Non-numeric weights would assign everyone the same variation. */
function requireShares(feature: string, rule: Readonly<Record<string, unknown>>): void {
  const { variations, weights, coverage } = rule;
  const shares = [weights ?? [], coverage ?? []].flat();
  if (!shares.every((share) => typeof share === 'number' && share >= 0 && share <= 1))
    throw new UnavailableError(`A rule of the feature "${feature}" has a share that is not a number from 0 to 1.`);
  if (variations !== undefined && !Array.isArray(variations))
    throw new UnavailableError(`The variations of a rule of the feature "${feature}" are not a list.`);
  if (Array.isArray(variations) && Array.isArray(weights) && variations.length !== weights.length)
    throw new UnavailableError(
      `A rule of the feature "${feature}" has ${variations.length} variations and ${weights.length} weights.`,
    );
}

/** Validates an optional list of objects. */
function requireList(name: string, value: unknown): void {
  if (value === undefined || (Array.isArray(value) && value.every(isRecord))) return;
  throw new UnavailableError(`The ${name} are not a list of objects.`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readEncrypted(encrypted: string, key: string): unknown {
  if (key === '') throw new UserError('The payload is encrypted, and GROWTHBOOK_DECRYPTION_KEY is not set.');
  try {
    return JSON.parse(decrypt(encrypted, key));
  } catch (error) {
    throw new UserError('The payload cannot be decrypted: GROWTHBOOK_DECRYPTION_KEY is not the key of this client.', {
      cause: error,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnavailableError('The answer is not JSON.');
  }
}

function isPayload(value: unknown): value is FeatureApiResponse {
  if (typeof value !== 'object' || value === null) return false;
  if ('encryptedFeatures' in value) return typeof value.encryptedFeatures === 'string';
  return 'features' in value && typeof value.features === 'object' && value.features !== null;
}
