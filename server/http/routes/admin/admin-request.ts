import type { SetCookie } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { buildHref } from '#engine/routing/links.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest, CurrentUser, RejectedForm } from '#server/admin/admin-page.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { STORED_FORM_PARAMETER } from '#server/platform/requests/next-page.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { getAdminCookieName } from '#server/site/sessions/access-cookies.ts';
import { buildFormKeyCookie, readFormKey } from '#server/site/sessions/form-key.ts';
import type { Staff } from '#server/staff/index.ts';
import { getPermissions } from '#server/staff/permissions.ts';
import { computeAccountMark, computeForgeryToken, isOwnForm } from './forgery.ts';

/** Names of the fields that all forms have. */
export const OWN_FIELDS = {
  token: '_token',
  account: '_account',
  key: '_key',
  at: '_at',
  storedForm: '_kept',
} as const;

export interface AdminSessionPorts {
  readonly ports: Pick<PlatformPorts, 'secrets' | 'random'>;
  readonly staff: Pick<Staff, 'findAccessGrant' | 'findAdmin'>;
  readonly getTranslator: (locale: Locale) => StaffTranslator;
  readonly secure: boolean;
}

/** The sender of a request. */
export interface AdminSession {
  readonly user: CurrentUser | null;
  /** Identifies this browser; forms are bound to it. */
  readonly owner: string;
  /** Cookies to set for that. */
  readonly cookies: readonly SetCookie[];
}

/**
 * The staff user of these cookies.
 * @param isUsed see `Staff.findAccessGrant`
 */
export async function readAdminSession(
  { ports, staff, secure }: AdminSessionPorts,
  cookies: Readonly<Record<string, string>>,
  isUsed = true,
): Promise<AdminSession> {
  const user = await findUser(staff, cookies[getAdminCookieName(secure)] ?? '', isUsed);
  if (user !== null) return { user, owner: `session ${user.token}`, cookies: [] };
  const known = readFormKey(cookies, secure);
  if (known !== null) return { user, owner: `browser ${known}`, cookies: [] };
  const cookie = buildFormKeyCookie(ports.random, secure);
  return { user, owner: `browser ${cookie.value}`, cookies: [cookie] };
}

async function findUser(
  staff: AdminSessionPorts['staff'],
  token: string,
  isUsed: boolean,
): Promise<CurrentUser | null> {
  const access = token === '' ? null : await staff.findAccessGrant(token, isUsed);
  if (access === null || (access.role !== 'admin' && access.role !== 'staff') || access.subject === null) return null;
  const admin = await staff.findAdmin(access.subject);
  return (
    admin && {
      ...admin,
      permissions: getPermissions(admin.group),
      token,
      isRecentlyAuthenticated: access.isRecentlyAuthenticated === true,
    }
  );
}

export interface AdminRequestOptions {
  readonly site: Site;
  readonly locale: Locale;
  /** Path and query of the page, without base path and language. */
  readonly path: string;
  readonly query: string;
  readonly network: string;
  readonly refused?: RejectedForm | null;
  /** Id of the stored form that is shown again. */
  readonly storedForm?: string;
  readonly shown?: AdminRequest['shown'];
}

export function createAdminRequest(
  { ports, getTranslator }: Pick<AdminSessionPorts, 'ports' | 'getTranslator'>,
  { user, owner }: Pick<AdminSession, 'user' | 'owner'>,
  { site, locale, path, query, network, refused, storedForm, shown = [] }: AdminRequestOptions,
): AdminRequest {
  const address = (to: string, more: Readonly<Record<string, string>> = {}): string =>
    buildHref(site, { path: to, locale, query: new URLSearchParams(more).toString() });
  const token = computeForgeryToken(ports.secrets, owner);
  const account: Readonly<Record<string, string>> =
    user === null ? {} : { [OWN_FIELDS.account]: computeAccountMark(ports.secrets, user.id) };
  const agreed = (what: string): string => `${owner}\n${what}`;
  // Forms repeat the address; a longer one cannot come from a page. Databases reject NUL in text.
  const asked = new URLSearchParams(query.length > MAX_QUERY ? '' : query.replaceAll('%00', ''));
  const at = new URLSearchParams([...asked].filter(([name]) => !passing.has(name))).toString();
  return {
    locale,
    t: getTranslator(locale),
    path,
    query: asked,
    network,
    browser: owner,
    user,
    landings: listLandings(site),
    hasPage: (to) => createRouteTable(site).routes.has(to),
    href: address,
    actionHref: (action) => address(`/do/admin/${action}`),
    fileHref: (download, more) => address(`/do/admin/file/${download}`, more),
    hidden: () => ({
      [OWN_FIELDS.token]: token,
      ...account,
      ...(storedForm !== undefined && { [OWN_FIELDS.storedForm]: storedForm }),
      [OWN_FIELDS.key]: createId(ports.random),
      [OWN_FIELDS.at]: at.length > MAX_AT ? '' : at,
    }),
    agreement: (what) => computeForgeryToken(ports.secrets, agreed(what)),
    isAgreed: (what, agreement) => isOwnForm(ports.secrets, agreed(what), agreement),
    refused: refused ?? null,
    isRestored: storedForm !== undefined,
    shown,
  };
}

function listLandings({ documents }: Site): readonly string[] {
  const landings = [...documents.values()].filter(({ kind }) => kind === 'landing');
  return landings.map(({ id }) => id).toSorted();
}

/** Maximum characters of the query of a page. */
const MAX_QUERY = 2_000;
/** Maximum characters of it in forms, which return to the page. */
export const MAX_AT = 500;

/** Query parameters for a single response. */
const passing = new Set(['done', 'refused', 'n', 'next', 'lang', '_nav', 'revoke', STORED_FORM_PARAMETER]);
