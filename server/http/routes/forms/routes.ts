import type { FastifyInstance, FastifyReply } from 'fastify';
import { CONFIRMATION_FIELD } from '#engine/shared/shown-form.ts';
import type { Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { readQueryValue, splitUrl } from '#engine/routing/split-url.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { LoadShedder } from '#server/platform/limits/shedding.ts';
import { createConfirmationPage } from './confirmation-page.ts';
import { createFormHandler, type FormHandlerOptions, type FormTarget } from './handle-form.ts';
import { bodyLimits, takeForms } from '#server/platform/requests/bodies.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';

interface FormParams {
  /** Absent for the default language. */
  readonly locale?: string;
  readonly form?: string;
  /** Name of a form document. */
  readonly document?: string;
}

/**
 * `POST /<locale>/do/<form>`: forms without JavaScript, from pages of this site, up to 64 kB. Responds with a redirect on success (303) or, for
 * form documents, with the same page showing thanks or the next step (200); on errors with the same page and all submitted values (422).
 */
export async function addFormRoutes(
  app: FastifyInstance,
  options: FormHandlerOptions & { readonly loadShedder?: LoadShedder },
): Promise<void> {
  const { pageHandler, settings, site } = options;
  const handle = createFormHandler(options);
  const showConfirmation = createConfirmationPage(options);
  await app.register(async (forms) => {
    takeForms(forms);
    forms.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'POST') return;
      if (options.loadShedder?.('forms') === true) {
        reply.hijack();
        return pageHandler.sendServiceUnavailable(request.raw, reply.raw);
      }
      if (isSameOrigin(request.headers, settings.publicOrigin)) return;
      reply.hijack();
      await pageHandler.sendError(request.raw, reply.raw, 403);
    });
    for (const path of ['/do/:form', '/:locale/do/:form', '/do/forms/:document', '/:locale/do/forms/:document']) {
      const onRequest = async ({ params }: { readonly params: FormParams }, reply: FastifyReply): Promise<unknown> =>
        readTarget(params, site(), options.forms) === null ? reply.callNotFound() : undefined;
      forms.post<{ Params: FormParams }>(
        path,
        { onRequest, bodyLimit: bodyLimits.formDocument },
        async (request, reply) => {
          const target = readTarget(request.params, site(), options.forms);
          if (target === null) return reply.callNotFound();
          if (request.body instanceof URLSearchParams) return handle(request, reply, target, request.body);
          reply.hijack();
          return pageHandler.sendError(request.raw, reply.raw, 415);
        },
      );
      // Opening the address of a refused form shows its page.
      forms.get<{ Params: FormParams }>(path, async (request, reply) => {
        const current = site();
        const target = readTarget(request.params, current, options.forms);
        if (target === null) return reply.callNotFound();
        const token = readQueryValue(splitUrl(request.url).query, CONFIRMATION_FIELD);
        if (token !== undefined && token !== null && target.form.readConfirmation !== undefined)
          return showConfirmation(request, reply, target, token);
        const href = buildHref(current, { path: target.form.page, locale: target.locale });
        return reply.header('Cache-Control', 'no-store').redirect(href, 303);
      });
    }
  });
}

function readTarget(
  { locale, form: path, document }: FormParams,
  site: Site,
  forms: FormHandlerOptions['forms'],
): FormTarget | null {
  const form = forms(site).get(path ?? `forms/${document ?? ''}`);
  const { locales, defaultLocale } = createRouteTable(site);
  const known = locale === undefined ? defaultLocale : locales.get(locale);
  return form === undefined || known === undefined ? null : { form, locale: known };
}
