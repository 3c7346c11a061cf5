import type { Schedule, ScheduledSpan } from '#engine/documents/read-schedule.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { ContentNames } from '../model/name-content.ts';
import type { CalendarPlan } from './calendar-plan.ts';

type Texts = Pick<AdminRequest, 't'>;

/** Beginning and end in the time zone of the site, and in its own zone where that differs. */
export function describeSpan({ t }: Texts, { from, to, window }: ScheduledSpan): string {
  const [begins, ends] = [Number.isFinite(from), Number.isFinite(to)];
  const times = { from: begins ? t.moment(from) : '', to: ends ? t.moment(to) : '' };
  const key = begins ? (ends ? 'calendar.span' : 'calendar.since') : ends ? 'calendar.until' : 'calendar.always';
  if (window.zone === '' || window.zone === SHOP_ZONE) return t(key, times);
  const wall = [window.from, window.to].map((time) => time?.replace('T', ' ') ?? '…').join(' – ');
  return `${t(key, times)} · ${wall} ${window.zone}`;
}

/** The document or block of a window, the key of an experiment, or a claim with its value. */
export const nameSpan = (names: ContentNames, span: ScheduledSpan): string => {
  if (span.what === 'window') return names.place(span);
  return span.claim === undefined ? span.who : names.claim(span.claim);
};

/** Steps of the ramp of an experiment. */
export const listRamp = ({ changes }: Schedule, { location }: ScheduledSpan): Schedule['changes'] =>
  changes.filter((change) => change.what === 'ramp' && change.location.file === location.file);

/** The same for an experiment, with the steps of its ramp. */
export function describeExperiment(
  request: Texts,
  span: ScheduledSpan,
  { schedule }: Pick<CalendarPlan, 'schedule'>,
): string {
  const { t } = request;
  const steps = listRamp(schedule, span)
    .map(({ at }) => t.moment(at))
    .join(', ');
  return [describeSpan(request, span), ...(steps === '' ? [] : [`${t('state.ramp')}: ${steps}`])].join(' · ');
}
