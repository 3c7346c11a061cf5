import { bodies, fields, methods, shapes, targets, versions } from './parts.ts';

export interface HostileRequest {
  /** What it tries, for a report. */
  readonly name: string;
  /** As it goes over the wire, one or more requests. */
  readonly bytes: Buffer;
}

/** How many there are at the least; what the lists leave over is made of valid requests with a few bytes changed. */
export const CORPUS_SIZE = 1_200;

/**
 * Requests that no browser sends: encodings, absolute forms, headers, bodies, shapes that two parsers may read differently, pipelines
 * and plain noise. The same seed makes the same list.
 *
 * @param host That the requests name, as in the header `Host`.
 */
export function hostileRequests(host: string, random: () => number): readonly HostileRequest[] {
  const listed = [
    ...targets(host).flatMap((target) => methods.map((method) => line(host, method, target))),
    ...versions.map((version) => line(host, 'GET', '/de', version)),
    ...fields(host).flatMap((field) =>
      ['/', '/de/do/check-code', '/graphql', '/robots.txt'].map((path) => head(host, path, field)),
    ),
    ...bodies().flatMap((body) =>
      ['/de/do/register', '/graphql', '/api/eval/sdk-local', '/de/do/consent'].map((path) => post(host, path, body)),
    ),
    ...shapes(host).map(([name, text]) => ({ name: `shape: ${name}`, bytes: Buffer.from(text, 'latin1') })),
  ];
  const pipelines = Array.from({ length: 60 }, () => pipeline(listed, random));
  const rest = Math.max(0, CORPUS_SIZE - listed.length - pipelines.length);
  return [...listed, ...pipelines, ...Array.from({ length: rest }, () => changed(host, random))];
}

function line(host: string, method: string, target: string, version = 'HTTP/1.1'): HostileRequest {
  const text = `${method} ${target} ${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  return { name: `${method} ${target.slice(0, 80)} ${version}`, bytes: Buffer.from(text, 'latin1') };
}

function head(host: string, path: string, field: string): HostileRequest {
  const method = path.includes('/do/') ? 'POST' : 'GET';
  const text = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${field}\r\nConnection: close\r\n\r\n`;
  return { name: `${path} with ${JSON.stringify(field.slice(0, 80))}`, bytes: Buffer.from(text, 'latin1') };
}

function post(
  host: string,
  path: string,
  { type, body }: { readonly type: string; readonly body: Buffer },
): HostileRequest {
  const same = 'Sec-Fetch-Site: same-origin\r\nConnection: close';
  const text = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${same}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const shown = body.subarray(0, 60).toString('latin1');
  return { name: `POST ${path} ${type}: ${JSON.stringify(shown)}`, bytes: Buffer.concat([Buffer.from(text), body]) };
}

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)];

/** Several of them behind each other, before anything was answered. */
function pipeline(listed: readonly HostileRequest[], random: () => number): HostileRequest {
  const count = 2 + Math.floor(random() * 30);
  const parts = Array.from({ length: count }, () => pick(listed, random)).filter((each) => each !== undefined);
  // Anyone who closes after the first answer would never see the others.
  const keep = (bytes: Buffer): Buffer =>
    Buffer.from(bytes.toString('latin1').replace('Connection: close', 'Connection: keep-alive'), 'latin1');
  const name = `pipeline of ${count}: ${parts[0]?.name} …`;
  return { name, bytes: Buffer.concat(parts.map(({ bytes }, index) => (index === count - 1 ? bytes : keep(bytes)))) };
}

/** A valid request in which some bytes are others. */
function changed(host: string, random: () => number): HostileRequest {
  const path = pick(['/', '/de', '/graphql?query=%7Ba%7D', '/registration/deny?rc=X', '/fr/summer'], random) ?? '/';
  const cookie = 'session=abc; locale=de';
  const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nAccept-Language: de\r\nConnection: close\r\n\r\n`;
  const bytes = Buffer.from(text);
  const changes = 1 + Math.floor(random() * 4);
  for (let index = 0; index < changes; index += 1)
    bytes[Math.floor(random() * (bytes.length - 4))] = Math.floor(random() * 256);
  return { name: `changed: ${JSON.stringify(bytes.toString('latin1').slice(0, 100))}`, bytes };
}
