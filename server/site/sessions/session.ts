import type { SetCookie } from '#engine/decide/types.ts';
import type {
  AddressFact,
  OpenedTokens,
  OpenRegistration,
  TokenPurpose,
  VoucherFact,
} from '#journeys/registration/decide/facts.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { seal, unseal } from '#server/platform/tokens/seal.ts';

/** What a visitor's registration or request needs from one page to the next. All of it is the visitor's own; nobody else can read it. */
export interface Session {
  /** Opens the draft of the lean flow. */
  readonly draft?: string;
  /** What the first step's page said: the newsletter's words and its voucher. */
  readonly offer?: Offer;
  /** The right to watch, change and resend a registration, and its address as typed. */
  readonly registration?: { readonly handle: string; readonly email: OpenRegistration['email'] };
  /** An activation token that failed: enough to have the mail sent once more. */
  readonly failedToken?: string;
  readonly voucher?: VoucherFact;
  /** Whoever activated an account, or was told that the one of an address is active, sees the page that says so (R16). */
  readonly active?: true;
  /** The application for membership that this visitor sent. */
  readonly applied?: AddressFact;
  /** What came of tokens that this visitor used (G1), so that the token itself need not stay in an address. */
  readonly used?: Readonly<Partial<Record<TokenPurpose, AddressFact>>>;
  /** Tokens that this visitor opened a page with (G1); each counts for as long as it would be valid itself. */
  readonly opened?: OpenedTokens;
}

/** What a page with a registration form says beside it. */
export interface Offer {
  /** The words beside the newsletter box as the visitor saw them, and their version. */
  readonly newsletter: { readonly text: string; readonly version: string };
  /** Name of the voucher that the document promises. */
  readonly voucher: string | null;
}

const SECONDS = 24 * 3600;
/** Browsers keep no longer cookie. */
const LONGEST = 4_000;

/** `__Host-`, wherever browsers accept it: no other host and no subdomain can then set it (RFC 6265bis, 4.1.3.2). */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-session' : 'session';
}

/** The session that a visitor brought; an empty one when there is none, or it is too old or forged. */
export function readSession(
  ports: Pick<PlatformPorts, 'secrets' | 'clock'>,
  cookies: Readonly<Record<string, string>>,
  secure: boolean,
): Session {
  const sealed = cookies[sessionCookieName(secure)];
  if (sealed === undefined || sealed.length > LONGEST) return {};
  try {
    const { until, session }: { until: number; session: Session } = JSON.parse(
      unseal(ports.secrets.seal, 'session', sealed),
    );
    return until > ports.clock.now() ? session : {};
  } catch {
    return {};
  }
}

/** A cookie for 24 hours from now, sealed; an empty session takes the cookie away. */
export function sessionCookie(
  ports: Pick<PlatformPorts, 'secrets' | 'clock' | 'random'>,
  session: Session,
  secure: boolean,
): SetCookie {
  const name = sessionCookieName(secure);
  if (Object.keys(session).length === 0) return { name, value: '', maxAge: 0, httpOnly: true, path: '/' };
  const content = JSON.stringify({ until: ports.clock.now() + SECONDS * 1_000, session });
  const value = seal(ports.secrets.seal, ports.random, 'session', content);
  return { name, value, maxAge: SECONDS, httpOnly: true, path: '/' };
}
