import type { Session } from '#server/site/sessions/session.ts';
import type { SessionChange } from './effect.ts';

/** Applies a change to a session. */
export function applySessionChange(session: Session, change: SessionChange): Session {
  return 'replace' in change ? change.replace : { ...session, ...change.add };
}
