import { auditRoom, type AuditRoomPorts } from './pages/audit/audit.ts';
import { type Confirming, type ConfirmPorts, createConfirming } from './pages/reauthenticate/confirm.ts';
import { deadMailsCount, mailsAttention, mailsRoom, type MailsPorts } from './pages/mails/mails.ts';
import { type CountSource, menuRoom } from './menu/menu.ts';
import type { RoomOperations } from './operation.ts';
import { passkeysRoom, type PasskeysPorts } from './pages/passkeys/passkeys.ts';
import type { Room } from './room.ts';
import { sessionsRoom, type SessionsPorts } from './pages/sessions/sessions.ts';
import { signInRoom, type SignInPorts } from './pages/sign-in/sign-in.ts';
import { type AttentionSource, type FiguresSource, startRoom } from './pages/dashboard/start.ts';
import {
  comingMoments,
  documentsAttention,
  findingsCount,
  serverAttention,
  type StatePorts,
  stateRoom,
} from './pages/system-status/state.ts';
import { tokensRoom, type TokensPorts } from './pages/api-tokens/tokens.ts';

export type AdminPorts = SignInPorts &
  SessionsPorts &
  PasskeysPorts &
  ConfirmPorts &
  MailsPorts &
  AuditRoomPorts &
  TokensPorts &
  StatePorts;

/** Everything that the pages of those who run the house ask for and do, by name. */
export type AdminRooms = Required<Omit<Room, 'operations'>> & {
  readonly operations: Required<RoomOperations>;
  readonly confirming: Confirming;
};

/** What there is beside, such as the rooms of a site's members. */
export interface MoreRooms {
  readonly rooms: readonly Room[];
  /** What they have to say at the start, the most pressing first. */
  readonly attention: readonly AttentionSource[];
  /** What they did yesterday. */
  readonly figures?: readonly FiguresSource[];
  /** What waits on them, for the menu. */
  readonly counts?: readonly CountSource[];
}

export function createAdminRooms(ports: AdminPorts, more: readonly MoreRooms[] = []): AdminRooms {
  const rooms: readonly Room[] = [
    signInRoom(ports),
    menuRoom([deadMailsCount(ports), findingsCount(ports), ...more.flatMap(({ counts = [] }) => counts)]),
    startRoom(
      [
        mailsAttention(ports),
        serverAttention(ports),
        ...more.flatMap(({ attention }) => attention),
        documentsAttention(ports),
      ],
      more.flatMap(({ figures = [] }) => figures),
      comingMoments(ports),
    ),
    stateRoom(ports),
    sessionsRoom(ports),
    passkeysRoom(ports),
    mailsRoom(ports),
    auditRoom(ports),
    tokensRoom(ports),
    ...more.flatMap((each) => each.rooms),
  ];
  return {
    queries: Object.assign({}, ...rooms.map(({ queries }) => queries)),
    actions: Object.assign({}, ...rooms.map(({ actions }) => actions)),
    downloads: Object.assign({}, ...rooms.map(({ downloads }) => downloads)),
    confirming: createConfirming(ports),
    operations: {
      Query: Object.assign({}, ...rooms.map(({ operations }) => operations?.Query)),
      Mutation: Object.assign({}, ...rooms.map(({ operations }) => operations?.Mutation)),
    },
  };
}
