import type { IncomingMessage, ServerResponse } from 'node:http';
import { evaluateFeatures } from '@growthbook/proxy-eval';
import type { FeatureApiResponse } from '@growthbook/growthbook';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ConcurrencyLimiter, type ConcurrencyLimits } from '#server/platform/limits/concurrency-limiter.ts';
import { isEmbedded } from '#server/platform/requests/embedded.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import { bodyLimits, takeJson, takeText } from '#server/platform/requests/bodies.ts';
import type { ReadVisitor } from '#server/site/visitors/read-visitor.ts';
import type { FlagStore } from '#server/site/flags/flag-store.ts';
import type { FeatureUsage } from '#engine/decide/experiments/index.ts';

export interface FlagRoutesOptions {
  readonly store: FlagStore;
  /** The only valid client key. */
  readonly clientKey: string;
  /** Whether browsers get evaluated features instead of rules. */
  readonly remoteEval: boolean;
  readonly draining: () => boolean;
  /** Rate limit key of a request. */
  readonly readNetwork: (request: IncomingMessage) => string;
  readonly readVisitor: ReadVisitor;
  /** Default: see `flagRouteLimits`. */
  readonly limits?: ConcurrencyLimits;
  /** Receives feature usage reported by pages, with consent; `null` when disabled. */
  readonly usage: { readonly add: (uses: readonly FeatureUsage[]) => void; readonly publicOrigin: string } | null;
}

/** Maximum attributes, forced variations and forced features of an evaluation, each. */
const MAX_KEYS = 1000;
export const flagRouteLimits = {
  /** Ping interval of a stream in milliseconds. */
  ping: 30_000,
  /** Maximum open streams; further clients have to poll. */
  perNetwork: 100,
  total: 5_000,
} as const;
const PING = Buffer.from('data: \n\n');
/** Milliseconds between checks for shutdown. */
const POLL_INTERVAL_MS = 250;

interface KeyParams {
  readonly key: string;
}

/**
 * The endpoints of GrowthBook's proxy (X3, X4): `GET /api/features/<key>`, `POST /api/eval/<key>` and the stream `GET /sub/<key>`, served from the
 * payload that decides pages.
 */
export function addFlagRoutes(app: FastifyInstance, options: FlagRoutesOptions): void {
  const { store, clientKey, draining, usage } = options;
  const payload = (): FeatureApiResponse => store.facts?.flags.payload ?? { features: {} };
  const isKnown = (key: string, reply: FastifyReply): boolean => {
    reply.header('Cache-Control', 'no-store');
    if (key === clientKey) return true;
    void reply.code(404).send({ status: 404, error: 'There is no client with this key.' });
    return false;
  };

  app.get<{ Params: KeyParams }>('/api/features/:key', (request, reply) => {
    if (!isKnown(request.params.key, reply)) return reply;
    if (options.remoteEval)
      return reply.code(403).send({ status: 403, error: 'Remote evaluation required: ask /api/eval.' });
    return reply.header('x-sse-support', 'enabled').send({ status: 200, ...store.published });
  });

  void app.register(async (evaluation) => {
    takeJson(evaluation);
    evaluation.post<{ Params: KeyParams }>(
      '/api/eval/:key',
      { bodyLimit: bodyLimits.evaluation, onRequest: async ({ params }, reply) => void isKnown(params.key, reply) },
      async (request, reply) => {
        const question = readQuestion(request.body);
        if (question === null)
          return reply.code(400).send({ status: 400, error: 'The evaluation was not understood.' });
        const answer: unknown = await evaluateFeatures({ payload: payload(), ...question });
        return reply.send(answer);
      },
    );
  });

  if (usage !== null)
    void app.register(async (uses) => {
      takeText(uses);
      uses.addHook<{ Params: KeyParams }>('onRequest', async ({ params, headers }, reply) => {
        if (!isKnown(params.key, reply)) return reply;
        const agrees = options.readVisitor(headers.cookie, Date.now()).consent?.includes('statistics') === true;
        if (isSameOrigin(headers, usage.publicOrigin) && agrees) return undefined;
        return reply.code(403).send({ status: 403 });
      });
      uses.post('/api/usage/:key', { bodyLimit: bodyLimits.usage }, ({ body }, reply) => {
        const read = readUses(body, payload().features ?? {});
        if (read === null) return reply.code(400).send({ status: 400, error: 'The usage was not understood.' });
        usage.add(read);
        return reply.code(204).send();
      });
    });

  const streams = new Set<ServerResponse>();
  const places = new ConcurrencyLimiter(options.limits ?? flagRouteLimits);
  let events = 0;
  const newest = (): Buffer => {
    events += 1;
    // Clients without rules are notified to evaluate again.
    const [event, data] =
      options.remoteEval || store.isEncrypted
        ? ['features-updated', '']
        : ['features', JSON.stringify(store.published)];
    return Buffer.from(`id: ${events}\nevent: ${event}\nretry: 10000\ndata: ${data}\n\n`);
  };
  /** Closes the connection of a client that has not read the previous event, so that nothing is buffered. */
  const send = (stream: ServerResponse, event: Buffer): void => {
    if (stream.writableLength > 0) stream.destroy();
    else stream.write(event);
  };
  const sendAll = (event: Buffer): void => {
    for (const stream of streams) send(stream, event);
  };
  const unsubscribe = store.onPayload(() => sendAll(newest()));
  const endAll = (): void => {
    for (const stream of streams) stream.end();
  };
  const pings = setInterval(() => sendAll(PING), flagRouteLimits.ping).unref();
  // On shutdown, ends streams, which would stay open otherwise.
  const looks = setInterval(() => draining() && endAll(), POLL_INTERVAL_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(pings);
    clearInterval(looks);
    unsubscribe();
    endAll();
  });

  app.get<{ Params: KeyParams }>('/sub/:key', { exposeHeadRoute: false }, (request, reply) => {
    if (!isKnown(request.params.key, reply)) return reply;
    if (isEmbedded(request.raw.headers)) return reply.code(403).send({ status: 403 });
    const place = places.take(options.readNetwork(request.raw), () => reply.raw.end());
    if (typeof place === 'string') {
      const status = place === 'network' ? 429 : 503;
      return reply.code(status).header('Retry-After', '60').send({ status });
    }
    const headers = reply.getHeaders();
    reply.hijack();
    const stream = reply.raw;
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) stream.setHeader(name, value);
    stream.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    streams.add(stream);
    stream.on('close', () => {
      streams.delete(stream);
      place();
    });
    send(stream, newest());
    return reply;
  });
}

interface Question {
  readonly attributes: Record<string, unknown>;
  readonly forcedVariations?: Record<string, number>;
  readonly forcedFeatures?: Map<string, unknown>;
  readonly url?: string;
}

function readQuestion(body: unknown): Question | null {
  if (!isRecord(body)) return null;
  const { attributes = {}, forcedVariations, forcedFeatures, url } = body;
  if (!isRecord(attributes) || Object.keys(attributes).length > MAX_KEYS) return null;
  if (forcedVariations !== undefined && !isNumbers(forcedVariations)) return null;
  if (forcedFeatures !== undefined && !isPairs(forcedFeatures)) return null;
  if (url !== undefined && typeof url !== 'string') return null;
  return {
    attributes,
    forcedVariations,
    forcedFeatures: forcedFeatures && new Map(forcedFeatures),
    url,
  };
}

/** `[{"key", "on"}]` as text, the type that beacons send; unknown flags are dropped. */
function readUses(body: unknown, known: object): readonly FeatureUsage[] | null {
  try {
    const uses: unknown = JSON.parse(String(body));
    if (!Array.isArray(uses)) return null;
    return uses.flatMap((use: unknown) => {
      if (!isRecord(use) || typeof use['key'] !== 'string' || typeof use['on'] !== 'boolean') return [];
      return Object.hasOwn(known, use['key']) ? [{ feature: use['key'], on: use['on'] }] : [];
    });
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumbers(value: unknown): value is Record<string, number> {
  return (
    isRecord(value) &&
    Object.keys(value).length <= MAX_KEYS &&
    Object.values(value).every((item) => typeof item === 'number')
  );
}

function isPairs(value: unknown): value is [string, unknown][] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_KEYS &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string')
  );
}
