import { Fragment, type ReactNode } from 'react';
import { cx, Icon, type SectionView, type VerdictView } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';
import { ViewForm } from './ViewForm.tsx';
import { MarkShape, State } from './marks.tsx';

type Of<Kind extends SectionView['kind']> = Extract<SectionView, { readonly kind: Kind }>;

/** A result, an error or an explanation. */
export function Note({ mark, title, text, links = [] }: Of<'note'>): ReactNode {
  const bad = mark === 'alert' || mark === 'stop';
  const plain = mark === 'off';
  return (
    <div className={cx(css.note, bad && css.refused, plain && css.plain)} role={bad ? 'alert' : 'status'}>
      {!plain && <MarkShape mark={mark} />}
      <div>
        <b>{title}</b>
        {text !== undefined && <p>{text}</p>}
        {links.map(({ label, href }) => (
          <Fragment key={href}>
            {' '}
            <a href={href}>{label}</a>
          </Fragment>
        ))}
      </div>
    </div>
  );
}

export function Ways({ links }: Of<'ways'>): ReactNode {
  return (
    <p className={cx(css.block, css.ways)}>
      {links.map(({ label, href, primary }) => (
        <a key={href} href={href} className={cx('btn', primary && 'btn-primary')} rel="nofollow">
          {label}
          <Icon name="arrow" />
        </a>
      ))}
    </p>
  );
}

/** Tabs; the current one is marked by its background and for screen readers. */
export function Parts({ label, links }: Of<'parts'>): ReactNode {
  return (
    <nav className={cx(css.views, css.block)} aria-label={label}>
      {links.map(({ label: name, href, current }) => (
        <a key={href} href={href} aria-current={current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** Items under "needs attention", with links. */
export function Items({ title, items }: Of<'items'>): ReactNode {
  return (
    <div className={css.block}>
      <h2 className="head">{title}</h2>
      <ul className={css.items}>
        {items.map(({ mark, state, title: name, text, link, form }) => (
          <li key={link.href + name}>
            <State mark={mark} word={state} />
            <span>
              <b>{name}</b>
              {text !== undefined && <span className={css.fine}>{text}</span>}
            </span>
            <span className={css.ends}>
              <a href={link.href}>{link.label}</a>
              {form && <ViewForm form={form} look="row" />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Facts({ title, facts }: Of<'facts'>): ReactNode {
  return (
    <div className={css.block}>
      {title !== undefined && <h2 className="head">{title}</h2>}
      <FactList facts={facts} />
    </div>
  );
}

function FactList({ facts }: Pick<VerdictView, 'facts'>): ReactNode {
  return (
    <dl className={css.facts}>
      {facts.map(({ label, value }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Few enough columns for a phone. */
export function Figures({ title, figures: { what, columns, over, rows, text } }: Of<'figures'>): ReactNode {
  return (
    <div className={css.block}>
      <table className={css.days}>
        <caption className="head">{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{what}</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">{over}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, line }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, index) => (
                <td key={index}>{value}</td>
              ))}
              <td>
                <svg className={css.line} viewBox="-1 -1 102 26" role="img" aria-label={line.description}>
                  <path d={line.path} />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {text !== undefined && <p className={css.fine}>{text}</p>}
    </div>
  );
}

/** Progress of a task. */
export function Progress({
  id,
  progress: { title, done, all, text, facts, isOver, again },
}: Omit<Of<'progress'>, 'kind'> & { readonly id: string }): ReactNode {
  return (
    <vitrine-progress id={id}>
      <div className={css.block} data-open={isOver ? undefined : ''}>
        <h2 className="head">{title}</h2>
        <p role="status">{text}</p>
        <progress className={css.progress} value={done} max={all} aria-label={title} />
        <FactList facts={facts} />
        {!isOver && (
          <p>
            <a href={again.href}>{again.label}</a>
          </p>
        )}
      </div>
    </vitrine-progress>
  );
}

/** The verdict with its data. */
export function Verdict({ verdict: { mark, state, title, text, facts, links, form } }: Of<'verdict'>): ReactNode {
  return (
    <div className={css.verdict}>
      <div>
        <State mark={mark} word={state} />
        <h2 className="title">{title}</h2>
        {text !== undefined && <p className="muted">{text}</p>}
        {form && <ViewForm form={form} />}
        {links.map(({ label, href }) => (
          <Fragment key={href}>
            {' '}
            <a href={href}>{label}</a>
          </Fragment>
        ))}
      </div>
      <FactList facts={facts} />
    </div>
  );
}
