import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';

export interface ColleagueInvitationPorts {
  readonly ports: Pick<PlatformPorts, 'clock'>;
  readonly staff: Pick<
    Staff,
    'findInvitation' | 'redeemInvitation' | 'offerToAddPasskey' | 'issueAccessToken' | 'hasProvider'
  >;
}
