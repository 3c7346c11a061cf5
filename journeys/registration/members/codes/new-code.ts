import type { Random } from '#server/platform/ports.ts';
import { toCanonicalCode } from './to-canonical-code.ts';
import { generateCode } from './generate-code.ts';

/** Collisions with pages beyond this indicate a broken random source. */
const MAX_ATTEMPTS = 20;

/** Generated codes collide repeatedly: a fault of the machine. */
class RandomnessError extends Error {
  override readonly name = 'RandomnessBroken';

  constructor() {
    super('Every generated code was the name of a page, so the source of randomness is broken.');
  }
}

/** The site's own paths, see `SitePort`. */
interface OwnPaths {
  ownPaths(): readonly string[];
}

/** The site's path that shadows a code; `undefined` for none. */
export function findOwnPath(site: OwnPaths, code: string): string | undefined {
  return site.ownPaths().find((path) => readPathCode(path) === code);
}

/** The canonical code that equals a page's path; `null` for none. */
export function readPathCode(path: string): string | null {
  return toCanonicalCode(path.slice(1));
}

/** A new invitation code in canonical form that no page shadows. */
export function createNewCode({ random, site }: { readonly random: Random; readonly site: OwnPaths }): string {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const code = generateCode(random);
    if (findOwnPath(site, code) === undefined) return code;
  }
  throw new RandomnessError();
}
