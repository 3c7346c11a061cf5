import { menuRoom } from './menu/menu.ts';
import type { Room } from './room.ts';
import { sessionsRoom, type SessionsPorts } from './sessions/sessions.ts';
import { signInRoom, type SignInPorts } from './sign-in/sign-in.ts';
import { startRoom } from './start/start.ts';

export type AdminPorts = SignInPorts & SessionsPorts;

/** Everything that the pages of those who run the house ask for and do, by name. */
export type AdminRooms = Required<Room>;

export function createAdminRooms(ports: AdminPorts): AdminRooms {
  const rooms: readonly Room[] = [signInRoom(ports), menuRoom, startRoom([]), sessionsRoom(ports)];
  return {
    queries: Object.assign({}, ...rooms.map(({ queries }) => queries)),
    actions: Object.assign({}, ...rooms.map(({ actions }) => actions)),
    downloads: Object.assign({}, ...rooms.map(({ downloads }) => downloads)),
  };
}
