import type { ReactNode } from 'react';
import type { CellView, TableView } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';
import { Changed, State } from './marks.tsx';

type Row = TableView['rows'][number];

/** A feed by day. */
export function Feed({ rows }: Pick<TableView, 'rows'>): ReactNode {
  return groupByDay(rows).map(({ day, members }) => (
    <section key={day} className={css.day}>
      <h2 className="head">{day}</h2>
      <ul>
        {members.map((row) => (
          <Entry key={row.key} row={row} />
        ))}
      </ul>
    </section>
  ));
}

function Entry({ row: { cells } }: { readonly row: Row }): ReactNode {
  const [when, who, ...rest] = cells;
  const what = rest.slice(0, -1);
  const said = what.filter(({ text }) => text !== '');
  return (
    <li>
      <span className={css.muted}>{when?.text}</span>
      <div>
        {who && (
          <b>
            <Said cell={who} />
          </b>
        )}
        {said.map((cell, index) => (
          <span key={index}>
            {index === 0 ? ' ' : '\u00A0· '}
            <Said cell={cell} />
          </span>
        ))}
        {what.map(({ change, sub }, index) => (
          <Consequence key={index} change={change} sub={sub} />
        ))}
      </div>
      <span className={css.fine}>{rest.at(-1)?.text}</span>
    </li>
  );
}

function Said({ cell: { text, href, mark } }: { readonly cell: CellView }): ReactNode {
  const words = mark === undefined ? text : <State mark={mark} word={text} />;
  return href === undefined ? words : <a href={href}>{words}</a>;
}

function Consequence({ change, sub }: Pick<CellView, 'change' | 'sub'>): ReactNode {
  if (change === undefined && sub === undefined) return null;
  return (
    <p className={css.fine}>
      {change && <Changed change={change} />}
      {change !== undefined && sub !== undefined && ' · '}
      {sub}
    </p>
  );
}

/** Rows are in chronological order. */
function groupByDay(rows: readonly Row[]): readonly { readonly day: string; readonly members: readonly Row[] }[] {
  const days: { readonly day: string; readonly members: Row[] }[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last !== undefined && last.day === row.day) last.members.push(row);
    else days.push({ day: row.day ?? '', members: [row] });
  }
  return days;
}
