import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { writeCsvParts } from '#engine/shared/csv.ts';
import type { Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AdminPages } from '#server/admin/index.ts';
import type {
  Action,
  ActionResult,
  AdminRequest,
  ListFile,
  CurrentUser,
  RejectedForm,
} from '#server/admin/admin-page.ts';
import { whileStaffWait } from '#server/platform/database/database-health.ts';
import { dynamicRequestLimits } from '#server/platform/limits/dynamic-requests.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import type { LoadShedder } from '#server/platform/limits/shedding.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { bodyLimits, FORM_TYPE } from '#server/platform/requests/bodies.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import { withClientNetwork } from '#server/platform/requests/client-network.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { PageHandler } from '#server/site/pages/page-handler.ts';
import { createClientAddressReader } from '#server/site/pages/client-address.ts';
import type { Staff } from '#server/staff/index.ts';
import { buildAdminCookie } from '#server/site/sessions/access-cookies.ts';
import { readCookies, writeCookie } from '#server/site/sessions/cookies.ts';
import type { Unconfirmed } from '#server/admin/pages/reauthenticate/reauthenticate.ts';
import { type AdminSession, type AdminSessionPorts, createAdminRequest, readAdminSession } from './admin-request.ts';
import { readAccount, isOwnForm } from './forgery.ts';
import { keepForm, readTyped } from './keep-form.ts';
import { deleteStoredForm } from './stored-forms.ts';
import { runOnce } from './run-once.ts';
import { findAddressAfter, toActionOutcome } from './action-result.ts';
import { attach, sendAttachment, sendImage, showHtml } from './attachments.ts';
import { findActionPage, type DecidePageTools } from './find-action-page.ts';
import { loadBlocks } from './load-data.ts';
import { redirect, redirectToSignIn, SIGN_IN, toStoredFormQuery } from './redirect.ts';
import { buildRefusalNote } from './build-refusal-note.ts';
import { isPage, resolveRequestLocale, getOwn, type Params } from './request-target.ts';
import { getBodyLimit, type SentForm, withFile } from './read-fields.ts';
import { admitUpload, readUploadFields, readUploadForm } from './upload-form.ts';
import { UnreadableBodyError } from './form-body.ts';
import { withForm } from './shown-again.ts';
import { createRefuse } from './refuse.ts';
import { createFailed, createFormReader } from './unanswered-form.ts';

export interface AdminRouteOptions extends AdminSessionPorts, DecidePageTools {
  readonly ports: PlatformPorts;
  readonly staff: AdminSessionPorts['staff'] & Pick<Staff, 'note'>;
  readonly adminPages: AdminPages;
  readonly settings: Pick<Settings, 'publicOrigin' | 'trustedProxies' | 'countryHeader'>;
  readonly site: () => Site;
  readonly pageHandler: PageHandler;
  readonly log: Logger;
  readonly loadShedder?: LoadShedder | undefined;
}

/** Timeout of an action or a file in milliseconds, while the database is healthy: some resolve all documents in a worker. */
const TIMEOUT_MS = 60_000;
const START = '/admin';

interface FileParams extends Params {
  readonly name: string;
}

/** A submitted form and its sender. */
interface Sent {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly site: Site;
  readonly locale: Locale;
  readonly name: string;
  readonly action: Action;
  readonly session: AdminSession;
  readonly form: SentForm;
  readonly network: string;
}

/** The same before the body is read. */
type Unread = Omit<Sent, 'form'>;

/**
 * `POST /<locale>/do/admin/<action>` runs actions, and `GET /<locale>/do/admin/file/<name>` sends downloads. Forms are accepted only from the
 * browser they were rendered for, and each runs once. Without the permission of the action, a body above the common limit is not read.
 */
export async function addAdminRoutes(app: FastifyInstance, options: AdminRouteOptions): Promise<void> {
  const { pageHandler, settings, adminPages, ports, log } = options;
  const refuse = createRefuse(pageHandler);
  const failed = createFailed(options, refuse);
  const readSender = createClientAddressReader(settings.trustedProxies);
  const secure = settings.publicOrigin.startsWith('https:');
  const network = (request: FastifyRequest): string => getRateLimitKey(readSender(request.raw).address);

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    for (const type of [FORM_TYPE, 'multipart/form-data'])
      routes.addContentTypeParser(type, (_request, unread, done) => done(null, unread));
    routes.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'POST') return;
      if (options.loadShedder?.('forms') === true) {
        reply.hijack();
        return pageHandler.sendServiceUnavailable(request.raw, reply.raw);
      }
      if (!isSameOrigin(request.headers, settings.publicOrigin)) return refuse(request, reply, 403);
    });
    for (const [name, action] of Object.entries(adminPages.actions))
      for (const path of [`/do/admin/${name}`, `/:locale/do/admin/${name}`]) {
        routes.post<{ Params: Params }>(
          path,
          { config: { work: dynamicRequestLimits.adminForm } },
          async (request, reply) => {
            const site = options.site();
            const locale = resolveRequestLocale(request.params, site);
            if (locale === undefined) return reply.callNotFound();
            if (request.body === undefined) return refuse(request, reply, 415);
            const readForm = createFormReader(request, locale, action);
            try {
              const cookies = readCookies(request.headers.cookie);
              const session = await alive('Who sends a form', () => readAdminSession(options, cookies));
              const sender = { session, network: network(request) };
              return await take({ request, reply, site, locale, name, action, ...sender }, readForm);
            } catch (error) {
              if (error instanceof UnreadableBodyError) return refuse(request, reply, error.status);
              return failed(request, reply, error, { locale, readForm });
            }
          },
        );
        // Opening the address of a refused form shows its page.
        routes.get<{ Params: Params }>(path, (request, reply) => {
          const site = options.site();
          const locale = resolveRequestLocale(request.params, site);
          if (locale === undefined) return reply.callNotFound();
          return reply
            .header('Cache-Control', 'no-store')
            .redirect(buildHref(site, { path: action.page, locale }), 303);
        });
      }
    for (const path of ['/do/admin/file/:name', '/:locale/do/admin/file/:name']) {
      routes.get<{ Params: FileParams }>(path, async (request, reply) => {
        try {
          return await sendFile(request, reply);
        } catch (error) {
          return failed(request, reply, error);
        }
      });
    }
  });

  const alive = <T>(what: string, work: () => Promise<T>): Promise<T> =>
    withTimeout(TIMEOUT_MS, what, whileStaffWait(ports.database.databaseHealth, work));

  async function take(unread: Unread, readForm: () => Promise<SentForm>): Promise<unknown> {
    const { action, session, request, reply } = unread;
    const limit = getBodyLimit(action);
    // Discards the rest of the body, so that a browser that is still sending can read the response.
    const { connection, 'content-length': length } = request.headers;
    if (limit > bodyLimits.form && Number(length) <= limit && connection !== 'close') reply.raw.shouldKeepAlive = true;
    if (action.permission !== null) {
      if (session.user === null) return redirectToSignIn(reply, unread, action.page, await keep(unread));
      if (!session.user.permissions.includes(action.permission)) return refuseForm(unread);
    }
    // The text of a list is still in the browser behind the page of the error; a file is chosen anew.
    const maxFile = action.upload?.maxBytes ?? (action.restoresAll === true ? undefined : action.maxBody);
    const admitted = maxFile === undefined ? 'whole' : admitUpload(request.raw, reply.raw, maxFile);
    if (admitted !== 'whole') {
      const max = String(Math.floor((maxFile ?? 0) / 1_000_000));
      const message = options.getTranslator(unread.locale)('form.fileTooLarge', { max });
      const texts = admitted === 'fields' && action.upload ? await readUploadFields(request.raw) : new Map();
      return showAgain({ ...unread, form: withFile(texts, null) }, 413, { errors: {}, message });
    }
    if (action.upload !== undefined) return takeUpload(unread, action.upload.maxBytes);
    return answer({ ...unread, form: await readForm() });
  }

  /** The uploaded file is on disk until the response is sent. */
  async function takeUpload(unread: Unread, maxBytes: number): Promise<unknown> {
    const { texts, file, discard } = await readUploadForm(unread.request.raw, maxBytes);
    try {
      return await answer({ ...unread, form: withFile(texts, file) });
    } finally {
      await discard();
    }
  }

  /** Stores a form that its sender may not send at present; see `keepForm`. */
  async function keep(unread: Unread, read?: SentForm): Promise<string | null> {
    const { request, locale, name, action, session } = unread;
    const form = read ?? (await readTyped(request.raw, action, locale));
    return form && alive('A form is stored', () => keepForm(ports, session.user, { name, form }));
  }

  /** Leads a user without the permission to the page of the form, which shows what was typed instead. */
  async function refuseForm(unread: Unread, read?: SentForm): Promise<unknown> {
    const stored = await keep(unread, read);
    if (stored === null) return refuseStaff(unread);
    const { site, locale, action, reply } = unread;
    return redirect(reply, buildHref(site, { path: action.page, locale, query: toStoredFormQuery(stored) }));
  }

  async function answer(sent: Sent): Promise<unknown> {
    const { action, session, form, name, reply } = sent;
    // A form that was open for a day, or was rendered before sign-in: shown again with its values.
    if (!isOwnForm(ports.secrets, session.owner, form.token))
      return showAgain(sent, 403, { errors: {}, message: options.getTranslator(sent.locale)('form.stale') });
    const adminRequest = createRequest(sent);
    const isGone = (): boolean => sent.request.raw.socket.destroyed;
    if (action.requiresReauth === true && session.user?.isRecentlyAuthenticated === false) {
      const proof = await withClientNetwork(
        sent.network,
        () => alive('A confirmation', () => adminPages.confirming.proof(adminRequest, form.fields)),
        isGone,
      );
      if (proof?.outcome !== 'signed-in') return askToConfirm(sent, adminRequest, proof);
    }
    const work = (): Promise<ActionResult> =>
      withClientNetwork(sent.network, () => action.run(adminRequest, form.fields), isGone);
    if (action.repeatable === true) return respond(sent, await alive(`The action ${name}`, work));
    const { owner } = session;
    const values = { ...form.typed, content: form.fields.content('file') };
    // An action that goes on after an outage was reported is still the one that this form has.
    const done = await alive(`The action ${name}`, () =>
      runOnce(ports, { owner, action: name, key: form.fields.key, values }, work, (result) =>
        findAddressAfter(result, adminRequest),
      ),
    );
    if ('answer' in done) return respond(sent, done.answer);
    if (done.repeated === '' && action.repeated) return respond(sent, await action.repeated(adminRequest, form.fields));
    return redirect(reply, done.repeated === '' ? adminRequest.href(action.page) : done.repeated);
  }

  async function askToConfirm(sent: Sent, adminRequest: AdminRequest, tried: Unconfirmed['answer']): Promise<unknown> {
    const { name, action, form } = sent;
    // Running it would use incomplete values.
    if (!form.isTypedWhole) return refuse(sent.request, sent.reply, 413);
    const waiting = { action: name, page: action.page, values: form.typed, answer: tried };
    const shown = await alive('Ways to confirm', () => adminPages.confirming.sections(adminRequest, waiting));
    return showPage(sent, tried?.outcome === 'too-many-requests' ? 429 : 403, createRequest(sent, { shown }));
  }

  function createRequest(
    { site, locale, action, session, form, network: from }: Sent,
    more: Partial<AdminRequest> = {},
  ): AdminRequest {
    const { refused, shown } = more;
    return createAdminRequest(options, session, {
      site,
      locale,
      path: action.page,
      query: form.at,
      network: from,
      refused,
      shown,
    });
  }

  async function respond(sent: Sent, result: ActionResult): Promise<unknown> {
    const { reply, form, action, name, session } = sent;
    log.info({ id: sent.request.id, action: name, outcome: toActionOutcome(result) }, 'admin form');
    if (session.user !== null && form.storedForm !== '' && !('errors' in result))
      await deleteStoredForm(ports, session.user.id, form.storedForm);
    if ('file' in result) return sendAttachment(reply, result.file);
    if ('shown' in result) {
      // A search stays in its field, and a form can be changed after its preview; what was done once is not offered again.
      const refused =
        result.isDone === true ? null : { action: name, values: form.typed, errors: {}, isAnswered: true as const };
      return showPage(sent, 200, createRequest(sent, { shown: result.shown, refused }));
    }
    if ('errors' in result) {
      const headers = result.retryAfterSeconds === undefined ? [] : ['Retry-After', String(result.retryAfterSeconds)];
      return showAgain(sent, result.status ?? 422, result, headers);
    }
    if (result.session !== undefined) {
      const { token, seconds } = result.session ?? { token: null, seconds: 0 };
      reply.header('Set-Cookie', writeCookie(buildAdminCookie(secure, token, seconds), { basePath: '/', secure }));
    }
    const adminRequest = createRequest(sent);
    // Returns to the same page of a list.
    const back = result.to === action.page ? Object.fromEntries(new URLSearchParams(form.at)) : {};
    const to = isPage(result.to, sent.site) ? result.to : '/admin';
    return redirect(reply, adminRequest.href(to, { ...back, ...result.query }));
  }

  async function showAgain(
    sent: Sent,
    status: number,
    { errors, message }: Pick<RejectedForm, 'errors' | 'message'>,
    headers: readonly string[] = [],
  ): Promise<unknown> {
    const { name, action, form, session } = sent;
    const account = readAccount(ports.secrets, form.account);
    const isOthers = account !== null && account !== session.user?.id;
    // Another user has signed in since; the values are not theirs.
    const values = isOthers ? {} : form.typed;
    const refused = { action: name, values, errors, message };
    const ask = (more: Partial<AdminRequest>): AdminRequest => createRequest(sent, more);
    const adminRequest = await alive('A form that is shown again', () =>
      withForm(ask, account === null || isOthers ? {} : action, refused),
    );
    return showPage(sent, status, adminRequest, headers);
  }

  async function showPage(
    sent: Sent,
    status: number,
    adminRequest: AdminRequest,
    headers: readonly string[] = [],
  ): Promise<unknown> {
    const { request, reply, site, locale, action, session, form, network: from } = sent;
    const url = buildHref(site, { path: action.page, locale, query: form.at });
    const decision = await findActionPage(url, { request: request.raw, site, network: from }, options);
    if (decision === null) return refuseForm(sent, form);
    const data = await alive('What a page shows', () => loadBlocks(adminPages.queries, { decision }, adminRequest));
    reply.hijack();
    const cookies = session.cookies.flatMap((cookie) => ['Set-Cookie', writeCookie(cookie, { basePath: '/', secure })]);
    return pageHandler.sendAnswer(request.raw, reply.raw, site, {
      decision: { ...decision, locale },
      status,
      data,
      headers: [...headers, ...cookies],
    });
  }

  async function sendFile(request: FastifyRequest<{ Params: FileParams }>, reply: FastifyReply): Promise<unknown> {
    const site = options.site();
    const { name } = request.params;
    const locale = resolveRequestLocale(request.params, site);
    const download = getOwn(adminPages.downloads, name);
    if (locale === undefined || download === undefined) return reply.callNotFound();
    const cookies = readCookies(request.headers.cookie);
    const session = await alive('Who asks for a file', () => readAdminSession(options, cookies));
    if (session.user === null) return redirect(reply, buildHref(site, { path: SIGN_IN, locale }));
    if (!session.user.permissions.includes(download.permission))
      return refuseStaff({ request, reply, site, locale, session, network: network(request) });
    const query = request.raw.url?.split('?')[1] ?? '';
    const adminRequest = createAdminRequest(options, session, {
      site,
      locale,
      path: '/admin',
      query,
      network: network(request),
    });
    const file = await withClientNetwork(adminRequest.network, () =>
      alive(`The file ${name}`, () => download.load(adminRequest)),
    );
    if (file === null) return refuse(request, reply, 404);
    if ('image' in file) return sendImage(reply, file);
    if ('parts' in file) return sendList(reply, file, session.user, adminRequest.network);
    if (file.type !== 'text/html') return sendAttachment(reply, file);
    return showHtml(reply, file);
  }

  /** Streamed, after the download was recorded in the audit log. */
  async function sendList(
    reply: FastifyReply,
    { name, columns, total, parts }: ListFile,
    { id }: CurrentUser,
    from: string,
  ): Promise<FastifyReply> {
    const entry = { actor: id, action: 'list.export', subject: name, details: { rows: total } };
    await withClientNetwork(from, () => alive('The note of a list', () => options.staff.note(entry)));
    attach(reply, name, 'text/csv');
    return reply.send(Readable.from(writeCsvParts(columns, parts)));
  }

  /** Shows staff users without the permission why, above the dashboard. */
  async function refuseStaff({
    request,
    reply,
    site,
    locale,
    session,
    network: from,
  }: Pick<Sent, 'request' | 'reply' | 'site' | 'locale' | 'session' | 'network'>): Promise<unknown> {
    const shown = buildRefusalNote({ outcome: 'denied' }, options.getTranslator(locale));
    const place = { site, locale, path: START, query: '', network: from, shown };
    const adminRequest = createAdminRequest(options, session, place);
    const url = buildHref(site, { path: START, locale });
    const decision = await findActionPage(url, { request: request.raw, site, network: from }, options);
    if (decision === null) return refuse(request, reply, 403);
    const data = await alive('What a page shows', () => loadBlocks(adminPages.queries, { decision }, adminRequest));
    reply.hijack();
    return pageHandler.sendAnswer(request.raw, reply.raw, site, {
      decision: { ...decision, locale },
      status: 403,
      data,
      headers: [],
    });
  }
}
