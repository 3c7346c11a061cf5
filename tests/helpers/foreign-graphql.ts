import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { buildSchema, graphql, GraphQLError, parse, validate } from 'graphql';
import { type WebSocket, WebSocketServer } from 'ws';

/** Written by hand, as another team would: of the operations that pages call, what these ask for and no more. */
const schema = buildSchema(`
  enum Locale { en de fr it nl pl sv }
  input StoredReferral { code: String, referrer: String }
  type Query { registrationCodeDetails(registrationCode: String!, validityTimestamp: String, storedReferral: StoredReferral): CodeDetails, countryDetails: Country }
  type Country { country: String }
  type CodeDetails { errors: [String!], errorDetails: [CodeError!], code: String, landing: String, invitorName: String, countryOptions: [CountryOption!], next: Next }
  type CodeError { error: String, message(locale: Locale!): String }
  type CountryOption { dataPolicyPkString: String, isoCode: String, termsPkString: String }
  type Next { goTo(locale: Locale!): String, asksPage: Boolean }
  input RegistrationInput { gender: String, firstName: String, lastName: String, email: String, country: String, newsletter: Boolean, terms: Boolean, code: String, validityTimestamp: String, accepted: [String!] }
  type Mutation {
    register(input: RegistrationInput!, locale: Locale!, document: ID, storedReferral: StoredReferral, idempotencyKey: String): Outcome!
    applyForMembership(email: String!, country: String, locale: Locale!, idempotencyKey: String): Outcome!
  }
  type Outcome { code: String!, email: String, errors: [FieldError!]!, refusal: String, lobbyToken: String, retryAfterSeconds: Int, next: Next! }
  type FieldError { field: String!, message: String!, text(locale: Locale!): String! }
  type Subscription { registrationStatus: Status! }
  type Status { state: String!, email: String }
`);

export interface ForeignGraphql {
  readonly url: string;
  readonly socketUrl: string;
  /** What was asked over HTTP, the oldest first. */
  readonly asked: { readonly headers: IncomingHttpHeaders; readonly body: Readonly<Record<string, unknown>> }[];
  /** What browsers asked before they sent a request of another origin. */
  readonly preflights: { readonly origin: string; readonly headers: string }[];
  /** By idempotency key: what was done, each once. */
  readonly done: ReadonlyMap<string, unknown>;
  /** Lets pages of this origin read the answers (CORS), which is refused by default. */
  allow(origin: string): void;
  /** The next mutation is done, and its answer lost. */
  loseNextAnswer(): void;
  /** Payloads of `connection_init`. */
  readonly greetings: unknown[];
  /** Informs everybody who subscribes. */
  announce(state: string): void;
  stop(): void;
}

export interface ForeignOptions {
  /** Country of its visitors; by default unknown, and the query fails. */
  readonly country?: string;
}

/** A second GraphQL server, with a country look-up that fails and `graphql-transport-ws`. */
export async function startForeignGraphql({ country }: ForeignOptions = {}): Promise<ForeignGraphql> {
  const asked: ForeignGraphql['asked'] = [];
  const preflights: ForeignGraphql['preflights'] = [];
  const done = new Map<string, unknown>();
  const allowed = new Set<string>();
  const greetings: unknown[] = [];
  const listeners = new Map<WebSocket, string>();
  let isLost = false;
  const note = (key: string | undefined, what: unknown): void => void done.set(key ?? `without-${done.size}`, what);
  const root = { ...rootValue, ...(country !== undefined && { countryDetails: { country } }), ...mutations(note) };
  const server = createServer((request, response) => {
    const { origin = '' } = request.headers;
    if (allowed.has(origin)) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Vary', 'Origin');
    }
    if (request.method === 'OPTIONS') {
      const headers = request.headers['access-control-request-headers'] ?? '';
      preflights.push({ origin, headers });
      response.setHeader('Access-Control-Allow-Headers', headers).writeHead(204).end();
      return;
    }
    void answer(request).then((body) => {
      if (isLost && body.includes('"next"')) {
        isLost = false;
        // It breaks off in its middle: browsers ask again by themselves where a connection ends before an answer has begun.
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).write('{');
        return setImmediate(() => response.destroy());
      }
      return response.setHeader('content-type', 'application/json').end(body);
    });
  });
  const answer = async (request: IncomingMessage): Promise<string> => {
    const body: Readonly<Record<string, unknown>> = JSON.parse(await text(request));
    asked.push({ headers: request.headers, body });
    const source = String(body['query']);
    return JSON.stringify(await graphql({ schema, source, rootValue: root, variableValues: readVariables(body) }));
  };
  new WebSocketServer({ server, handleProtocols: () => 'graphql-transport-ws' }).on('connection', (socket) =>
    socket.on('message', (data) => {
      const { type, id = '', payload } = JSON.parse(String(data)) as Message;
      if (type === 'connection_init') greetings.push(payload);
      if (type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (type === 'ping') socket.send('{"type":"pong"}');
      if (type !== 'subscribe') return;
      const mistakes = validate(schema, parse(String(payload?.['query'])));
      if (mistakes.length > 0) return socket.send(JSON.stringify({ id, type: 'error', payload: mistakes }));
      listeners.set(socket, id);
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/graphql`,
    socketUrl: `ws://127.0.0.1:${port}/live`,
    asked,
    preflights,
    done,
    allow: (origin) => void allowed.add(origin),
    loseNextAnswer: () => (isLost = true),
    greetings,
    announce(state) {
      const payload = { data: { registrationStatus: { state } } };
      for (const [socket, id] of listeners) socket.send(JSON.stringify({ id, type: 'next', payload }));
    },
    stop() {
      for (const socket of listeners.keys()) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

const readVariables = ({ variables }: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...(typeof variables === 'object' ? variables : {}),
});

const rootValue = {
  registrationCodeDetails: ({ registrationCode }: { readonly registrationCode: string }) => ({
    code: registrationCode,
    invitorName: 'Béatrice',
    ...(registrationCode === 'FAR-0'
      ? { errorDetails: [{ error: 'GONE', message: 'Far away nobody knows this code.' }], next: { asksPage: false } }
      : { errorDetails: [], next: { goTo: '/about-us?from=far', asksPage: false } }),
  }),
  countryDetails: () => {
    throw new GraphQLError('The atlas is lost.');
  },
};

interface Keyed {
  readonly idempotencyKey?: string;
}

/** What has an effect: each once by its key, and answered alike however often it comes. */
const mutations = (note: (key: string | undefined, what: unknown) => void) => ({
  register({ input, idempotencyKey }: Keyed & { readonly input: { readonly email?: string } }) {
    note(idempotencyKey, input);
    const { email } = input;
    return { code: 'REGISTERED', email, errors: [], next: { goTo: '/about-us?registered=far', asksPage: false } };
  },
  applyForMembership({ email, idempotencyKey }: Keyed & { readonly email: string }) {
    note(idempotencyKey, email);
    return { code: 'RECEIVED', email, errors: [], next: { goTo: '/about-us?applied=far', asksPage: false } };
  },
});
