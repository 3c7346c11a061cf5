import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import type { Staff } from '#server/staff/index.ts';
import type { SignInResult } from '#server/staff/sign-in.ts';
import { buildFormView } from '../../form.ts';
import { readPasskeyResponse, buildPasskeyView } from '../passkeys/passkeys.ts';
import { type AdminRequest, type Fields, requireUser } from '../../admin-page.ts';

export interface ConfirmPorts {
  readonly staff: Pick<Staff, 'confirm' | 'waysToConfirm' | 'offerToUsePasskey'>;
}

/** A form on hold until its sender has signed in again. */
export interface Unconfirmed {
  /** Name of its action, and the page that it is on. */
  readonly action: string;
  readonly page: string;
  /** All submitted values. */
  readonly values: Readonly<Record<string, string>>;
  /** Result of the previous attempt; `null` at first. */
  readonly answer: Exclude<SignInResult, { readonly outcome: 'signed-in' }> | null;
}

/** How users sign in again before an action that cannot be undone. */
export interface Confirming {
  /** Credentials sent with the form; `null` for none. */
  proof(request: AdminRequest, fields: Fields): Promise<SignInResult | null>;
  /** The prompt above the page: each method resubmits the form with all values. */
  sections(request: AdminRequest, waiting: Unconfirmed): Promise<readonly SectionView[]>;
}

export function createReauthentication(ports: ConfirmPorts): Confirming {
  return {
    proof: (request, fields) => proofIn(ports, request, fields),
    sections: (request, waiting) => confirmSections(ports, request, waiting),
  };
}

const PASSWORD = '_password';

async function proofIn({ staff }: ConfirmPorts, request: AdminRequest, fields: Fields): Promise<SignInResult | null> {
  const { id, email, token } = requireUser(request);
  const who = { adminId: id, email, token, network: request.network };
  const [password, passkey] = [fields.text(PASSWORD), readPasskeyResponse(request, fields)];
  if (password !== '') return staff.confirm({ ...who, by: { password } });
  return passkey.credential === '' ? null : staff.confirm({ ...who, by: { passkey } });
}

async function confirmSections(
  { staff }: ConfirmPorts,
  request: AdminRequest,
  { action, page, values, answer }: Unconfirmed,
): Promise<readonly SectionView[]> {
  const { t, browser, href, actionHref } = request;
  const { id } = requireUser(request);
  const ways = await staff.waysToConfirm(id);
  const shared = { action, hidden: values, danger: true };
  const forms: FormView[] = [];
  if (ways.password)
    forms.push(
      buildFormView(request, {
        ...shared,
        id: 'confirm-password',
        submit: t('confirm.submit'),
        fields: [
          {
            name: PASSWORD,
            label: t('confirm.password'),
            type: 'password',
            required: true,
            autocomplete: 'current-password',
          },
        ],
      }),
    );
  if (ways.passkey) {
    const offer = await staff.offerToUsePasskey({ purpose: 'confirm', browser, adminId: id });
    const passkey = buildPasskeyView(request, 'get', offer);
    forms.push(buildFormView(request, { ...shared, id: 'confirm-passkey', submit: t('confirm.passkey'), passkey }));
  }
  const again = `${actionHref('provider')}?${new URLSearchParams({ next: page }).toString()}`;
  const links = ways.provider
    ? [{ label: t('signin.provider'), href: again }]
    : [{ label: t('confirm.leave'), href: href(page) }];
  const text = ways.provider ? `${t('confirm.text')} ${t('confirm.provider')}` : t('confirm.text');
  return [
    { kind: 'note', mark: 'alert', title: chooseTitle(request, answer), text, links },
    ...forms.map((form) => ({ kind: 'form' as const, form })),
  ];
}

function chooseTitle({ t }: AdminRequest, answer: Unconfirmed['answer']): string {
  if (answer === null) return t('confirm.title');
  if (answer.outcome === 'refused') return t('confirm.refused');
  return t('signin.tooMany', { minutes: t.number(Math.ceil(answer.retryAfterSeconds / 60)) });
}
