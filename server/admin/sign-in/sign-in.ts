import type { SectionView } from '#engine/base/data-view.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import { formView } from '../form.ts';
import { type Action, type Asking, type Room, viewQuery } from '../room.ts';

export interface SignInPorts {
  readonly ports: Pick<PlatformPorts, 'clock'>;
  readonly staff: Pick<Staff, 'signInAdmin' | 'issueAccessToken' | 'revokeAccessToken'>;
}

const SIGN_IN_PAGE = '/admin/signin';
const START_PAGE = '/admin';

/** Ways in and out. */
export function signInRoom({ ports, staff }: SignInPorts): Room {
  const signIn: Action = {
    permission: null,
    page: SIGN_IN_PAGE,
    repeatable: true,
    async run({ words, network }, fields) {
      const [email, password] = [fields.text('email'), fields.text('password')];
      const answer = await staff.signInAdmin({ email, password, network });
      if (answer.outcome === 'refused') return { errors: {}, message: words('signin.refused') };
      if (answer.outcome === 'too-many-requests') {
        const { retryAfterSeconds } = answer;
        const minutes = words.number(Math.ceil(retryAfterSeconds / 60));
        return { errors: {}, message: words('signin.tooMany', { minutes }), status: 429, retryAfterSeconds };
      }
      const { token, expiresAt } = await staff.issueAccessToken({ role: 'admin', subject: answer.admin.id });
      const seconds = Math.floor((expiresAt - ports.clock.now()) / 1_000);
      return { to: fields.text('next') || START_PAGE, session: { token, seconds } };
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
  return {
    queries: { 'sign-in': viewQuery(null, async (asking) => ({ sections: signInSections(asking) })) },
    actions: { 'sign-in': signIn, 'sign-out': signOut },
  };
}

function signInSections(asking: Asking): readonly SectionView[] {
  const { words, me, query, refused } = asking;
  const next = refused?.values['next'] ?? query.get('next') ?? '';
  const already: SectionView = {
    kind: 'note',
    mark: 'on',
    title: words('signin.already', { name: me?.name ?? '' }),
    links: [{ label: words('signin.start'), href: asking.href(START_PAGE) }],
  };
  const form = formView(asking, {
    action: 'sign-in',
    submit: words('signin.submit'),
    text: words('signin.note'),
    hidden: { next },
    fields: [
      { name: 'email', label: words('signin.email'), type: 'email', required: true, autocomplete: 'username' },
      {
        name: 'password',
        label: words('signin.password'),
        type: 'password',
        required: true,
        autocomplete: 'current-password',
      },
    ],
  });
  return [...(me === null ? [] : [already]), { kind: 'form', form }];
}
