import type { Random } from '#server/platform/ports.ts';
import { canonicalCode } from './canonical-code.ts';
import { generateCode } from './generate-code.ts';

/** Chance alone does not repeat a page's name so often: the source of randomness would be broken. */
const MAX_ATTEMPTS = 20;

/** Generated codes repeat themselves: a fault of the machine, never of anyone who asks for a code. */
class RandomnessError extends Error {
  override readonly name = 'RandomnessBroken';

  constructor() {
    super('Every generated code was the name of a page, so the source of randomness is broken.');
  }
}

/** Which paths the site answers itself, see `SitePort`. */
interface OwnPaths {
  ownPaths(): readonly string[];
}

/** The path of the site, without its language, that would answer in place of a code; `undefined` when none would. */
export function findOwnPath(site: OwnPaths, code: string): string | undefined {
  return site.ownPaths().find((path) => readPathCode(path) === code);
}

/** What the path of a page would be as a code, in canonical form; `null` for one that is none. */
export function readPathCode(path: string): string | null {
  return canonicalCode(path.slice(1));
}

/** A new invitation code in canonical form that is not the path of a page. */
export function newCode({ random, site }: { readonly random: Random; readonly site: OwnPaths }): string {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const code = generateCode(random);
    if (findOwnPath(site, code) === undefined) return code;
  }
  throw new RandomnessError();
}
