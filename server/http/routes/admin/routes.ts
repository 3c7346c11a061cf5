import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { csvParts } from '#engine/base/csv.ts';
import type { Site } from '#engine/documents/types.ts';
import { hrefFor } from '#engine/routing/links.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AdminRooms } from '#server/admin/index.ts';
import type { Action, ActionAnswer, Asking, ListFile, Me, Refused } from '#server/admin/room.ts';
import { isOutage } from '#server/http/routes/forms/answer.ts';
import { whileAlive } from '#server/platform/database/pulse.ts';
import { dynamicRequestLimits } from '#server/platform/limits/dynamic-requests.ts';
import { networkOf } from '#server/platform/limits/rate-limit.ts';
import type { Shed } from '#server/platform/limits/shedding.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { bodyLimits, FORM_TYPE } from '#server/platform/requests/bodies.ts';
import { KEPT } from '#server/platform/requests/next-page.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import { withSenderNetwork } from '#server/platform/requests/sender-network.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { within } from '#server/platform/within.ts';
import type { PageFront } from '#server/site/pages/page-front.ts';
import { createSenderReader } from '#server/site/pages/sender.ts';
import type { Staff } from '#server/staff/index.ts';
import { adminCookie } from '#server/site/sessions/access-cookies.ts';
import { readCookies, writeCookie } from '#server/site/sessions/cookies.ts';
import type { Unconfirmed } from '#server/admin/pages/reauthenticate/confirm.ts';
import { type Asker, type AskerPorts, createAsking, readAsker } from './asking.ts';
import { accountIn, isOwnForm } from './forgery.ts';
import { dropKept, keepForm } from './kept-forms.ts';
import { once } from './once.ts';
import { attach, sendAttachment } from './attachments.ts';
import { decidePage, type DecidePageTools } from './page-of-action.ts';
import { loadBlocks } from './load-data.ts';
import { refusalNote } from './refusal-note.ts';
import { readSentForm, type SentForm } from './read-fields.ts';
import { UnreadableBody } from './form-body.ts';
import { withForm } from './shown-again.ts';

export interface AdminRouteOptions extends AskerPorts, DecidePageTools {
  readonly ports: PlatformPorts;
  readonly staff: AskerPorts['staff'] & Pick<Staff, 'note'>;
  readonly rooms: AdminRooms;
  readonly settings: Pick<Settings, 'publicOrigin' | 'trustedProxies' | 'countryHeader'>;
  readonly site: () => Site;
  readonly front: PageFront;
  readonly log: Logger;
  readonly shed?: Shed | undefined;
}

/** Milliseconds for an action as a whole, as long as the database shows signs of life. */
const PATIENCE = 15_000;
const SIGN_IN = '/admin/signin';
const START = '/admin';

interface Params {
  readonly locale?: string;
}

interface FileParams extends Params {
  readonly name: string;
}

/** One form that was sent, with everything that is known about its sender. */
interface Sent {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly site: Site;
  readonly locale: Locale;
  readonly name: string;
  readonly action: Action;
  readonly asker: Asker;
  readonly form: SentForm;
  readonly network: string;
}

/** The same before its body is read. */
type Unread = Omit<Sent, 'form'>;

/**
 * `POST /<locale>/do/admin/<action>`: what the forms of those who run the house do, and `GET /<locale>/do/admin/file/<name>`: what they take
 * away. Only what a page of this site sent is read, by whom it was shown to, and nobody does anything twice by pressing twice. Without
 * the permission of the action nothing is read of a body that is longer than that of any form.
 */
export async function addAdminRoutes(app: FastifyInstance, options: AdminRouteOptions): Promise<void> {
  const { front, settings, rooms, ports, log } = options;
  const readSender = createSenderReader(settings.trustedProxies);
  const secure = settings.publicOrigin.startsWith('https:');
  const network = (request: FastifyRequest): string => networkOf(readSender(request.raw).address);

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    for (const type of [FORM_TYPE, 'multipart/form-data'])
      routes.addContentTypeParser(type, (_request, unread, done) => done(null, unread));
    routes.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'POST') return;
      if (options.shed?.('forms') === true) {
        reply.hijack();
        return front.sendBusy(request.raw, reply.raw);
      }
      if (!isSameOrigin(request.headers, settings.publicOrigin)) return refuse(request, reply, 403);
    });
    for (const [name, action] of Object.entries(rooms.actions))
      for (const path of [`/do/admin/${name}`, `/:locale/do/admin/${name}`]) {
        routes.post<{ Params: Params }>(
          path,
          { config: { work: dynamicRequestLimits.adminForm } },
          async (request, reply) => {
            const site = options.site();
            const locale = localeOf(request.params, site);
            if (locale === undefined) return reply.callNotFound();
            if (request.body === undefined) return refuse(request, reply, 415);
            try {
              const cookies = readCookies(request.headers.cookie);
              const asker = await alive('Who sends a form', () => readAsker(options, cookies));
              return await take({ request, reply, site, locale, name, action, asker, network: network(request) });
            } catch (error) {
              if (error instanceof UnreadableBody) return refuse(request, reply, error.status);
              return failed(request, reply, error);
            }
          },
        );
        // Anyone who opens the address of a refusal once more gets the page with the form.
        routes.get<{ Params: Params }>(path, (request, reply) => {
          const site = options.site();
          const locale = localeOf(request.params, site);
          if (locale === undefined) return reply.callNotFound();
          return reply.header('Cache-Control', 'no-store').redirect(hrefFor(site, { path: action.page, locale }), 303);
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
    within(PATIENCE, what, whileAlive(ports.database.pulse, work));

  async function take(unread: Unread): Promise<unknown> {
    const { action, asker, request, reply } = unread;
    const limit = action.maxBody ?? bodyLimits.form;
    // What is left of a list passes by, so that a browser which is still sending it reads the answer.
    const { connection, 'content-length': length } = request.headers;
    if (limit > bodyLimits.form && Number(length) <= limit && connection !== 'close') reply.raw.shouldKeepAlive = true;
    if (action.permission !== null) {
      if (asker.me === null) return toSignIn(unread, await keep(unread));
      if (!asker.me.permissions.includes(action.permission)) return refuseStaff(unread);
    }
    return answer({ ...unread, form: await readSentForm(request.raw, limit, unread.locale) });
  }

  /** What was typed before the session ended; `null` where the form was shown to nobody whose account is known, or is longer than others. */
  async function keep({ request, locale, name }: Unread): Promise<string | null> {
    if (Number(request.headers['content-length']) > bodyLimits.form) return null;
    const { account, typed } = await readSentForm(request.raw, bodyLimits.form, locale);
    const whose = accountIn(ports.secrets, account);
    if (whose === null) return null;
    return alive('A form is kept', () => keepForm(ports, whose, { action: name, values: typed }));
  }

  async function answer(sent: Sent): Promise<unknown> {
    const { action, asker, form, name, reply } = sent;
    // A form that lay open for a day, or was shown before signing in: it is shown anew, with what was typed.
    if (!isOwnForm(ports.secrets, asker.owner, form.token))
      return showAgain(sent, 403, { errors: {}, message: options.words(sent.locale)('form.stale') });
    const asking = askingOf(sent);
    const isGone = (): boolean => sent.request.raw.socket.destroyed;
    if (action.isFinal === true && asker.me?.isFresh === false) {
      const proof = await withSenderNetwork(
        sent.network,
        () => alive('A confirmation', () => rooms.confirming.proof(asking, form.fields)),
        isGone,
      );
      if (proof?.outcome !== 'signed-in') return askToConfirm(sent, asking, proof);
    }
    const work = (): Promise<ActionAnswer> =>
      withSenderNetwork(sent.network, () => alive(`The action ${name}`, () => action.run(asking, form.fields)), isGone);
    if (action.repeatable === true) return respond(sent, await work());
    const { owner } = asker;
    const values = { ...form.typed, content: form.fields.content('file') };
    const done = await alive('A form that is sent once', () =>
      once(ports, { owner, action: name, key: form.fields.key, values }, work, (result) =>
        addressAfter(result, asking),
      ),
    );
    if ('answer' in done) return respond(sent, done.answer);
    if (done.repeated === '' && action.repeated) return respond(sent, await action.repeated(asking, form.fields));
    return redirect(reply, done.repeated === '' ? asking.href(action.page) : done.repeated);
  }

  async function askToConfirm(sent: Sent, asking: Asking, tried: Unconfirmed['answer']): Promise<unknown> {
    const { name, action, form } = sent;
    // It would be done with less than was sent.
    if (!form.isTypedWhole) return refuse(sent.request, sent.reply, 413);
    const waiting = { action: name, page: action.page, values: form.typed, answer: tried };
    const shown = await alive('Ways to confirm', () => rooms.confirming.sections(asking, waiting));
    return showPage(sent, tried?.outcome === 'too-many-requests' ? 429 : 403, askingOf(sent, { shown }));
  }

  function askingOf({ site, locale, action, asker, form, network: from }: Sent, more: Partial<Asking> = {}): Asking {
    const { refused, shown } = more;
    return createAsking(options, asker, {
      site,
      locale,
      path: action.page,
      query: form.at,
      network: from,
      ...(refused && { refused }),
      ...(shown && { shown }),
    });
  }

  async function respond(sent: Sent, result: ActionAnswer): Promise<unknown> {
    const { reply, form, action, name, asker } = sent;
    log.info({ id: sent.request.id, action: name, outcome: outcomeOf(result) }, 'admin form');
    if (asker.me !== null && form.kept !== '' && !('errors' in result)) await dropKept(ports, asker.me.id, form.kept);
    if ('file' in result) return sendAttachment(reply, result.file);
    if ('shown' in result) return showPage(sent, 200, askingOf(sent, { shown: result.shown }));
    if ('errors' in result) {
      const headers = result.retryAfterSeconds === undefined ? [] : ['Retry-After', String(result.retryAfterSeconds)];
      return showAgain(sent, result.status ?? 422, result, headers);
    }
    if (result.session !== undefined) {
      const { token, seconds } = result.session ?? { token: null, seconds: 0 };
      reply.header('Set-Cookie', writeCookie(adminCookie(secure, token, seconds), { basePath: '/', secure }));
    }
    const asking = askingOf(sent);
    // Back to the part of a list that the form stood in.
    const back = result.to === action.page ? Object.fromEntries(new URLSearchParams(form.at)) : {};
    const to = isPage(result.to, sent.site) ? result.to : '/admin';
    return redirect(reply, asking.href(to, { ...back, ...result.query }));
  }

  async function showAgain(
    sent: Sent,
    status: number,
    { errors, message }: Pick<Refused, 'errors' | 'message'>,
    headers: readonly string[] = [],
  ): Promise<unknown> {
    const { name, action, form, asker } = sent;
    const account = accountIn(ports.secrets, form.account);
    const isOthers = account !== null && account !== asker.me?.id;
    // Somebody else has signed in since: what was typed is none of theirs.
    const values = isOthers ? {} : form.typed;
    const refused = { action: name, values, errors, ...(message !== undefined && { message }) };
    const ask = (more: Partial<Asking>): Asking => askingOf(sent, more);
    const asking = await alive('A form that is shown again', () =>
      withForm(ask, account === null || isOthers ? {} : action, refused),
    );
    return showPage(sent, status, asking, headers);
  }

  async function showPage(
    { request, reply, site, locale, action, asker, form, network: from }: Sent,
    status: number,
    asking: Asking,
    headers: readonly string[] = [],
  ): Promise<unknown> {
    const url = hrefFor(site, { path: action.page, locale, query: form.at });
    const decision = await decidePage(url, { request: request.raw, site, network: from }, options);
    if (decision === null) return refuse(request, reply, 403);
    const data = await alive('What a page shows', () => loadBlocks(rooms.queries, { decision }, asking));
    reply.hijack();
    const cookies = asker.cookies.flatMap((cookie) => ['Set-Cookie', writeCookie(cookie, { basePath: '/', secure })]);
    return front.sendAnswer(request.raw, reply.raw, site, {
      decision: { ...decision, locale },
      status,
      data,
      headers: [...headers, ...cookies],
    });
  }

  async function sendFile(request: FastifyRequest<{ Params: FileParams }>, reply: FastifyReply): Promise<unknown> {
    const site = options.site();
    const { name } = request.params;
    const locale = localeOf(request.params, site);
    const download = ownOf(rooms.downloads, name);
    if (locale === undefined || download === undefined) return reply.callNotFound();
    const cookies = readCookies(request.headers.cookie);
    const asker = await alive('Who asks for a file', () => readAsker(options, cookies));
    if (asker.me === null) return redirect(reply, hrefFor(site, { path: SIGN_IN, locale }));
    if (!asker.me.permissions.includes(download.permission))
      return refuseStaff({ request, reply, site, locale, asker, network: network(request) });
    const query = request.raw.url?.split('?')[1] ?? '';
    const asking = createAsking(options, asker, { site, locale, path: '/admin', query, network: network(request) });
    const file = await withSenderNetwork(asking.network, () => alive(`The file ${name}`, () => download.load(asking)));
    if (file === null) return refuse(request, reply, 404);
    if ('rows' in file) return sendList(reply, file, asker.me, asking.network);
    if (file.type !== 'text/html') return sendAttachment(reply, file);
    reply.headers({
      'Cache-Control': 'private, no-store',
      'Content-Type': 'text/html; charset=utf-8',
      'X-Robots-Tag': 'noindex',
      // A mail brings its styles with it and is shown as a stranger: no script, no form, no cookie.
      'Content-Security-Policy': "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox",
    });
    return reply.send(file.body);
  }

  /** Sent in parts, once it is written down who took it away. */
  async function sendList(
    reply: FastifyReply,
    { name, rows }: ListFile,
    { id }: Me,
    from: string,
  ): Promise<FastifyReply> {
    const entry = { actor: id, action: 'list.export', subject: name, details: { rows: rows.length - 1 } };
    await withSenderNetwork(from, () => alive('The note of a list', () => options.staff.note(entry)));
    attach(reply, name, 'text/csv');
    return reply.send(Readable.from(csvParts(rows)));
  }

  function toSignIn({ reply, site, locale, action }: Unread, kept: string | null): FastifyReply {
    const next = kept === null ? action.page : `${action.page}?${new URLSearchParams({ [KEPT]: kept }).toString()}`;
    const query = new URLSearchParams({ next }).toString();
    return redirect(reply, hrefFor(site, { path: SIGN_IN, locale, query }));
  }

  /** Somebody of the staff who may not do this reads so, above what they may do. */
  async function refuseStaff({
    request,
    reply,
    site,
    locale,
    asker,
    network: from,
  }: Pick<Sent, 'request' | 'reply' | 'site' | 'locale' | 'asker' | 'network'>): Promise<unknown> {
    const shown = refusalNote({ outcome: 'denied' }, options.words(locale));
    const asking = createAsking(options, asker, { site, locale, path: START, query: '', network: from, shown });
    const url = hrefFor(site, { path: START, locale });
    const decision = await decidePage(url, { request: request.raw, site, network: from }, options);
    if (decision === null) return refuse(request, reply, 403);
    const data = await alive('What a page shows', () => loadBlocks(rooms.queries, { decision }, asking));
    reply.hijack();
    return front.sendAnswer(request.raw, reply.raw, site, {
      decision: { ...decision, locale },
      status: 403,
      data,
      headers: [],
    });
  }

  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    headers: readonly string[] = [],
  ): Promise<void> {
    reply.hijack();
    await front.sendError(request.raw, reply.raw, status, headers);
  }

  function failed(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<void> {
    const outage = isOutage(error);
    log[outage ? 'warn' : 'error']({ err: error, id: request.id }, 'A form of those who run the house failed.');
    return outage ? refuse(request, reply, 503, ['Retry-After', '30']) : refuse(request, reply, 500);
  }
}

/** Where a form leads that has done something: empty for one that stays on its page, `null` for one that may be sent again. */
function addressAfter(result: ActionAnswer, asking: Asking): string | null {
  if ('to' in result) return asking.href(result.to, result.query);
  return 'shown' in result && result.isDone === true ? '' : null;
}

/** Names come from addresses: `constructor` is none of ours. */
function ownOf<Value>(all: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('Cache-Control', 'private, no-store').redirect(location, 303);
}

function localeOf({ locale }: Params, site: Site): Locale | undefined {
  const { locales, defaultLocale } = routeTable(site);
  return locale === undefined ? defaultLocale : locales.get(locale);
}

/** Nobody is led away from the site, whatever a form says. */
function isPage(path: string, site: Site): boolean {
  return routeTable(site).routes.has(path);
}

function outcomeOf(result: ActionAnswer): string {
  if ('to' in result) return 'done';
  return 'errors' in result ? 'refused' : 'shown';
}
