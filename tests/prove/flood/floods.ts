/** What one sender sends over its connections, see `sender.ts`. */
export interface Flood {
  readonly name: string;
  readonly connections: number;
  /** Sent once over each connection, such as a handshake. */
  readonly first: string;
  readonly more: Buffer;
  /** How often every ten milliseconds, over all connections. */
  readonly perTick: number;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

function makeRequest(method: string, path: string, body = '', type = form): Buffer {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Sec-Fetch-Site: same-origin'];
  if (method === 'POST') head.push(`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** A thousand a second. */
const small = (name: string, ...request: Parameters<typeof makeRequest>): Flood => ({
  name,
  connections: 20,
  first: '',
  more: makeRequest(...request),
  perTick: 10,
});

/** Twenty megabytes a second, in bodies of a megabyte or of what fits. */
function large(name: string, path: string, bytes: number, type = form): Flood {
  const more = makeRequest('POST', path, `a=${'x'.repeat(bytes)}`, type);
  return { name, connections: 20, first: '', more, perTick: Math.max(1, Math.round(200_000 / more.length)) };
}

const handshake = [
  'GET /graphql HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Protocol: graphql-transport-ws',
  '\r\n',
].join('\r\n');

/** A frame of a client with masking key zero (RFC 6455, 5.2). */
const frame = (opcode: number, payload: string): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), Buffer.from(payload)]);

const query = JSON.stringify({ query: '{ countryDetails { code } }' });
const signIn = JSON.stringify({ query: 'mutation { signIn(email: "a@example.com", password: "x") { code } }' });

/** Every kind of request, small and large. */
export const floods: readonly Flood[] = [
  small('pages', 'GET', '/en'),
  small('pages of made-up codes', 'GET', '/en/NOBODY-1'),
  // The same as its control: how far its ratio is from 1 is the noise of the machine.
  small('files that are not there', 'GET', '/assets/nothing.js'),
  small('addresses where nothing is', 'GET', '/en/nothing/there'),
  small('methods that pages do not have', 'PUT', '/en'),
  small('forms', 'POST', '/en/do/check-code', 'code=NOBODY-1'),
  large('forms, large', '/en/do/check-code', 16_000),
  small('forms of the staff', 'POST', '/do/admin/tokens', 'a=1'),
  large('forms of the staff, large', '/do/admin/sign-in', 16_000),
  small('sign-in of the staff', 'POST', '/do/admin/sign-in', 'email=a%40example.com&password=x'),
  small('GraphQL', 'POST', '/graphql', query, json),
  large('GraphQL, large', '/graphql', 32_000, json),
  small('sign-in over GraphQL', 'POST', '/graphql', signIn, json),
  small('consent', 'POST', '/do/consent', 'choice=none'),
  small('reports of errors', 'POST', '/entrance/error-reports', '{}', 'text/plain'),
  small('posts to /livez', 'POST', '/livez', '{"a":1}', json),
  large('posts to /livez, large', '/livez', 1_000_000, json),
  small('evaluations of flags', 'POST', '/api/eval/sdk-local', '{"attributes":{}}', json),
  { name: 'frames of sockets', connections: 100, first: handshake, more: frame(1, '{"type":"ping"}'), perTick: 50 },
  { name: 'pings of sockets', connections: 100, first: handshake, more: frame(9, ''), perTick: 50 },
];

/** The same sender, who asks for what is not there. */
export function noPlace({ connections, perTick, more }: Flood): Flood {
  const isLarge = more.length > 4_000;
  const body = isLarge ? 'x'.repeat(more.length) : '';
  const request = makeRequest(isLarge ? 'POST' : 'GET', '/assets/nothing.js', body);
  return { name: '404', connections, first: '', more: request, perTick };
}
