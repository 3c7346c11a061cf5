import { createHash, createHmac, randomBytes } from 'node:crypto';
import { CompactEncrypt, EncryptJWT, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { checkPurposeToken, makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { createId, systemRandom } from '#server/platform/tokens/random.ts';
import { seal, unseal, tryToUnseal } from '#server/platform/tokens/seal.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { hashToken, looksLikeToken, makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

const OLD = 'the first secret that has been in use for years';
const NEW = 'the second secret that replaced the first one';
const NOW = Date.UTC(2026, 10, 20, 10);
const secrets = deriveSecrets(OLD);
const context = { secrets, clock: { now: () => NOW } };
const [key] = secrets.token;

/** A token that is right in everything but what `change` does to it. */
function encrypt(
  change: (jwt: EncryptJWT) => EncryptJWT,
  header: Record<string, unknown> = {},
  bytes = key.bytes,
): Promise<string> {
  const jwt = new EncryptJWT({ purpose: 'lobby', email: 'anna@example.com' })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'JWT', kid: key.id, ...header })
    .setIssuer('vitrine')
    .setAudience('vitrine:lobby')
    .setIssuedAt(NOW / 1_000)
    .setNotBefore(NOW / 1_000)
    .setExpirationTime(NOW / 1_000 + 60);
  return change(jwt).encrypt(bytes);
}

describe('tokens in links', () => {
  test('reveal their address to this server only', async () => {
    const token = await makePurposeToken(context, 'lobby', 'anna@example.com', 60);
    expect(await checkPurposeToken(context, 'lobby', token)).toEqual({
      state: 'valid',
      email: 'anna@example.com',
      expiresAt: NOW + 60_000,
    });
    const readable = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(readable.join()).not.toContain('anna');
    expect(JSON.parse(readable[0] ?? '')).toEqual({ alg: 'dir', enc: 'A256GCM', typ: 'JWT', kid: key.id });
  });

  test('survive the rotation of the secret as long as the old one is configured', async () => {
    const token = await makePurposeToken(context, 'social', 'anna@example.com', 60);
    const both = { ...context, secrets: deriveSecrets(`${NEW}, ${OLD}`) };
    expect((await checkPurposeToken(both, 'social', token)).state).toBe('valid');
    const newest = await makePurposeToken(both, 'social', 'anna@example.com', 60);
    expect((await checkPurposeToken({ ...context, secrets: deriveSecrets(NEW) }, 'social', newest)).state).toBe(
      'valid',
    );
    expect(await checkPurposeToken({ ...context, secrets: deriveSecrets(NEW) }, 'social', token)).toEqual({
      state: 'refused',
      reason: 'malformed',
    });
  });

  test('are good for one purpose only, and only in their time', async () => {
    const lobby = await makePurposeToken(context, 'lobby', 'anna@example.com', 60);
    expect(await checkPurposeToken(context, 'social', lobby)).toEqual({ state: 'refused', reason: 'wrong-purpose' });
    const later = (ms: number) => ({ ...context, clock: { now: () => NOW + ms } });
    expect((await checkPurposeToken(later(59_000), 'lobby', lobby)).state).toBe('valid');
    expect(await checkPurposeToken(later(66_000), 'lobby', lobby)).toEqual({ state: 'refused', reason: 'expired' });
    expect((await checkPurposeToken(later(-60_000), 'lobby', lobby)).state).toBe('refused');
    expect(await checkPurposeToken(context, 'lobby', '')).toEqual({ state: 'missing' });
    expect(await checkPurposeToken(context, 'lobby', undefined)).toEqual({ state: 'missing' });
    expect(await checkPurposeToken(context, 'lobby', null)).toEqual({ state: 'missing' });
  });

  test('are read up to 4,096 characters, and nothing longer is decrypted at all', async () => {
    const long = await makePurposeToken(context, 'lobby', 'a'.repeat(2_800), 60);
    const more = (4_096 - long.length) * 0.75;
    const fits = await makePurposeToken(context, 'lobby', 'a'.repeat(2_800 + Math.floor(more)), 60);
    expect([fits.length, (await checkPurposeToken(context, 'lobby', fits)).state]).toEqual([4_096, 'valid']);
    const over = await makePurposeToken(context, 'lobby', 'a'.repeat(2_801 + Math.floor(more)), 60);
    expect(await checkPurposeToken(context, 'lobby', over)).toEqual({ state: 'refused', reason: 'malformed' });
  });

  test('the corpus is sound: an unchanged forgery of the right key would pass', async () => {
    expect((await checkPurposeToken(context, 'lobby', await encrypt((jwt) => jwt))).state).toBe('valid');
  });

  const claims = {
    purpose: 'lobby',
    email: 'anna@example.com',
    aud: 'vitrine:lobby',
    iss: 'vitrine',
    iat: NOW / 1_000,
    nbf: NOW / 1_000,
    exp: NOW / 1_000 + 60,
  };
  /** Encrypted with the right key, all but the claims that are named. */
  const without = (...names: readonly string[]) =>
    new EncryptJWT(Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name))))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
      .encrypt(key.bytes);
  const attacks: Record<string, () => Promise<string> | string> = {
    'no algorithm (alg none)': () => new UnsecuredJWT(claims).encode(),
    'a signature instead of encryption (HS256 with the derived key)': () =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key.bytes),
    'a key named by the token (jku)': () => encrypt((jwt) => jwt, { jku: 'https://evil.example/keys' }),
    'a key inside the token (jwk)': () => encrypt((jwt) => jwt, { jwk: { kty: 'oct', k: 'AAAA' } }),
    'another content encryption': () =>
      new CompactEncrypt(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256', kid: key.id })
        .encrypt(key.bytes),
    'another key management (password)': () =>
      new CompactEncrypt(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: key.id })
        .encrypt(key.bytes),
    'a foreign key under the right key id': () => encrypt((jwt) => jwt, {}, randomBytes(32)),
    'an unknown key id': () => encrypt((jwt) => jwt, { kid: 'somebody-else' }),
    'the key of another purpose': () => encrypt((jwt) => jwt, {}, secrets.link[0].bytes),
    'an end in the past': () => encrypt((jwt) => jwt.setExpirationTime(NOW / 1_000 - 3_600)),
    'no end': () => without('exp'),
    'no beginning': () => without('nbf'),
    'no time at which it was made': () => without('iat'),
    'no purpose': () => without('purpose'),
    'another audience': () => encrypt((jwt) => jwt.setAudience('vitrine:social')),
    'another issuer': () => encrypt((jwt) => jwt.setIssuer('elsewhere')),
    'a swapped purpose under the right audience': () =>
      new EncryptJWT({ ...claims, purpose: 'social' })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
        .encrypt(key.bytes),
    'no address': () => without('email'),
    'an address that is not a text': () =>
      new EncryptJWT({ ...claims, email: 7 })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id })
        .encrypt(key.bytes),
    'an altered character': async () => {
      const token = await encrypt((jwt) => jwt);
      const at = token.length - 30;
      return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    },
    'a cut end': async () => (await encrypt((jwt) => jwt)).slice(0, -3),
    'a part swapped with another token': async () => {
      const [one, two] = [(await encrypt((jwt) => jwt)).split('.'), (await encrypt((jwt) => jwt)).split('.')];
      return [one[0], one[1], one[2], two[3], one[4]].join('.');
    },
    nonsense: () => 'a.b.c.d.e',
    megabytes: () => 'a'.repeat(2_000_000),
  };
  const reasons: Readonly<Record<string, string>> = {
    'an end in the past': 'expired',
    'another audience': 'wrong-purpose',
    'a swapped purpose under the right audience': 'wrong-purpose',
  };
  test.each(Object.entries(attacks))('refuse %s', async (name, attack) => {
    const reason = reasons[name] ?? 'malformed';
    expect(await checkPurposeToken(context, 'lobby', await attack())).toEqual({ state: 'refused', reason });
  });
});

test('no id begins with a sign that a command line would read as an option', () => {
  const drawn = Array.from({ length: 256 }, (_, first) =>
    createId({ ...systemRandom, bytes: (length) => Buffer.alloc(length, first) }),
  );
  expect(drawn.filter((id) => !/^\w[\w-]{21}$/.test(id))).toEqual([]);
});

test('ids of rows hold 128 bits, and chances lie between 0 and 1', () => {
  const ids = new Set(Array.from({ length: 100 }, () => createId(systemRandom)));
  expect([ids.size, [...ids].every((id) => /^[A-Za-z0-9_-]{22}$/.test(id))]).toEqual([100, true]);
  const chances = Array.from({ length: 100 }, () => systemRandom.fraction());
  expect(chances.every((chance) => chance >= 0 && chance < 1)).toBe(true);
});

test('single-use tokens hold 256 bits and are stored as a hash', () => {
  const tokens = new Set(Array.from({ length: 100 }, () => makeSingleUseToken(systemRandom)));
  expect(tokens.size).toBe(100);
  for (const token of tokens) {
    expect(looksLikeToken(token)).toBe(true);
    expect(hashToken(token)).not.toContain(token);
  }
});

test('the hash of a token is SHA-256 in hex, and nothing else looks like a token', () => {
  // FIPS 180-4, the message "abc".
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const token = makeSingleUseToken(systemRandom);
  expect(
    [` ${token}`, `${token} `, `${token}A`, token.slice(1), '', `${token.slice(1)}=`].filter(looksLikeToken),
  ).toEqual([]);
});

test('a sealed text opens only in its own place and unaltered', () => {
  const sealed = seal(secrets.seal, systemRandom, 'outbox/1', 'Grüße');
  expect(unseal(secrets.seal, 'outbox/1', sealed)).toBe('Grüße');
  expect(() => unseal(secrets.seal, 'outbox/2', sealed)).toThrow('authenticate');
  expect(() => unseal(secrets.seal, 'outbox/1', `${sealed.slice(0, -2)}AA`)).toThrow('authenticate');
  expect(() => unseal(deriveSecrets(NEW).seal, 'outbox/1', sealed)).toThrow('SECRET');
});

test('what cannot be opened says which key it names and what to do, or is nothing to who can do without it', () => {
  const sealed = seal(secrets.seal, systemRandom, 'draft/1', 'Grüße');
  const { seal: others } = deriveSecrets(NEW);
  expect(() => unseal(others, 'draft/1', sealed)).toThrow(
    `The sealed text of "draft/1" cannot be opened: its key "${secrets.seal[0].id}" is not among those of SECRET. Keep the previous secret as a further part of SECRET.`,
  );
  for (const torn of ['', `${secrets.seal[0].id}`, `${secrets.seal[0].id}.AAAA`, `${secrets.seal[0].id}..AAAA`])
    expect(() => unseal(secrets.seal, 'draft/1', torn)).toThrow(`its key "${torn.split('.')[0]}"`);
  expect([tryToUnseal(secrets.seal, 'draft/1', sealed), tryToUnseal(others, 'draft/1', sealed)]).toEqual([
    'Grüße',
    null,
  ]);
  expect(tryToUnseal(secrets.seal, 'draft/2', sealed)).toBeNull();
});

test('a sealed text is made with the newest key, a nonce of its own and a whole tag', () => {
  const both = deriveSecrets(`${NEW},${OLD}`).seal;
  const [one, two] = [seal(both, systemRandom, 'x', 'text'), seal(both, systemRandom, 'x', 'text')];
  expect(one).not.toBe(two);
  const [id, nonce = '', content = ''] = one.split('.');
  expect(id).toBe(both[0].id);
  expect([Buffer.from(nonce, 'base64url').length, Buffer.from(content, 'base64url').length]).toEqual([12, 4 + 16]);
  // The beginning of a tag would be one for GCM, and easier to guess.
  const [, emptyNonce = '', tag = ''] = seal(both, systemRandom, 'x', '').split('.');
  const cut = Buffer.from(tag, 'base64url').subarray(0, 12).toString('base64url');
  expect(tryToUnseal(both, 'x', `${id}.${emptyNonce}.${tag}`)).toBe('');
  expect(tryToUnseal(both, 'x', `${id}.${emptyNonce}.${cut}`)).toBeNull();
});

test('each purpose has a key of its own, which is the same wherever the secret is', () => {
  const ids = Object.values(secrets).map(([{ id }]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.values(deriveSecrets(` ${OLD} `)).map(([{ id }]) => id)).toEqual(ids);
  for (const [{ id, bytes }] of Object.values(secrets)) {
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(bytes.length).toBe(32);
    expect(createHash('sha256').update(bytes).digest('hex').startsWith(id)).toBe(true);
  }
  // RFC 5869 by another way: extract with a salt of zeros, expand once.
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(OLD).digest();
  for (const [purpose, [{ bytes }]] of Object.entries(secrets)) {
    const expanded = createHmac('sha256', extracted)
      .update(`vitrine/${purpose}/1`)
      .update(Buffer.from([1]))
      .digest();
    expect([purpose, Buffer.from(bytes)]).toEqual([purpose, expanded]);
  }
});

test('a short secret is refused with the number of bytes it has', () => {
  expect(() => deriveSecrets('short')).toThrow('part 1 has 5');
  expect(() => deriveSecrets(`${OLD},short`)).toThrow('part 2 has 5');
  expect(() => deriveSecrets('')).toThrow('part 1 has 0');
  const enough = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
  expect(() => deriveSecrets(enough.slice(1))).toThrow(/part 1 has 31 bytes.* Make one with "openssl rand -base64 48"/);
  expect(deriveSecrets(enough).token).toHaveLength(1);
  expect(deriveSecrets('éàüöäñßø'.repeat(2) + 'x').token).toHaveLength(1);
});
