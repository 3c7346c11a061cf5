import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';

export interface TokensPorts {
  readonly ports: Pick<PlatformPorts, 'clock'>;
  readonly staff: Pick<Staff, 'createApiToken' | 'listApiTokens' | 'revokeApiToken'>;
}

export const TOKENS_PAGE = '/admin/tokens';
