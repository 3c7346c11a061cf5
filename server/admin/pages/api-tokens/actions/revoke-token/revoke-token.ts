import type { SectionView } from '#engine/shared/data-view.ts';
import type { ListedApiToken } from '#server/staff/api-tokens.ts';
import { defineAdminAction, declareTextInput } from '../../../../admin-action.ts';
import type { AdminRequest } from '../../../../admin-page.ts';
import { buildFormView } from '../../../../form.ts';
import { TOKENS_PAGE, type TokensPorts } from '../../ports.ts';

const NAME = 'revoke-token';

/** Revokes a token immediately. */
export const revokeToken = ({ staff }: TokensPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'tokens',
    page: TOKENS_PAGE,
    requiresReauth: true,
    input: { id: declareTextInput(100) },
    run: ({ id }, { actor }) => staff.revokeApiToken(id, actor),
    respond: (_request, wasThere) => ({ to: TOKENS_PAGE, query: { done: wasThere ? 'tokenRevoked' : 'tokenBefore' } }),
  });

/** Confirmation before the token is revoked, which cannot be undone. */
export function buildRevokeSections(request: AdminRequest, { id, name }: ListedApiToken): readonly SectionView[] {
  const { t } = request;
  const form = buildFormView(request, {
    action: NAME,
    submit: t('tokens.revokeNow', { name }),
    hidden: { id },
    danger: true,
  });
  const links = [{ label: t('tokens.keep'), href: request.href(TOKENS_PAGE) }];
  return [
    { kind: 'note', mark: 'alert', title: t('tokens.sure', { name }), text: t('tokens.sureText'), links },
    { kind: 'form', form },
  ];
}
