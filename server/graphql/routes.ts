import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import { takeText } from '#server/platform/requests/bodies.ts';
import { retryAfterHeader, type LoadShedder } from '#server/platform/limits/shedding.ts';
import { writeCookie } from '#server/site/sessions/cookies.ts';
import { isJson, isAllowedOrigin } from './csrf-rules.ts';
import type { GraphqlContext } from './context.ts';
import { toMaskedError, toPublicError } from './errors.ts';
import { largestRequest } from './limits.ts';
import type { createGraphqlYoga } from './yoga.ts';

export interface GraphqlRouteOptions {
  readonly yoga: ReturnType<typeof createGraphqlYoga>;
  readonly publicOrigin: string;
  readonly secure: boolean;
  readonly loadShedder?: LoadShedder;
  /** @throws GraphQLError for invalid credentials */
  readonly createContext: (request: FastifyRequest) => Promise<GraphqlContext>;
}

/** `GET` and `POST /graphql`. CSRF checks run before the body is read, the size limit while it is read. */
export async function addGraphqlRoutes(app: FastifyInstance, options: GraphqlRouteOptions): Promise<void> {
  await app.register(async (api) => {
    takeText(api);
    api.addHook('onRequest', async (request, reply) => {
      const { method, headers } = request;
      reply.header('Cache-Control', 'no-store');
      // Whether it is a mutation is unknown before the body is read, so queries are shed as late as forms.
      if (options.loadShedder?.('forms') === true) return refuse(reply.header(...retryAfterHeader), 503, busy);
      if (!isAllowedOrigin(method, headers, options.publicOrigin)) return refuse(reply, 403, strangers);
      if (method === 'POST' && !isJson(headers)) return refuse(reply, 415, wrongType);
      if (method === 'GET' && !hasJsonParameters(request.url)) return refuse(reply, 400, wrongParameters);
      return undefined;
    });
    api.setErrorHandler((error, _request, reply) => {
      if (isTooLarge(error)) return refuse(reply, 413, tooLarge);
      throw error;
    });
    for (const method of ['GET', 'POST'] as const) {
      api.route({
        method,
        url: '/graphql',
        exposeHeadRoute: false,
        bodyLimit: largestRequest,
        handler: (request, reply) => answer(request, reply, options),
      });
    }
  });
}

/** Maximum characters of `Accept`; Yoga evaluates each media type. */
const MAX_ACCEPT = 500;

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  options: GraphqlRouteOptions,
): Promise<FastifyReply> {
  // Yoga would reveal the parser error.
  if (request.method === 'POST' && !isJsonText(String(request.body ?? ''))) return refuse(reply, 400, wrongBody);
  let context: GraphqlContext;
  try {
    context = await options.createContext(request);
  } catch (error) {
    if (error instanceof GraphQLError) return refuse(reply, 401, error);
    if (isTemporaryFailure(error)) return refuse(reply, 503, toMaskedError(request.id, true));
    throw error;
  }
  const { method, headers, body } = request;
  const response = await options.yoga.fetch(
    new URL(request.url, options.publicOrigin).href,
    {
      method,
      headers: {
        ...(headers.accept && headers.accept.length <= MAX_ACCEPT && { accept: headers.accept }),
        ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
      },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : '' }),
    },
    context,
  );
  for (const [name, value] of response.headers) reply.header(name, value);
  for (const cookie of context.cookies) {
    reply.header('Set-Cookie', writeCookie(cookie, { basePath: '/', secure: options.secure }));
  }
  return reply.code(response.status).send(await response.text());
}

function refuse(reply: FastifyReply, status: number, error: GraphQLError): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ errors: [error.toJSON()] });
}

/** Whether the JSON parameters of a GET are valid JSON. */
function hasJsonParameters(url: string): boolean {
  const parameters = new URLSearchParams(url.split('?', 2)[1]);
  return ['variables', 'extensions'].every((name) => isJsonText(parameters.get(name) || '{}'));
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 413;
}

const busy = toPublicError('SERVICE_UNAVAILABLE', 'The server is busy. Please retry in a few seconds.');
const strangers = toPublicError('FORBIDDEN', 'Pages of other sites may not call this.');
const wrongType = toPublicError('BAD_REQUEST', 'The content type must be "application/json".');
const wrongBody = toPublicError('BAD_REQUEST', 'The body is not JSON.');
const wrongParameters = toPublicError('BAD_REQUEST', 'The parameters "variables" and "extensions" must be JSON.');
const tooLarge = toPublicError('LIMIT_EXCEEDED', `A request may have ${largestRequest} bytes.`);
