import type { SectionView } from '#engine/shared/data-view.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { STORED_FORM_PARAMETER, readNext } from '#server/platform/requests/next-page.ts';
import type { Staff } from '#server/staff/index.ts';
import type { PasskeyOffer } from '#server/staff/passkeys/passkeys.ts';
import type { SignInResult } from '#server/staff/sign-in.ts';
import { buildFormView } from '../../form.ts';
import { readPasskeyResponse, buildPasskeyView } from '../passkeys/passkeys.ts';
import {
  type Action,
  type ActionResult,
  type AdminRequest,
  type Fields,
  type AdminPage,
  buildViewQuery,
} from '../../admin-page.ts';

export interface SignInPagePorts {
  readonly ports: Pick<PlatformPorts, 'clock'>;
  readonly staff: Pick<
    Staff,
    'signInAdmin' | 'signInWithPasskey' | 'offerToUsePasskey' | 'hasProvider' | 'issueAccessToken' | 'revokeAccessToken'
  >;
}

const SIGN_IN_PAGE = '/admin/signin';
const START_PAGE = '/admin';

/** Sign-in and sign-out. */
export function createSignInPage({ ports, staff }: SignInPagePorts): AdminPage {
  async function opened(
    { t, user, locale }: AdminRequest,
    fields: Fields,
    answer: SignInResult,
    refusal: 'signin.refused' | 'signin.passkeyRefused',
  ): Promise<ActionResult> {
    if (answer.outcome === 'refused') return { errors: {}, message: t(refusal) };
    if (answer.outcome === 'too-many-requests') {
      const { retryAfterSeconds } = answer;
      const minutes = t.number(Math.ceil(retryAfterSeconds / 60));
      return { errors: {}, message: t('signin.tooMany', { minutes }), status: 429, retryAfterSeconds };
    }
    const { token, expiresAt } = await staff.issueAccessToken({
      role: 'admin',
      subject: answer.admin.id,
      replaces: user?.token ?? null,
      locale,
    });
    const seconds = Math.floor((expiresAt - ports.clock.now()) / 1_000);
    const { path, query } = readNext(fields.text('next'));
    return { to: path || START_PAGE, query, session: { token, seconds } };
  }

  const signIn: Action = {
    permission: null,
    page: SIGN_IN_PAGE,
    repeatable: true,
    async run(request, fields) {
      const [email, password] = [fields.text('email'), fields.text('password')];
      const answer = await staff.signInAdmin({ email, password, network: request.network });
      return opened(request, fields, answer, 'signin.refused');
    },
  };
  const signInWithPasskey: Action = {
    ...signIn,
    async run(request, fields) {
      const attempt = { ...readPasskeyResponse(request, fields), network: request.network };
      return opened(request, fields, await staff.signInWithPasskey(attempt), 'signin.passkeyRefused');
    },
  };
  const signOut: Action = {
    permission: 'enter',
    page: START_PAGE,
    repeatable: true,
    async run({ user }) {
      if (user !== null) await staff.revokeAccessToken(user.token);
      return { to: SIGN_IN_PAGE, query: { done: 'signedOut' }, session: null };
    },
  };
  const offer = ({ browser }: AdminRequest) => staff.offerToUsePasskey({ purpose: 'sign-in', browser });
  async function sections(request: AdminRequest): Promise<readonly SectionView[]> {
    const forms = signInSections(request, await offer(request), staff.hasProvider);
    return [
      ...refusedNote(request),
      ...storedFormNote(request),
      ...forms,
      ...(staff.hasProvider ? [providerLink(request)] : []),
    ];
  }

  return {
    queries: {
      'sign-in': buildViewQuery(null, async (request) => ({
        sections: await sections(request),
        foot: request.t('signin.note'),
      })),
    },
    actions: { 'sign-in': signIn, 'sign-in-passkey': signInWithPasskey, 'sign-out': signOut },
  };
}

function signInSections(request: AdminRequest, offer: PasskeyOffer, hasProvider: boolean): readonly SectionView[] {
  const { t, user } = request;
  const next = findNext(request);
  const already: SectionView = {
    kind: 'note',
    mark: 'on',
    title: t('signin.already', { name: user?.name ?? '' }),
    links: [{ label: t('signin.start'), href: request.href(START_PAGE) }],
  };
  const form = buildFormView(request, {
    action: 'sign-in',
    submit: t('signin.submit'),
    primary: false,
    ...(hasProvider && { or: t('signin.orProvider') }),
    hidden: { next },
    fields: [
      { name: 'email', label: t('signin.email'), type: 'email', required: true, autocomplete: 'username webauthn' },
      {
        name: 'password',
        label: t('signin.password'),
        type: 'password',
        required: true,
        autocomplete: 'current-password',
      },
    ],
  });
  const passkey = buildFormView(request, {
    action: 'sign-in-passkey',
    submit: t('signin.passkey'),
    or: t('signin.orPassword'),
    hidden: { next },
    passkey: { ...buildPasskeyView(request, 'get', offer), offered: user === null },
  });
  return [...(user === null ? [] : [already]), { kind: 'form', form: passkey }, { kind: 'form', form }];
}

/** Only known messages, so that a link cannot put any other text on the page. */
function refusedNote({ t, query }: AdminRequest): readonly SectionView[] {
  const refused = query.get('refused');
  if (refused !== 'provider' && refused !== 'unavailable') return [];
  return [{ kind: 'note', mark: 'stop', title: t(`signin.refused.${refused}`) }];
}

/** The submitted form is stored while its sender signs in. */
function storedFormNote(request: AdminRequest): readonly SectionView[] {
  if (readNext(findNext(request)).query[STORED_FORM_PARAMETER] === undefined) return [];
  return [{ kind: 'note', mark: 'wait', title: request.t('signin.kept') }];
}

const findNext = ({ query, refused }: AdminRequest): string => refused?.values['next'] ?? query.get('next') ?? '';

function providerLink(request: AdminRequest): SectionView {
  const next = findNext(request);
  const href = `${request.actionHref('provider')}?${new URLSearchParams({ next }).toString()}`;
  return { kind: 'ways', links: [{ label: request.t('signin.provider'), href }] };
}
