import type { ReactNode } from 'react';
import {
  type BarView,
  type CellView,
  type ChosenRows,
  type ColumnView,
  cx,
  type ListData,
  type ListParts,
  liveListTextKeys,
  type LocalizedText,
  plainText,
  type TableView,
} from '#engine/block-kit/index.ts';
import { Code } from './CopyField.tsx';
import css from './DataView.module.css';
import { Feed } from './Feed.tsx';
import { Grid } from './Grid.tsx';
import { Changed, State } from './marks.tsx';
import { PlottedInterval, Scale } from './Plots.tsx';
import { ViewForm } from './ViewForm.tsx';

/** Rows in a table, on narrow screens as cards. With explicit roles, because `display: grid` removes them. */
export function Table({ title, table, list }: TableProps): ReactNode {
  if (list === undefined || !isInteractive(table)) return <List title={title} table={table} />;
  const { id, words, ...question } = list;
  const data: ListData = {
    ...question,
    title,
    table,
    words: Object.fromEntries(liveListTextKeys.map((word) => [word, plainText(words[word])])),
  };
  return (
    <vitrine-list id={id} className={css.list} tabIndex={-1} data-list={JSON.stringify(data)}>
      <List title={title} table={table} />
    </vitrine-list>
  );
}

/** A list with live updates. */
export interface FreshList extends Omit<ListData, 'title' | 'table' | 'words'> {
  readonly id: string;
  readonly words: Readonly<Record<(typeof liveListTextKeys)[number], LocalizedText>>;
}

interface TableProps {
  readonly title?: string | undefined;
  readonly table: TableView;
  /** Absent for a static one. */
  readonly list?: FreshList;
}

const isInteractive = ({ filter, views, pager, columns }: TableView): boolean =>
  filter !== undefined || views !== undefined || pager !== undefined || columns.some(({ sort }) => sort !== undefined);

/** The list, as rendered by the server and updated by the client. */
export function List({ title, table, live }: ListParts): ReactNode {
  const { caption, columns, rows, empty, filter, views = [], pager, downloads = [], chosen, isFeed, isGrid } = table;
  // Nothing to search in: no rows, though nothing is searched or filtered.
  const isNew = rows.length === 0 && filter?.fields.every(({ value = '' }) => value === '') && !views.some(isNarrowed);
  const ticks = rows.flatMap(({ cells }) => cells.flatMap(({ tick }) => (tick === undefined ? [] : [tick.name])));
  return (
    <div className={css.block}>
      {title !== undefined && <h2 className="head">{title}</h2>}
      <div className={css.tools}>
        {filter && !isNew && <ViewForm form={filter} look="filter" />}
        {views.length > 0 && (
          <nav className={css.views} aria-label={caption}>
            {views.map(({ label, href, current }) => (
              <a key={href} href={href} data-way={`view ${label}`} aria-current={current || undefined}>
                {label}
              </a>
            ))}
          </nav>
        )}
        {rows.length > 0 &&
          downloads.map(({ label, href }) => (
            <a key={href} href={href} className="btn" download="">
              {label}
            </a>
          ))}
      </div>
      {rows.length === 0 ? (
        <div className={css.empty}>
          <p className="head" data-said="">
            {empty.title}
          </p>
          {empty.text !== '' && <p className="muted">{empty.text}</p>}
          {empty.link && (
            <a href={empty.link.href} className="btn">
              {empty.link.label}
            </a>
          )}
        </div>
      ) : isFeed ? (
        <Feed rows={rows} />
      ) : isGrid ? (
        <Grid caption={caption} rows={rows} />
      ) : (
        <table className={css.table} role="table">
          <caption className="vh">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <Column key={column.label} column={column} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map(({ key, cells }) => (
              <tr key={key} role="row">
                {cells.map((cell, index) => (
                  <Cell
                    key={index}
                    cell={cell}
                    column={columns[index]}
                    first={index === 0}
                    form={chosen?.id}
                    chosen={live?.chosen}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {chosen && rows.length > 0 && (
        <div className={css.bulk}>
          {live && <Chosen form={chosen.id} chosen={live.chosen} shown={ticks} />}
          <ViewForm form={chosen} look="list" />
        </div>
      )}
      {pager && rows.length > 0 && <Pager pager={pager} freshness={live?.freshness} />}
      {live && (!pager || rows.length === 0) && live.freshness !== '' && <p className={css.fine}>{live.freshness}</p>}
      {live && <output className={css.said}>{live.said}</output>}
    </div>
  );
}

/** Whether a view other than the first, which shows all or the usual rows, is shown. */
const isNarrowed = ({ current }: { readonly current: boolean }, index: number): boolean => current && index > 0;

/** Number of selected rows on all pages; those of other pages are hidden fields. */
function Chosen({
  form,
  chosen,
  shown,
}: {
  readonly form: string;
  readonly chosen: ChosenRows;
  /** Checkbox names on this page. */
  readonly shown: readonly string[];
}): ReactNode {
  const { text, elsewhere, words } = chosen;
  return (
    <div className={css.tally}>
      {!shown.every(chosen.has) && (
        <button type="button" className={css.small} onClick={() => chosen.choose(shown, true)}>
          {words.chooseAll}
        </button>
      )}
      <span role="status">{text}</span>
      {text !== '' && (
        <button type="button" className={css.small} onClick={chosen.clear}>
          {words.clear}
        </button>
      )}
      {elsewhere.map((name) => (
        <input key={name} type="hidden" form={form} name={name} value="on" />
      ))}
    </div>
  );
}

function Column({ column: { label, numeric, sort, ticks } }: { readonly column: ColumnView }): ReactNode {
  const direction = sort?.direction ?? undefined;
  return (
    <th scope="col" role="columnheader" className={numeric ? css.num : undefined} aria-sort={direction}>
      {sort === undefined ? (
        label
      ) : (
        <a href={sort.href} data-way={`sort ${label}`}>
          {label}
          {direction && <span aria-hidden="true">{direction === 'ascending' ? ' ↑' : ' ↓'}</span>}
        </a>
      )}
      {ticks && <Scale ticks={ticks} />}
    </th>
  );
}

interface CellProps {
  readonly cell: CellView;
  readonly column: ColumnView | undefined;
  readonly first: boolean;
  /** Id of the checkboxes' form. */
  readonly form: string | undefined;
  readonly chosen: ChosenRows | undefined;
}

function Cell({ cell, column, first, form, chosen }: CellProps): ReactNode {
  if (first)
    return (
      <th scope="row" role="rowheader" className={column?.isShort ? css.short : undefined}>
        <Content cell={cell} form={form} chosen={chosen} />
      </th>
    );
  return (
    <td
      role="cell"
      className={cx(column?.numeric && css.num, column?.isShort && css.short, isNothing(cell) && css.none) || undefined}
      data-l={column?.label}
    >
      <div>
        <Content cell={cell} form={form} chosen={chosen} />
      </div>
    </td>
  );
}

/** A dash fills the cell of a table; a card does without. */
const isNothing = ({ text, sub, forms }: CellView): boolean => text === '–' && sub === undefined && forms === undefined;

function Content({ cell, form: owner, chosen }: Pick<CellProps, 'cell' | 'form' | 'chosen'>): ReactNode {
  const { text, sub, mark, href, bar, interval, code, change, tick, links = [], forms = [] } = cell;
  const words = mark === undefined ? text : <State mark={mark} word={text} />;
  return (
    <>
      {tick && (
        // Belongs to the form below the table by `form`, because forms cannot be nested.
        <input
          type="checkbox"
          className={css.choice}
          form={owner}
          name={tick.name}
          value="on"
          aria-label={tick.label}
          {...(chosen === undefined
            ? { defaultChecked: tick.isOn }
            : {
                checked: chosen.has(tick.name),
                onChange: () => chosen.choose([tick.name], !chosen.has(tick.name)),
              })}
        />
      )}
      {bar && <Bar bar={bar} />}
      {interval && <PlottedInterval interval={interval} />}
      {href === undefined ? words : <a href={href}>{words}</a>}
      {code && <Code code={code} />}
      {change && <Changed change={change} />}
      {links.map((link) => (
        <a key={link.href} href={link.href} className={css.link}>
          {link.label}
        </a>
      ))}
      {sub !== undefined && <span className={css.fine}>{sub}</span>}
      {forms.map((form) => (
        <ViewForm key={form.id} form={form} look="row" />
      ))}
    </>
  );
}

/** Solid: taken, half-transparent: reserved, empty: free. */
function Bar({ bar: { taken, pending, left, label } }: { readonly bar: BarView }): ReactNode {
  const all = Math.max(1, taken + pending + left);
  return (
    <svg className={css.bar} role="img" aria-label={label} viewBox="0 0 100 10" preserveAspectRatio="none">
      <path d={`M0 0h${(100 * taken) / all}v10H0z`} />
      <path
        className={css.reserved}
        d={`M${(100 * taken) / all} 0h${(100 * pending) / all}v10h-${(100 * pending) / all}z`}
      />
    </svg>
  );
}

function Pager({
  pager: { text, label, previous, next },
  freshness = '',
}: {
  readonly pager: NonNullable<TableView['pager']>;
  readonly freshness: string | undefined;
}): ReactNode {
  return (
    <div className={css.pager}>
      <span data-said="">{text}</span>
      {freshness !== '' && <span>{freshness}</span>}
      {(previous ?? next) && (
        <nav aria-label={label}>
          {previous && (
            <a href={previous.href} rel="prev" data-way="previous">
              {previous.label}
            </a>
          )}
          {next && (
            <a href={next.href} rel="next" data-way="next">
              {next.label}
            </a>
          )}
        </nav>
      )}
    </div>
  );
}
