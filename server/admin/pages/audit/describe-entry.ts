import type { AdminRequest } from '../../admin-page.ts';
import { nameMail } from '../mails/name-mail.ts';

type Values = Readonly<Record<string, unknown>>;

/** A time as stored in entries. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
/** IDs that are not shown: UUIDs, and 16 random bytes in base64url. */
const ID = /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?=.*[a-z])(?=.*[A-Z])[\w-]{22})$/;

/** Values of an entry as text, `Places: 10 · Valid until: –`; values that a later release wrote are shown by name. */
export function describeValues(request: AdminRequest, values: Values | null): string {
  return Object.entries(values ?? {})
    .filter(([, value]) => !isNothing(value))
    .map(([name, value]) => `${nameField(request, name)}: ${valueText(request, value)}`)
    .join('\u00A0· ');
}

const isNothing = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (typeof value === 'string' && ID.test(value));

function nameField({ t }: AdminRequest, name: string): string {
  const known: string = `audit.field.${name}`;
  return t.has(known) ? t(known) : name;
}

function valueText(request: AdminRequest, value: unknown): string {
  const { t } = request;
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'number') return t.number(value);
  if (typeof value === 'boolean') return t(value ? 'audit.value.yes' : 'audit.value.no');
  if (Array.isArray(value)) return value.map((each) => valueText(request, each)).join(', ');
  if (typeof value === 'object') return sumCounts(request, value);
  const text = String(value);
  if (TIME.test(text)) return t.moment(text);
  for (const key of [`audit.value.${text}`, `group.${text}`, `tokens.scope.${text}`]) if (t.has(key)) return t(key);
  return text;
}

/** The sum of counts by name, such as rows per table; other values are shown as they are. */
function sumCounts({ t }: AdminRequest, value: object): string {
  const counts = Object.values(value).filter((each): each is number => typeof each === 'number');
  return counts.length === Object.keys(value).length
    ? t.number(counts.reduce((sum, count) => sum + count, 0))
    : JSON.stringify(value);
}

/** The subject of an entry, such as the name of a colleague, a mail or a code; `null` for an id without a name. */
export function describeSubject(
  { t }: AdminRequest,
  {
    subject,
    action,
    after,
  }: { readonly subject: string | null; readonly action: string; readonly after: Values | null },
  getName: (id: string) => string | undefined,
): string | null {
  const named = subject === null ? undefined : getName(subject);
  if (named !== undefined) return named;
  const { code } = after ?? {};
  if (typeof code === 'string') return code;
  if (subject === null || ID.test(subject)) return null;
  return action === 'mail.sample' ? nameMail(t, subject) : subject;
}
