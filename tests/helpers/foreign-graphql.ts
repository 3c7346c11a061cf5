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
  type Subscription { registrationStatus: Status! }
  type Status { state: String!, email: String }
`);

export interface ForeignGraphql {
  readonly url: string;
  readonly socketUrl: string;
  /** What was asked over HTTP, the oldest first. */
  readonly asked: { readonly headers: IncomingHttpHeaders; readonly body: Readonly<Record<string, unknown>> }[];
  /** Payloads of `connection_init`. */
  readonly greetings: unknown[];
  /** Tells everybody who subscribes. */
  tell(state: string): void;
  stop(): void;
}

/** A second GraphQL server, with a country look-up that fails and `graphql-transport-ws`. */
export async function startForeignGraphql(): Promise<ForeignGraphql> {
  const asked: ForeignGraphql['asked'] = [];
  const greetings: unknown[] = [];
  const listeners = new Map<WebSocket, string>();
  const server = createServer((request, response) => {
    void answer(request).then((body) => response.setHeader('content-type', 'application/json').end(body));
  });
  const answer = async (request: IncomingMessage): Promise<string> => {
    const body: Readonly<Record<string, unknown>> = JSON.parse(await text(request));
    asked.push({ headers: request.headers, body });
    const source = String(body['query']);
    return JSON.stringify(await graphql({ schema, source, rootValue, variableValues: variablesOf(body) }));
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
    greetings,
    tell(state) {
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

const variablesOf = ({ variables }: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...(typeof variables === 'object' ? variables : {}),
});

const rootValue = {
  registrationCodeDetails: ({ registrationCode }: { readonly registrationCode: string }) => ({
    code: registrationCode,
    invitorName: 'Béatrice',
  }),
  countryDetails: () => {
    throw new GraphQLError('The atlas is lost.');
  },
};
