import type { Invalid, TooMany } from '#journeys/registration/server/outcomes.ts';
import type { CodeError } from '#journeys/registration/decide/facts.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { claimKey, computeFingerprint, createIdempotencyKey } from '#server/platform/database/idempotency.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { DAY, toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { resolveCode } from '#journeys/registration/members/check-code/check-code.ts';
import { formatCode } from '#journeys/registration/members/codes/generate-code.ts';
import { createNewCode } from '#journeys/registration/members/codes/new-code.ts';
import { signLinkTimestamp } from '#journeys/registration/members/codes/link-timestamp.ts';

export interface GenerateLinkRequest {
  /** Contains the valid code for the link. */
  readonly form: unknown;
  /** Id of the admin. */
  readonly actor: string;
  /** From the form, so that a double submission creates one link. */
  readonly idempotencyKey: string;
  /** Landing of the link; default: that of the code. */
  readonly landing?: string;
  /** Language of the link; default: the site's. */
  readonly locale?: Locale;
}

export interface GeneratedLink {
  readonly code: string;
  readonly validityTimestamp: string;
  /** Absolute, in the language without a prefix; code and timestamp are valid in all languages. */
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export type GenerateLinkResult =
  | { readonly outcome: 'generated'; readonly link: GeneratedLink }
  | { readonly outcome: 'refused'; readonly error: CodeError }
  | { readonly outcome: 'key-reused' }
  | Invalid
  | TooMany;

/** Creates a link from a valid code, with a code of its own and a signed timestamp, valid for 14 days (R3, V6). */
export async function generateLink(ports: MemberPorts, request: GenerateLinkRequest): Promise<GenerateLinkResult> {
  const { landing, locale = 'en' } = request;
  const checked = validateForm('code', request.form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };
  if (landing !== undefined && !ports.site.hasLanding(landing))
    return { outcome: 'refused', error: 'CUSTOMIZATION_MISSING' };
  const limited = await countHit(ports.database.db, ports.clock, [
    { action: 'link/actor', subject: request.actor, limit: ports.settings.limits.linkPerActor },
  ]);
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  return withTransaction<GenerateLinkResult>(ports.database, async (tx, undo) => {
    const expiresAt = Math.floor((ports.clock.now() + ports.settings.linkDays * DAY) / 1_000) * 1_000;
    const code = createNewCode(ports);
    const key = {
      key: createIdempotencyKey('link', request.actor, request.idempotencyKey),
      fingerprint: computeFingerprint({ ...checked.value, ...(landing !== undefined && { landing }) }),
    };
    const claim = await claimKey(tx, ports.clock, key, {
      memberId: null,
      answer: JSON.stringify({ code, expiresAt }),
      lifetimeMs: DAY,
    });
    if (claim.state === 'other-body') return undo({ outcome: 'key-reused' });
    if (claim.state === 'repeated') {
      const made: { code: string; expiresAt: number } = JSON.parse(claim.answer);
      return undo({ outcome: 'generated', link: signLink(ports, made.code, made.expiresAt, locale) });
    }
    const base = await resolveCode(ports, tx, { code: checked.value.code });
    if ('error' in base) return undo({ outcome: 'refused', error: base.error });

    await tx
      .insertInto('registration_codes')
      .values({
        code,
        label: formatCode(code),
        kind: 'generated',
        state: 'active',
        inviter_id: base.usable.inviterId,
        landing: landing ?? base.usable.landing,
        referrer_ban: 'listed',
        expires_at: toTimestamp(expiresAt),
        created_at: getCurrentTimestamp(ports.clock),
      })
      .execute();
    await tx
      .insertInto('generated_links')
      .values({
        code,
        base_code: base.usable.code,
        created_by: request.actor,
        created_at: getCurrentTimestamp(ports.clock),
        expires_at: toTimestamp(expiresAt),
      })
      .execute();
    // A code may contain a name, which an erasure must find: the audit log stores the inviter's id and the new, random code.
    const { inviterId } = base.usable;
    await ports.audit(tx, {
      actor: request.actor,
      action: 'link.generate',
      person: inviterId,
      after: { link: code, landing: landing ?? base.usable.landing, until: toTimestamp(expiresAt) },
    });
    return { outcome: 'generated', link: signLink(ports, code, expiresAt, locale) };
  });
}

/** The link of a generated code; deterministic. */
export function signLink(ports: MemberPorts, code: string, expiresAt: number, locale: Locale): GeneratedLink {
  const validityTimestamp = signLinkTimestamp(ports.secrets.link, code, expiresAt);
  return { code, validityTimestamp, expiresAt, url: ports.site.url(locale, `/${code}`, { validityTimestamp }) };
}
