import type { SectionView } from '#engine/base/data-view.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { KEPT, readNext } from '#server/platform/requests/next-page.ts';
import type { Staff } from '#server/staff/index.ts';
import type { PasskeyOffer } from '#server/staff/passkeys/passkeys.ts';
import type { SignInAnswer } from '#server/staff/sign-in.ts';
import { formView } from '../../form.ts';
import { passkeyAnswer, passkeyView } from '../passkeys/passkeys.ts';
import { type Action, type ActionAnswer, type Asking, type Fields, type Room, viewQuery } from '../../room.ts';

export interface SignInPorts {
  readonly ports: Pick<PlatformPorts, 'clock'>;
  readonly staff: Pick<
    Staff,
    'signInAdmin' | 'signInWithPasskey' | 'offerToUsePasskey' | 'hasProvider' | 'issueAccessToken' | 'revokeAccessToken'
  >;
}

const SIGN_IN_PAGE = '/admin/signin';
const START_PAGE = '/admin';

/** Ways in and out. */
export function signInRoom({ ports, staff }: SignInPorts): Room {
  async function opened(
    { words, me }: Asking,
    fields: Fields,
    answer: SignInAnswer,
    refusal: 'signin.refused' | 'signin.passkeyRefused',
  ): Promise<ActionAnswer> {
    if (answer.outcome === 'refused') return { errors: {}, message: words(refusal) };
    if (answer.outcome === 'too-many-requests') {
      const { retryAfterSeconds } = answer;
      const minutes = words.number(Math.ceil(retryAfterSeconds / 60));
      return { errors: {}, message: words('signin.tooMany', { minutes }), status: 429, retryAfterSeconds };
    }
    const { token, expiresAt } = await staff.issueAccessToken({
      role: 'admin',
      subject: answer.admin.id,
      replaces: me?.token ?? null,
    });
    const seconds = Math.floor((expiresAt - ports.clock.now()) / 1_000);
    const { path, query } = readNext(fields.text('next'));
    return { to: path || START_PAGE, query, session: { token, seconds } };
  }

  const signIn: Action = {
    permission: null,
    page: SIGN_IN_PAGE,
    repeatable: true,
    async run(asking, fields) {
      const [email, password] = [fields.text('email'), fields.text('password')];
      const answer = await staff.signInAdmin({ email, password, network: asking.network });
      return opened(asking, fields, answer, 'signin.refused');
    },
  };
  const signInWithPasskey: Action = {
    ...signIn,
    async run(asking, fields) {
      const request = { ...passkeyAnswer(asking, fields), network: asking.network };
      return opened(asking, fields, await staff.signInWithPasskey(request), 'signin.passkeyRefused');
    },
  };
  const signOut: Action = {
    permission: 'enter',
    page: START_PAGE,
    repeatable: true,
    async run({ me }) {
      if (me !== null) await staff.revokeAccessToken(me.token);
      return { to: SIGN_IN_PAGE, query: { done: 'signedOut' }, session: null };
    },
  };
  const offer = ({ browser }: Asking) => staff.offerToUsePasskey({ purpose: 'sign-in', browser });
  async function sections(asking: Asking): Promise<readonly SectionView[]> {
    const forms = signInSections(asking, await offer(asking), staff.hasProvider);
    return [
      ...refusedNote(asking),
      ...keptNote(asking),
      ...forms,
      ...(staff.hasProvider ? [providerLink(asking)] : []),
    ];
  }

  return {
    queries: {
      'sign-in': viewQuery(null, async (asking) => ({
        sections: await sections(asking),
        foot: asking.words('signin.note'),
      })),
    },
    actions: { 'sign-in': signIn, 'sign-in-passkey': signInWithPasskey, 'sign-out': signOut },
  };
}

function signInSections(asking: Asking, offer: PasskeyOffer, hasProvider: boolean): readonly SectionView[] {
  const { words, me } = asking;
  const next = nextOf(asking);
  const already: SectionView = {
    kind: 'note',
    mark: 'on',
    title: words('signin.already', { name: me?.name ?? '' }),
    links: [{ label: words('signin.start'), href: asking.href(START_PAGE) }],
  };
  const form = formView(asking, {
    action: 'sign-in',
    submit: words('signin.submit'),
    primary: false,
    ...(hasProvider && { or: words('signin.orProvider') }),
    hidden: { next },
    fields: [
      { name: 'email', label: words('signin.email'), type: 'email', required: true, autocomplete: 'username webauthn' },
      {
        name: 'password',
        label: words('signin.password'),
        type: 'password',
        required: true,
        autocomplete: 'current-password',
      },
    ],
  });
  const passkey = formView(asking, {
    action: 'sign-in-passkey',
    submit: words('signin.passkey'),
    or: words('signin.orPassword'),
    hidden: { next },
    passkey: { ...passkeyView(asking, 'get', offer), offered: me === null },
  });
  return [...(me === null ? [] : [already]), { kind: 'form', form: passkey }, { kind: 'form', form }];
}

/** Only fixed words, as for what was done. */
function refusedNote({ words, query }: Asking): readonly SectionView[] {
  const refused = query.get('refused');
  if (refused !== 'provider' && refused !== 'unavailable') return [];
  return [{ kind: 'note', mark: 'stop', title: words(`signin.refused.${refused}`) }];
}

/** What was typed is not lost, although the page is another. */
function keptNote(asking: Asking): readonly SectionView[] {
  if (readNext(nextOf(asking)).query[KEPT] === undefined) return [];
  return [{ kind: 'note', mark: 'wait', title: asking.words('signin.kept') }];
}

const nextOf = ({ query, refused }: Asking): string => refused?.values['next'] ?? query.get('next') ?? '';

function providerLink(asking: Asking): SectionView {
  const next = nextOf(asking);
  const href = `${asking.actionHref('provider')}?${new URLSearchParams({ next }).toString()}`;
  return { kind: 'ways', links: [{ label: asking.words('signin.provider'), href }] };
}
