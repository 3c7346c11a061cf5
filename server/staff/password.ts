import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '#server/platform/ports.ts';

const hash = promisify(argon2);

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;

/** A hash in the PHC string format, with cost and salt. */
export async function hashPassword(random: Random, password: string): Promise<string> {
  const salt = Buffer.from(random.bytes(16));
  const tag = await computeTag(password, salt, COST);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** `false` also for another format. */
export async function verifyPassword(password: string, encoded: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(encoded);
  if (!match) return false;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const found = await computeTag(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return expected.length === found.length && timingSafeEqual(expected, found);
}

const computeTag = (
  password: string,
  nonce: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> => hash('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: 32, ...cost });

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '');
