import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { RegistrationStatus, StatusWatcher } from '#journeys/registration/server/enquiries.ts';
import { readRegistrationStatus } from '#journeys/registration/members/watch-registration/read-registration-status.ts';
import { readRegistrationHandle } from '#journeys/registration/members/account/registration-handle.ts';

/** Maximum milliseconds until the status is read without an event. */
const LOOK_AGAIN = 20_000;

/**
 * Watches a registration across nodes (B6). Subscribes before the first read, so that no change is missed.
 *
 * @returns unsubscribe function; `null` for an invalid handle
 */
export function watchRegistration(
  ports: MemberPorts,
  registration: string,
  watcher: StatusWatcher,
  lookAgain = LOOK_AGAIN,
): (() => void) | null {
  const memberId = readRegistrationHandle(ports.secrets.handle, registration);
  if (memberId === null) return null;
  let watching = true;
  let reading = false;
  let again = false;
  let last: RegistrationStatus | null = null;

  const stop = (): void => {
    watching = false;
    unlisten();
    clearInterval(timer);
  };
  async function readUntilQuiet(): Promise<void> {
    do {
      again = false;
      const status = await readRegistrationStatus(ports, registration);
      if (!watching) return;
      if (last?.state !== status.state || last.email !== status.email) watcher.next(status);
      last = status;
      if (status.state !== 'finished') {
        stop();
        return watcher.end();
      }
    } while (again);
  }
  const look = (): void => {
    again = true;
    if (reading) return;
    reading = true;
    readUntilQuiet()
      .catch((error: unknown) => {
        if (!watching) return;
        stop();
        watcher.end(error);
      })
      .finally(() => {
        reading = false;
      });
  };
  const unlisten = ports.pubSub.subscribe(memberId, look);
  const timer = setInterval(look, lookAgain);
  look();
  return stop;
}
