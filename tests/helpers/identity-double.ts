import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { createIdentityProvider, type IdentityProvider } from '#server/platform/oidc/identity-provider.ts';
import { staffProviderParameters } from '#server/staff/sign-in-by-provider.ts';
import { createIdentityProviders, type ProviderName } from '#server/platform/oidc/identity-providers.ts';

/** A user with an account at a provider. */
export interface Account {
  readonly email?: string;
  readonly isVerified?: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
  /** By which the provider knows the user; a new one each time when left out. */
  readonly subject?: string;
  /** Milliseconds since the epoch: the provider answers from a session of then, whatever it is asked for; `null` when it does not say. */
  readonly signedInAt?: number | null;
}

/** A code that was given out, until it is spent. */
interface Grant {
  readonly account: Account;
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly redirect: string | null;
  /** Seconds since the epoch; `null` unless requested. */
  readonly authTime: number | null;
}

const CALLBACK = 'https://www.example.com/do/social/';
const clients: Readonly<Record<ProviderName, string>> = {
  google: 'google-client',
  facebook: '123',
  apple: 'com.example',
};
const TEAM = 'TEAM123456';
const KEY_ID = 'KEY1234567';

/**
 * The three providers on this machine, each with its own ways. Google answers by a link. Facebook names no token endpoint and does
 * not say whether an address is verified. Apple posts its answer, takes a JWT as its secret, gives a name once, and writes "true".
 */
export class IdentityDouble {
  readonly #server: Server;
  readonly #signing: Awaited<ReturnType<typeof generateKeyPair>>;
  readonly #apple: Awaited<ReturnType<typeof generateKeyPair>>;
  readonly #grants = new Map<string, Grant>();
  readonly #met = new Set<string>();
  #isDown = false;
  /** Stands in ID tokens in the place of the one that was asked for. */
  nonce: string | null = null;

  private constructor(
    server: Server,
    signing: Awaited<ReturnType<typeof generateKeyPair>>,
    apple: Awaited<ReturnType<typeof generateKeyPair>>,
  ) {
    this.#server = server;
    this.#signing = signing;
    this.#apple = apple;
  }

  static async open(): Promise<IdentityDouble> {
    const keys = await Promise.all([
      generateKeyPair('RS256', { extractable: true }),
      generateKeyPair('ES256', { extractable: true }),
    ]);
    const server = createServer();
    const double = new IdentityDouble(server, ...keys);
    server.on('request', (request: IncomingMessage, response) => {
      void double.#answer(request).then(
        ({ status, body }) =>
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return double;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  /** No answer until it is up again. */
  set isDown(isDown: boolean) {
    this.#isDown = isDown;
  }

  /** This site's side, as a server would have it that is registered with all three. */
  async providers(clock = { now: () => Date.now() }, names: readonly ProviderName[] = ['google', 'facebook', 'apple']) {
    const privateKey = await exportPKCS8(this.#apple.privateKey);
    const secrets = {
      google: 'google-secret',
      facebook: 'facebook-secret',
      apple: { teamId: TEAM, keyId: KEY_ID, privateKey },
    };
    const accounts = names.map((name) => [
      name,
      {
        clientId: clients[name],
        secret: secrets[name],
        issuer: this.#issuer(name),
        ...(name === 'facebook' && { tokenEndpoint: `${this.#issuer(name)}/token` }),
      },
    ]);
    return createIdentityProviders({
      accounts: Object.fromEntries(accounts),
      callback: CALLBACK,
      clock,
      insecure: true,
    });
  }

  /** The same of staff users, at the one that is called Google. */
  staffProvider(): IdentityProvider {
    return createIdentityProvider({
      account: { clientId: clients.google, secret: 'google-secret', issuer: this.#issuer('google') },
      parameters: staffProviderParameters,
      callback: 'https://www.example.com/do/admin/return',
      clock: { now: () => Date.now() },
      insecure: true,
    });
  }

  /** The user signs in where the site has sent them. @returns what they bring back */
  signIn(url: string, account: Account): Record<string, string> {
    const { pathname, searchParams } = new URL(url);
    const name = providerIn(pathname);
    if (searchParams.get('client_id') !== clients[name]) throw new Error('Nobody knows this client.');
    if (searchParams.get('code_challenge_method') !== 'S256')
      throw new Error('The code would not be bound to its client.');
    if ((searchParams.get('response_mode') === 'form_post') !== (name === 'apple'))
      throw new Error('Another response mode.');
    const code = randomUUID();
    this.#grants.set(code, {
      account,
      challenge: searchParams.get('code_challenge'),
      nonce: searchParams.get('nonce'),
      redirect: searchParams.get('redirect_uri'),
      authTime: searchParams.has('max_age') ? countSeconds(account) : null,
    });
    const isFirst = !this.#met.has(account.email ?? '');
    this.#met.add(account.email ?? '');
    const { firstName, lastName } = account;
    return {
      code,
      state: searchParams.get('state') ?? '',
      ...(name === 'apple' &&
        isFirst && { user: JSON.stringify({ name: { firstName, lastName }, email: account.email }) }),
    };
  }

  #issuer(name: ProviderName): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${name}`;
  }

  async #answer(request: IncomingMessage): Promise<{ readonly status: number; readonly body: object }> {
    if (this.#isDown) return { status: 503, body: {} };
    const path = request.url ?? '';
    const name = providerIn(path);
    const issuer = this.#issuer(name);
    if (path.endsWith('/.well-known/openid-configuration'))
      return {
        status: 200,
        body: {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...(name !== 'facebook' && { token_endpoint: `${issuer}/token` }),
        },
      };
    if (path.endsWith('/keys'))
      return {
        status: 200,
        body: { keys: [{ ...(await exportJWK(this.#signing.publicKey)), kid: '1', alg: 'RS256', use: 'sig' }] },
      };
    return this.#token(name, new URLSearchParams(await text(request)));
  }

  /** A code counts once, for the client that it was given to, and for who has the verifier (RFC 6749, 4.1.3; RFC 7636, 4.6). */
  async #token(name: ProviderName, body: URLSearchParams): Promise<{ readonly status: number; readonly body: object }> {
    const refused = (error: string) => ({ status: 400, body: { error } });
    if (body.get('client_id') !== clients[name] || !(await this.#isSecret(name, body.get('client_secret') ?? '')))
      return refused('invalid_client');
    const code = body.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || grant.challenge !== challenge || grant.redirect !== body.get('redirect_uri'))
      return refused('invalid_grant');
    const { email, isVerified, firstName, lastName } = grant.account;
    const claims = {
      nonce: this.nonce ?? grant.nonce,
      ...(grant.authTime !== null && { auth_time: grant.authTime }),
      email,
      ...(isVerified !== undefined &&
        name !== 'facebook' && { email_verified: name === 'apple' ? String(isVerified) : isVerified }),
      ...(name !== 'apple' && { given_name: firstName, family_name: lastName }),
    };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: '1' })
      .setIssuer(this.#issuer(name))
      .setAudience(clients[name])
      .setSubject(grant.account.subject ?? randomUUID())
      .setIssuedAt()
      .setExpirationTime('5 min')
      .sign(this.#signing.privateKey);
    return { status: 200, body: { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken } };
  }

  async #isSecret(name: ProviderName, secret: string): Promise<boolean> {
    if (name !== 'apple') return secret === `${name}-secret`;
    const { protectedHeader } = await jwtVerify(secret, this.#apple.publicKey, {
      issuer: TEAM,
      subject: clients.apple,
      audience: this.#issuer('apple'),
      algorithms: ['ES256'],
      requiredClaims: ['iat', 'exp'],
    });
    return protectedHeader.kid === KEY_ID;
  }
}

const countSeconds = ({ signedInAt = Date.now() }: Account): number | null =>
  signedInAt === null ? null : Math.floor(signedInAt / 1_000);

function providerIn(path: string): ProviderName {
  const name = path.split('/')[1];
  if (name !== 'google' && name !== 'facebook' && name !== 'apple') throw new Error(`No provider is at "${path}".`);
  return name;
}
