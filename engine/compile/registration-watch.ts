import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import type { ClientScripts } from './types.ts';

const infos: Readonly<Record<string, BlockInfo | undefined>> = blockInfo;

export interface RegistrationWatch {
  /** Address of the module that defines the element. */
  readonly module: string;
  /** The element; its module is loaded with the page. */
  readonly markup: string;
}

/**
 * A page whose block lets a pending account change its address waits for its activation, and moves on by itself (B6).
 * `null` for every other page.
 */
export function registrationWatch(
  types: readonly string[],
  client: ClientScripts,
  basePath: string,
): RegistrationWatch | null {
  const file = client.modules['registration-watch']?.file;
  const waits = types.some((type) => infos[type]?.forms?.includes('change-email') === true);
  if (!waits || file === undefined) return null;
  return { module: basePath + file, markup: `<vitrine-watch data-base="${basePath}"></vitrine-watch>` };
}
