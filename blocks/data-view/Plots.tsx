import type { ReactNode } from 'react';
import type { CurveView, IntervalView, TickView } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';

const percent = (at: number): string => `${at.toFixed(2)}%`;
/** Half the height of an interval. */
const MIDDLE = 15;

/** The axis of a column of intervals; each interval has a text alternative. */
export function Scale({ ticks }: { readonly ticks: readonly TickView[] }): ReactNode {
  return (
    <svg className={css.plot} height="18" aria-hidden="true">
      {ticks.map(({ at, label, strong }) => (
        <text key={at} className={strong ? css.strong : undefined} x={percent(at)} y="14" textAnchor="middle">
          {label}
        </text>
      ))}
    </svg>
  );
}

/** An interval with its mean, filled when it excludes zero, so that it does not depend on colour. */
export function PlottedInterval({ interval }: { readonly interval: IntervalView }): ReactNode {
  const { low, value, high, zero, wanted, decided, title, description } = interval;
  const vertical = (x: number, from = 0, to = 2 * MIDDLE) => ({ x1: percent(x), x2: percent(x), y1: from, y2: to });
  return (
    <svg className={css.plot} height={2 * MIDDLE} role="img">
      <title>{title}</title>
      <desc>{description}</desc>
      <line className={css.zero} {...vertical(zero)} />
      <line className={css.wanted} {...vertical(wanted)} />
      <g className={decided ? css.decided : undefined}>
        <line x1={percent(low)} x2={percent(high)} y1={MIDDLE} y2={MIDDLE} />
        <line {...vertical(low, MIDDLE - 5, MIDDLE + 5)} />
        <line {...vertical(high, MIDDLE - 5, MIDDLE + 5)} />
        <circle cx={percent(value)} cy={MIDDLE} r="4.5" />
      </g>
    </svg>
  );
}

/** A value over time with its interval as a band. */
export function Curve({ curve }: { readonly curve: CurveView }): ReactNode {
  const { title, description, band, line, days, values, zero, wanted, last } = curve;
  const horizontal = (y: number) => ({ x1: '0', x2: '100%', y1: percent(y), y2: percent(y) });
  return (
    <svg className={css.curve} height="300" role="img">
      <title>{title}</title>
      <desc>{description}</desc>
      {values.map(({ at, label, strong }) => (
        <g key={at}>
          <line className={strong ? css.zero : undefined} {...horizontal(at)} />
          <text className={strong ? css.strong : undefined} x="-8" y={percent(at)} dy=".35em" textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {days.map(({ at, label }) => (
        <text key={at} x={percent(at)} y="100%" dy="20" textAnchor={at === 0 ? 'start' : at === 100 ? 'end' : 'middle'}>
          {label}
        </text>
      ))}
      <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path className={css.band} d={band} />
        <path className={css.path} d={line} />
      </svg>
      <line className={css.zero} {...horizontal(zero)} />
      <line className={css.wanted} {...horizontal(wanted)} />
      <circle className={css.end} cx="100%" cy={percent(last.at)} r="4" />
      <text className={css.strong} x="100%" y={percent(last.at)} dx="10" dy=".35em">
        {last.label}
      </text>
    </svg>
  );
}
