import type { StaffGroup } from '#server/staff/permissions.ts';
import type { Authenticator } from './authenticator.ts';
import type { TestVisitor } from './plain-server.ts';

/** What is there to be attacked. */
export interface World {
  readonly mail: string;
  /** Two more dead letters. */
  readonly others: readonly string[];
  readonly applicants: readonly string[];
  /** Code of a link that the person made; empty before. */
  readonly link: string;
  readonly session: string;
  readonly email: string;
  /** Id of one that the same person has. */
  readonly passkey: string;
  /** Id of a program's token. */
  readonly token: string;
  /** Id of one with a changed text. */
  readonly draft: string;
  /** What a form of it was made from. */
  readonly seen: string;
  /** Id of an unused one. */
  readonly spareDraft: string;
  /** Id of an account whose owner does nothing. */
  readonly colleague: string;
  /** Id of a colleague's invitation, and the tokens of the links of two others. */
  readonly invitation: string;
  readonly invitationToken: string;
  readonly spareInvitationToken: string;
  /** Ids of three form entries. */
  readonly entries: readonly string[];
  /** Ids of two preview links. */
  readonly previews: readonly string[];
  /** Path of an uploaded image that nothing uses. */
  readonly image: string;
  /** Number of a publication whose time has not come. */
  readonly scheduled: string;
}

/** A browser with a fresh sign-in, and a passkey in its reach. */
interface Device {
  readonly visitor: TestVisitor;
  readonly authenticator: Authenticator;
}

export interface Row {
  /** Who may; `null` for everybody. */
  readonly groups: readonly StaffGroup[] | null;
  readonly fields?: (world: World) => Readonly<Record<string, string>>;
  /** Its form has an image, or a file of this text. */
  readonly isUpload?: true | string;
  /** The action whose answer holds its form, with what is agreed to by it. */
  readonly preview?: string;
  /** What a passkey fills in, on the page of the form. */
  readonly signed?: (device: Device, world: World) => Promise<Readonly<Record<string, string>>>;
  /** It is refused the second time. */
  readonly counts?: 'once';
  /** The same over GraphQL; left out where there is none. */
  readonly operation?: (world: World, key: string) => string;
  /** What the audit log calls it, and how often it happened after the same form was sent three times, two of them at once. */
  readonly deed?: string;
  readonly times?: number;
  /** The same for an operation that carries no key; as often as the form when left out. */
  readonly operationTimes?: number;
}
