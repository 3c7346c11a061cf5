import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailableError } from '#engine/shared/errors.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import { bodyLimits, takeText } from '#server/platform/requests/bodies.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import type { Staff } from '#server/staff/index.ts';
import { type AuthoringPorts, authoringTools } from './authoring-tools.ts';

export interface McpRouteOptions extends AuthoringPorts {
  readonly staff: Pick<Staff, 'findApiToken'>;
}

/** Version of the tools, for agents. */
const VERSION = '1.0.0';

/** Path below the base path. */
const MCP_PATH = 'api/mcp';

/** Weight in the limit of dynamic requests; saving checks a draft under all rules. */
const WORK = 12;

/**
 * `POST <base path>api/mcp`: the Model Context Protocol over Streamable HTTP, without sessions. Agents read and write drafts with an API token with
 * the scope `author`; publishing is not possible (N19). 401 without a valid token, 403 without the scope and for pages of another site, 413 over
 * 1 MB, 415 for other types than JSON.
 */
export async function addMcpRoute(app: FastifyInstance, options: McpRouteOptions): Promise<void> {
  /** Actor of the audit log, by request. */
  const actors = new WeakMap<FastifyRequest, string>();
  await app.register(async (routes) => {
    takeText(routes);
    // Before the body is read.
    routes.addHook('onRequest', async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      // Rejects requests from pages of other sites.
      if (request.headers.origin !== undefined && !isSameOrigin(request.headers, options.publicOrigin))
        return reply.code(403).send({ error: 'Requests of pages of other sites are refused.' });
      try {
        const found = await findActor(request, options);
        if (typeof found === 'string') return void actors.set(request, found);
        return await reply.code(found.status).headers(found.headers).send({ error: found.error });
      } catch (error) {
        return sendServiceUnavailable(reply, error);
      }
    });
    const post = { bodyLimit: bodyLimits.drafts, config: { work: WORK } };
    routes.post(`/${MCP_PATH}`, post, async (request, reply) => {
      try {
        const response = await handle(request, options, actors.get(request) ?? '');
        const body = Buffer.from(await response.arrayBuffer());
        return await reply.code(response.status).headers(Object.fromEntries(response.headers)).send(body);
      } catch (error) {
        return sendServiceUnavailable(reply, error);
      }
    });
    // Streamable HTTP without a stream for server messages (2025-06-18, "Listening for Messages from the Server").
    routes.get(`/${MCP_PATH}`, async (_request, reply) => reply.code(405).header('Allow', 'POST').send());
  });
}

/** 503 when the database or the thread that checks drafts is unavailable; rethrows other errors. */
function sendServiceUnavailable(reply: FastifyReply, error: unknown): FastifyReply {
  if (!isUnavailableError(error) && !isTemporaryFailure(error)) throw error;
  return reply.code(503).header('Retry-After', '5').send({ error: 'The server is busy. Try again.' });
}

interface Refusal {
  readonly status: 401 | 403;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: string;
}

async function findActor(request: FastifyRequest, { staff }: McpRouteOptions): Promise<string | Refusal> {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const program = token === undefined ? null : await staff.findApiToken(token);
  if (program?.permissions.includes('author')) return program.subject;
  return program === null
    ? {
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer' },
        error: 'An API token of the scope "author" is required: Authorization: Bearer <token>.',
      }
    : { status: 403, headers: {}, error: 'This API token does not have the scope "author".' };
}

/** Loads the library with the first request, because it takes 30 MB of memory. */
async function handle(request: FastifyRequest, options: McpRouteOptions, actor: string): Promise<Response> {
  const { createMcpHandler, fromJsonSchema, McpServer } = await import('@modelcontextprotocol/server');
  // The library would reveal the error message to the client.
  const thrown: unknown[] = [];
  const { fetch } = createMcpHandler(() => {
    const server = new McpServer({ name: 'vitrine', version: VERSION });
    for (const { name, description, input, isReading, run } of authoringTools)
      server.registerTool(
        name,
        { description, inputSchema: fromJsonSchema(input), annotations: { readOnlyHint: isReading } },
        async (given: unknown) => {
          const result = await run(options, given, actor).catch((error: unknown) => {
            thrown.push(error);
            return { error: '' };
          });
          return { content: [{ type: 'text', text: JSON.stringify(result, null, 2) }], isError: 'error' in result };
        },
      );
    return server;
  });
  const headers = new Headers();
  for (const name of ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'])
    if (typeof request.headers[name] === 'string') headers.set(name, request.headers[name]);
  const body = typeof request.body === 'string' ? request.body : '';
  const response = await fetch(
    new Request(new URL(request.url, options.publicOrigin), { method: 'POST', headers, body }),
  );
  // The body is complete when the tool is done.
  const answer = await response.arrayBuffer();
  if (thrown.length > 0) throw thrown[0];
  return new Response(answer, response);
}
