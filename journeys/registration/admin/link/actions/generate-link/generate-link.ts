import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { DeclaredAction } from '#server/admin/admin-action.ts';
import { type Action, type ActionResult, type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { drawQrPath } from '#server/admin/draw-qr-path.ts';
import { buildLandingName, LINK_PAGE, type LinkPorts } from '../../ports.ts';

const ACTION = 'generate-link';

/** Creates a link with a valid code, valid for 14 days (R3). API clients use an operation of the journey, which stores its idempotency keys itself. */
export function generateLink({ members }: LinkPorts): DeclaredAction {
  const generate: Action = {
    permission: 'links',
    page: LINK_PAGE,
    repeatable: true,
    async run(request, fields) {
      const { t } = request;
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
          return { errors: { code: t(`code.${answer.error}`) } };
        case 'invalid':
          return { errors: { code: t('code.REGISTRATION_CODE_INVALID') } };
        case 'key-reused':
          return { errors: {}, message: t('form.stale') };
        case 'too-many-requests': {
          const { retryAfterSeconds } = answer;
          const minutes = t.number(Math.ceil(retryAfterSeconds / 60));
          return { errors: {}, message: t('form.tooMany', { minutes }), status: 429, retryAfterSeconds };
        }
      }
    },
  };
  return { actions: { [ACTION]: generate } };
}

function chooseLocale(asked: string, otherwise: Locale): Locale {
  return locales.find((locale) => locale === asked) ?? otherwise;
}

export function buildLinkForm(request: AdminRequest): FormView {
  const { t, locale, landings } = request;
  return buildFormView(request, {
    action: ACTION,
    submit: t('link.submit'),
    text: t('link.note'),
    fields: [
      {
        name: 'code',
        label: t('link.code'),
        type: 'text',
        required: true,
        value: request.query.get('code') ?? '',
        hint: t('link.codeHint'),
      },
      {
        name: 'landing',
        label: t('link.landing'),
        type: 'select',
        value: '',
        options: [
          { value: '', label: t('link.ownLanding') },
          ...landings.map((id) => ({ value: id, label: buildLandingName(id) })),
        ],
      },
      {
        name: 'language',
        label: t('link.language'),
        type: 'select',
        value: locale,
        options: locales.map((each) => ({ value: each, label: getNativeLanguageName(each) })),
      },
    ],
  });
}

function linkReady(
  { t }: AdminRequest,
  { url, expiresAt }: { readonly url: string; readonly expiresAt: number },
  code: string,
): ActionResult {
  const shown: SectionView[] = [
    { kind: 'note', mark: 'on', title: t('link.ready'), text: t('link.readyText', { code }) },
    {
      kind: 'copy',
      copy: {
        id: 'link',
        label: t('link.yours'),
        value: url,
        copy: t('link.copy'),
        copied: t('link.copied'),
        code: { label: t('link.qr'), ...drawQrPath(url) },
      },
    },
    { kind: 'facts', facts: [{ label: t('link.until'), value: t.moment(expiresAt) }] },
  ];
  return { shown };
}
