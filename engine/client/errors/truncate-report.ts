import { reportLimits } from '#engine/shared/error-reports.ts';

interface Report {
  readonly breadcrumbs?: readonly unknown[];
}

/** Limits a report to 100 breadcrumbs and texts of 255 characters; above 64 KB it loses its breadcrumbs, or is dropped (`null`). */
export function truncateReport<Kind extends Report>(event: Kind): Kind | null {
  const cut = cutTexts({ ...event, breadcrumbs: event.breadcrumbs?.slice(-reportLimits.telemetry) });
  if (bytes(cut) <= reportLimits.bytes) return cut;
  const { breadcrumbs: _left, ...rest } = cut;
  const short = rest as Kind;
  return bytes(short) <= reportLimits.bytes ? short : null;
}

function cutTexts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
    typeof part === 'string' ? part.slice(0, reportLimits.text) : part,
  );
}

function bytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
