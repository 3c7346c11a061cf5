import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Given {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** What a test may do wrongly. */
export interface Wrongly {
  readonly origin?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

const ORIGIN = 'https://www.example.com';
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;

/** A passkey in memory, as a browser would answer for it (WebAuthn Level 3, 6): ES256, without attestation. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  #user = '';
  #counter = 0;

  get id(): string {
    return this.#id.toString('base64url');
  }

  /** @param options JSON, as a page gives it to its browser */
  create(options: string, wrongly: Wrongly = {}): string {
    const { challenge, user } = given(options);
    this.#user = user?.id ?? '';
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, key]);
    const authData = new Uint8Array(Buffer.concat([this.#data(CREDENTIAL_INCLUDED, wrongly), credential]));
    const attestation = new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', challenge, wrongly),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** @param options JSON, as a page gives it to its browser */
  sign(options: string, wrongly: Wrongly = {}): string {
    this.#counter = wrongly.counter ?? this.#counter + 1;
    const clientDataJSON = clientData('webauthn.get', given(options).challenge, wrongly);
    const data = this.#data(0, wrongly);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: wrongly.userHandle ?? this.#user,
    });
  }

  #data(flags: number, { isVerified = true }: Wrongly): Buffer {
    const all = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(Buffer.from(new URL(ORIGIN).hostname)), Buffer.from([all]), counter]);
  }

  #credential(response: object): string {
    return JSON.stringify({ id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response });
  }
}

const given = (options: string): Given => JSON.parse(options);
const sha256 = (content: Buffer): Buffer => createHash('sha256').update(content).digest();
const bytes = (encoded: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(encoded, 'base64url'));

const clientData = (type: string, challenge: string, { origin = ORIGIN }: Wrongly): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
