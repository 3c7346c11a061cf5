import type { FastifyInstance } from 'fastify';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { MINUTE } from '#server/platform/database/timestamp.ts';
import { openSignIn } from '#server/platform/oidc/sign-in-state.ts';
import type { LoadShedder } from '#server/platform/limits/shedding.ts';
import { takeForms } from '#server/platform/requests/bodies.ts';
import { isEmbedded } from '#server/platform/requests/embedded.ts';
import { seal, tryToUnseal } from '#server/platform/tokens/seal.ts';
import type { AnsweredForm } from '#server/forms/answer-form.ts';
import { createFormHandler, type FormHandlerOptions } from './handle-form.ts';

const TICKET = 'sign-in/ticket';
/** Maximum milliseconds between the provider's POST and the visitor's next request. */
const TICKET_LIFE = MINUTE;

interface Params {
  readonly form: string;
}

type Parameters = Readonly<Record<string, string>>;

/**
 * `/do/<form>/<provider>`: OAuth callbacks, by link or, for Apple, by a cross-site POST. Browsers send no cookies with the latter, so the response
 * redirects to this site with the encrypted fields in the address; that request has the session, which proves that this browser began the sign-in.
 */
export async function addSignInRoutes(
  app: FastifyInstance,
  options: FormHandlerOptions & { readonly loadShedder?: LoadShedder },
): Promise<void> {
  const { ports, pageHandler, site } = options;
  const { secrets, random, clock } = ports;
  const handle = createFormHandler(options);

  function opened(ticket: string): Parameters {
    const content = tryToUnseal(secrets.seal, TICKET, ticket);
    // Checked edge: only a server with the secret can have encrypted it.
    const { until = 0, parameters = {} } = JSON.parse(content ?? '{}') as { until?: number; parameters?: Parameters };
    return until > clock.now() ? parameters : {};
  }

  /** The form of a callback; all other forms require a page of this site. */
  function returning({ form: name }: Params): AnsweredForm | undefined {
    const form = options.forms(site()).get(name);
    return form?.isReturn === true ? form : undefined;
  }

  await app.register(async (routes) => {
    takeForms(routes);
    routes.addHook<{ Params: Params }>('onRequest', async (request, reply) => {
      if (returning(request.params) === undefined) return reply.callNotFound();
      if (request.method !== 'POST' && isEmbedded(request.headers)) {
        reply.hijack();
        return pageHandler.sendError(request.raw, reply.raw, 403);
      }
      if (options.loadShedder?.('forms') !== true) return;
      reply.hijack();
      return pageHandler.sendServiceUnavailable(request.raw, reply.raw);
    });
    routes.post<{ Params: Params }>('/do/:form/:provider', (request, reply) => {
      const parameters = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {};
      const content = JSON.stringify({ until: clock.now() + TICKET_LIFE, parameters });
      const query = new URLSearchParams({ ticket: seal(secrets.seal, random, TICKET, content) }).toString();
      const [path = ''] = request.url.split('?');
      return reply.header('Cache-Control', 'no-store').redirect(`${path}?${query}`, 303);
    });
    routes.get<{ Params: Params; Querystring: Record<string, unknown> }>('/do/:form/:provider', (request, reply) => {
      const form = returning(request.params);
      if (form === undefined) return reply.callNotFound();
      const { ticket } = request.query;
      const parameters = typeof ticket === 'string' ? opened(ticket) : textsIn(request.query);
      const state = openSignIn(ports, parameters['state'] ?? '');
      const { locales, defaultLocale } = createRouteTable(site());
      const fields = new URLSearchParams({
        token: JSON.stringify(parameters),
        ...(state?.document && { document: state.document }),
        ...(state?.code && { code: state.code }),
        ...(state?.validityTimestamp && { validityTimestamp: state.validityTimestamp }),
      });
      return handle(request, reply, { form, locale: locales.get(state?.locale ?? '') ?? defaultLocale }, fields);
    });
  });
}

/** Duplicate parameters count as absent (RFC 6749, 3.1). */
function textsIn(query: Readonly<Record<string, unknown>>): Parameters {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
