import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

type Values = Readonly<Record<string, unknown>>;

/** Response of a browser to a sign-in challenge; `null` when malformed. */
export function readAssertion(json: string): AuthenticationResponseJSON | null {
  const read = readCredential(json, ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']);
  if (read === null) return null;
  const { id, texts } = read;
  const [clientDataJSON = '', authenticatorData = '', signature = '', userHandle = ''] = texts;
  return { ...shared(id), response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

/** Response of a browser to the creation of a passkey; `null` when malformed. */
export function readAttestation(json: string): RegistrationResponseJSON | null {
  const read = readCredential(json, ['clientDataJSON', 'attestationObject']);
  if (read === null) return null;
  const { id, texts, response } = read;
  const [clientDataJSON = '', attestationObject = ''] = texts;
  return { ...shared(id), response: { clientDataJSON, attestationObject, transports: transportsIn(response) } };
}

const shared = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} });

interface ReadCredential {
  readonly id: string;
  readonly texts: readonly string[];
  readonly response: Values;
}

function readCredential(json: string, names: readonly string[]): ReadCredential | null {
  const credential = valuesIn(parsed(json));
  const response = valuesIn(credential['response']);
  const texts = names.map((name) => response[name]).filter((value) => typeof value === 'string');
  const { id, type } = credential;
  return typeof id === 'string' && type === 'public-key' && texts.length === names.length
    ? { id, texts, response }
    : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const valuesIn = (value: unknown): Values => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Hints how the browser may reach the passkey. */
function transportsIn({ transports }: Values): string[] {
  const names = Array.isArray(transports) ? transports.filter((name) => typeof name === 'string') : [];
  return names.filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 8);
}
