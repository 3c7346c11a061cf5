import { Agent, get } from 'node:http';
import { readStickyAssignments } from '#engine/shared/experiment-cookies.ts';
import { CHROME } from './experiments.ts';

export interface LeavingOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly path: string;
  readonly visitors: number;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
}

/** What visitors were given, by `<experiment> <variation>`. */
export type Given = ReadonlyMap<string, number>;

const AT_A_TIME = 32;

/**
 * New visitors who are gone as soon as the head of their answer is there: they read no body and run no script. One in four comes by
 * in-app navigation.
 */
export async function leaveAtOnce({ origin, path, visitors, random }: LeavingOptions): Promise<Given> {
  const agent = new Agent({ keepAlive: false, maxSockets: AT_A_TIME });
  const given = new Map<string, number>();
  let left = visitors;
  const visitOne = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const url = `${origin}${path}${random() < 0.25 ? '?_nav=1' : ''}`;
      for (const chosen of await listVariations(url, agent)) given.set(chosen, (given.get(chosen) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, visitOne));
  agent.destroy();
  return given;
}

function listVariations(url: string, agent: Agent): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'user-agent': CHROME } }, (response) => {
      const cookies = response.headers['set-cookie'] ?? [];
      const value = cookies.find((cookie) => cookie.startsWith('vitrine_arms='))?.split(/[=;]/)[1];
      response.destroy();
      const variations = readStickyAssignments(value && decodeURIComponent(value));
      resolve(variations.map(({ bucket, variation }) => `${bucket.replace(/__\d+$/, '')} ${variation}`));
    }).once('error', reject);
  });
}
