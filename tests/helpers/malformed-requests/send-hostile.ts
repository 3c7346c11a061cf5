import { connect } from 'node:net';
import type { HostileRequest } from './corpus.ts';

export interface HostileAnswer {
  readonly statuses: readonly number[];
  /** What must not be: sentences. */
  readonly wrong: readonly string[];
}

/** Milliseconds of silence after which the client ends its side: whatever is incomplete then will stay so. */
const SILENCE = 3_000;
/** Milliseconds after which a connection that is still open hangs. */
const TIMEOUT_MS = 20_000;

/** Connections at a time: with more, an answer takes longer than a silent one is waited for. */
const AT_ONCE = 16;

/** Sends all of them, a few at a time; reports how many are done. */
export async function sendAll(
  port: number,
  site: string,
  requests: readonly HostileRequest[],
  progress: (done: number) => void = () => undefined,
): Promise<readonly HostileAnswer[]> {
  const answers: HostileAnswer[] = [];
  const left = requests.values();
  const lane = async (): Promise<void> => {
    for (const each of left) {
      answers.push(await sendHostile(port, site, each));
      progress(answers.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return answers;
}

/**
 * Sends bytes as they are and reads until the server closes the connection.
 *
 * @param site Origin that redirects may lead to.
 */
export function sendHostile(port: number, site: string, { name, bytes }: HostileRequest): Promise<HostileAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let hangs = false;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(bytes));
    socket.setTimeout(SILENCE, () => socket.end());
    const late = setTimeout(() => {
      hangs = true;
      socket.destroy();
    }, TIMEOUT_MS);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server may close without a word; that is seen by the close.
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(late);
      resolve(judge(name, site, Buffer.concat(chunks).toString('latin1'), hangs));
    });
  });
}

/** Looks at everything that came back, the heads of all answers in it. */
export function judge(name: string, site: string, text: string, hangs: boolean): HostileAnswer {
  const heads = [...text.matchAll(/(?<=^|\r\n|[^\r\n])HTTP\/1\.1 (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)/g)];
  const statuses = heads.map(([, status]) => Number(status));
  const locations = heads.flatMap(([, , head = '']) => [...head.matchAll(/^(?:location|refresh):[ \t]*(.*)$/gim)]);
  const away = locations.map(([, location = '']) => location.trim()).filter((location) => leadsAway(location, site));
  return {
    statuses,
    wrong: [
      ...(hangs ? [`"${name}" hangs.`] : []),
      ...statuses.filter((status) => status >= 500).map((status) => `"${name}" is answered with ${status}.`),
      ...away.map((location) => `"${name}" leads to ${location}.`),
      ...(heads.some(([, , head = '']) => /^x-injected:/im.test(head)) ? [`"${name}" writes a header.`] : []),
    ],
  };
}

function leadsAway(location: string, site: string): boolean {
  return URL.parse(location, `${site}/`)?.origin !== site;
}
