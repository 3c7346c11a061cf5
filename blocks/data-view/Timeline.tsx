import { Fragment, type ReactNode } from 'react';
import type { TimelineView } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';
import { MarkShape } from './marks.tsx';
import { Parts } from './Sections.tsx';
import { ViewForm } from './ViewForm.tsx';

type Row = TimelineView['groups'][number]['rows'][number];

const states = ['over', 'live', 'planned'] as const;

const percent = (at: number): string => `${at.toFixed(2)}%`;

/** Windows, experiments, publications and claims as bars, with text alternatives. */
export function Timeline({ timeline }: { readonly timeline: TimelineView }): ReactNode {
  const { filter, what, ticks, now, ranges, rangesLabel, moves, movesLabel, groups, empty, legend } = timeline;
  return (
    <div className={css.timeline}>
      <div className={css.tools}>
        <ViewForm form={filter} look="filter" />
      </div>
      <div className={css.range}>
        <Parts kind="parts" label={rangesLabel} links={ranges} />
        <nav aria-label={movesLabel}>
          {moves.map(({ label, href }) => (
            <a key={label} href={href} className="btn" rel="nofollow">
              {label}
            </a>
          ))}
        </nav>
      </div>
      <div className={css.span} aria-hidden="true">
        <span>{what}</span>
        <svg height="18">
          {ticks.map(({ at, label }) => (
            <text key={at} x={percent(at)} y="14">
              {label}
            </text>
          ))}
        </svg>
      </div>
      {groups.length === 0 && (
        <p className={css.block}>
          <b>{empty.title}</b> <span className={css.fine}>{empty.text}</span>
        </p>
      )}
      {groups.map(({ title, rows }) => (
        <section key={title}>
          <h2 className="eyebrow">{title}</h2>
          <ul>
            {rows.map((row) => (
              <li key={row.key} className={css.span}>
                <div>
                  <b>{row.href === undefined ? row.title : <a href={row.href}>{row.title}</a>}</b>
                  <span className={css.fine}>{row.text}</span>
                </div>
                <Lane row={row} ticks={ticks} now={now} />
                {row.findings.map((finding) => (
                  <p key={finding}>
                    <MarkShape mark="alert" />
                    {finding}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={css.legend} aria-hidden="true">
        {states.map((state) => (
          <Fragment key={state}>
            <Sample>
              <rect className={css[state]} width="14" height="14" />
            </Sample>
            {legend[state]}
          </Fragment>
        ))}
        <Sample>
          <path className={css.live} d="M7 0l7 7-7 7-7-7z" />
        </Sample>
        {legend.moment}
        {legend.now !== null && <span>{legend.now}</span>}
      </p>
    </div>
  );
}

function Sample({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <svg width="14" height="14">
      {children}
    </svg>
  );
}

/** Decorative: the row contains the same as text. */
function Lane({ row, ticks, now }: { readonly row: Row } & Pick<TimelineView, 'ticks' | 'now'>): ReactNode {
  const { span, moments } = row;
  return (
    <svg className={css.lane} height="40" aria-hidden="true">
      {ticks.map(({ at }) => (
        <line key={at} x1={percent(at)} x2={percent(at)} y2="100%" />
      ))}
      {now !== null && <line className={css.zero} x1={percent(now)} x2={percent(now)} y2="100%" />}
      {span && (
        <rect
          className={css[span.state]}
          x={percent(span.from)}
          width={percent(Math.max(0.4, span.to - span.from))}
          y="13"
          height="14"
        />
      )}
      {moments.map((at) => (
        <svg key={at} x={percent(at)} y="20" overflow="visible">
          <path className={css.live} d="M0-8l8 8-8 8-8-8z" />
        </svg>
      ))}
    </svg>
  );
}
