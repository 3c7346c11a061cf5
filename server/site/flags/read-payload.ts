import type { FeatureApiResponse } from '@growthbook/growthbook';
import { Mistake, Outage } from '#engine/base/errors.ts';
import { decrypt } from './decrypt.ts';

/** Bytes; GrowthBook's own payloads are far below. */
const LARGEST = 8 * 1024 * 1024;

/** Reads an answer's body up to its end; rejects when it is longer than any payload. */
export async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > LARGEST) throw new Outage(`The answer is longer than ${LARGEST} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Reads GrowthBook's payload from JSON, decrypted where it was encrypted. Throws a sentence when it is anything else. */
export function readPayload(text: string, decryptionKey: string): FeatureApiResponse {
  const value: unknown = parse(text);
  if (!isPayload(value)) throw new Outage('The answer is no payload of GrowthBook: it holds no features.');
  const { encryptedFeatures, encryptedExperiments, encryptedSavedGroups, encryptedContextualBandits, ...plain } = value;
  const read = (name: string, encrypted: string | undefined): object =>
    encrypted === undefined ? {} : { [name]: readEncrypted(encrypted, decryptionKey) };
  return {
    ...plain,
    ...read('features', encryptedFeatures),
    ...read('experiments', encryptedExperiments),
    ...read('savedGroups', encryptedSavedGroups),
    ...read('contextualBandits', encryptedContextualBandits),
  };
}

function readEncrypted(encrypted: string, key: string): unknown {
  if (key === '') throw new Mistake('The payload is encrypted, and GROWTHBOOK_DECRYPTION_KEY is not set.');
  try {
    return JSON.parse(decrypt(encrypted, key));
  } catch (error) {
    throw new Mistake('The payload cannot be decrypted: GROWTHBOOK_DECRYPTION_KEY is not the key of this client.', {
      cause: error,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Outage('The answer is not JSON.');
  }
}

function isPayload(value: unknown): value is FeatureApiResponse {
  if (typeof value !== 'object' || value === null) return false;
  if ('encryptedFeatures' in value) return typeof value.encryptedFeatures === 'string';
  return 'features' in value && typeof value.features === 'object' && value.features !== null;
}
