import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { DeclaredAction } from '#server/admin/admin-action.ts';
import { type Action, type ActionResult, type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import { qrPath } from '#server/admin/qr-path.ts';
import { landingName, LINK_PAGE, type LinkPorts } from '../../ports.ts';

const ACTION = 'generate-link';

/** Creates a link with a valid code, valid for 14 days (R3). API clients use an operation of the journey, which stores its idempotency keys itself. */
export function generateLink({ members }: LinkPorts): DeclaredAction {
  const generate: Action = {
    permission: 'links',
    page: LINK_PAGE,
    repeatable: true,
    async run(request, fields) {
      const { words } = request;
      const landing = request.landings.find((id) => id === fields.text('landing'));
      const answer = await members.generateLink({
        form: { code: fields.text('code') },
        actor: requireUser(request).id,
        idempotencyKey: fields.key,
        locale: chooseLocale(fields.text('language'), request.locale),
        landing,
      });
      switch (answer.outcome) {
        case 'generated':
          return linkReady(request, answer.link, fields.text('code'));
        case 'refused':
          return { errors: { code: words(`code.${answer.error}`) } };
        case 'invalid':
          return { errors: { code: words('code.REGISTRATION_CODE_INVALID') } };
        case 'key-reused':
          return { errors: {}, message: words('form.stale') };
        case 'too-many-requests': {
          const { retryAfterSeconds } = answer;
          const minutes = words.number(Math.ceil(retryAfterSeconds / 60));
          return { errors: {}, message: words('form.tooMany', { minutes }), status: 429, retryAfterSeconds };
        }
      }
    },
  };
  return { actions: { [ACTION]: generate } };
}

function chooseLocale(asked: string, otherwise: Locale): Locale {
  return locales.find((locale) => locale === asked) ?? otherwise;
}

export function linkForm(request: AdminRequest): FormView {
  const { words, locale, landings } = request;
  return formView(request, {
    action: ACTION,
    submit: words('link.submit'),
    text: words('link.note'),
    fields: [
      {
        name: 'code',
        label: words('link.code'),
        type: 'text',
        required: true,
        value: request.query.get('code') ?? '',
        hint: words('link.codeHint'),
      },
      {
        name: 'landing',
        label: words('link.landing'),
        type: 'select',
        value: '',
        options: [
          { value: '', label: words('link.ownLanding') },
          ...landings.map((id) => ({ value: id, label: landingName(id) })),
        ],
      },
      {
        name: 'language',
        label: words('link.language'),
        type: 'select',
        value: locale,
        options: locales.map((each) => ({ value: each, label: nativeLanguageName(each) })),
      },
    ],
  });
}

function linkReady(
  { words }: AdminRequest,
  { url, expiresAt }: { readonly url: string; readonly expiresAt: number },
  code: string,
): ActionResult {
  const shown: SectionView[] = [
    { kind: 'note', mark: 'on', title: words('link.ready'), text: words('link.readyText', { code }) },
    {
      kind: 'copy',
      copy: {
        id: 'link',
        label: words('link.yours'),
        value: url,
        copy: words('link.copy'),
        copied: words('link.copied'),
        code: { label: words('link.qr'), ...qrPath(url) },
      },
    },
    { kind: 'facts', facts: [{ label: words('link.until'), value: words.moment(expiresAt) }] },
  ];
  return { shown };
}
