import type { ReactNode } from 'react';
import { type ComparisonProps, cx, Icon, Picture, plainText, Section, Text } from '#engine/block-kit/index.ts';
import css from './Comparison.module.css';

/** A table in a scrollable region. The roles remain when a phone's rows are laid out as a grid. */
export function Comparison({ label, columns, rows, strings, ...section }: ComparisonProps): ReactNode {
  const hasAnswers = rows.some(({ cells }) => cells.some(({ has }) => has !== undefined));
  const isStacked = !hasAnswers || columns.length > 2;
  return (
    <Section {...section}>
      <div className={css.region} role="region" tabIndex={0} aria-label={plainText(label)}>
        <table role="table" className={cx(css.table, hasAnswers && css.centred, isStacked && css.stacked)}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                <Text value={label} as="span" className="small muted" />
              </th>
              {columns.map((column, index) => (
                <th
                  key={index}
                  role="columnheader"
                  scope="col"
                  className={cx(column.highlight && css.best) || undefined}
                >
                  {column.image && <Picture image={column.image} sizes="(min-width: 48rem) 25vw, 33vw" />}
                  <Text value={column.title} as="span" className="head" />
                  {column.note && <Text value={column.note} as="span" className={cx('fine muted', css.note)} />}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              <tr key={index} role="row">
                <th role="rowheader" scope="row">
                  <Text value={row.title} />
                </th>
                {columns.map((column, position) => (
                  <td key={position} role="cell" className={cx(column.highlight && css.best) || undefined}>
                    <Cell cell={row.cells[position]} words={strings} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

interface CellProps {
  readonly cell: ComparisonProps['rows'][number]['cells'][number] | undefined;
  readonly words: ComparisonProps['strings'];
}

/** Empty for a missing cell. */
function Cell({ cell: { has, text } = {}, words }: CellProps): ReactNode {
  if (has === undefined && text === undefined) return null;
  return (
    <span className={css.cell}>
      {has === true && <Icon name="check" />}
      {has === false && <span aria-hidden="true">–</span>}
      {has !== undefined && <Text value={has ? words.yes : words.no} as="span" className="vh" />}
      {text && <Text value={text} as="span" />}
    </span>
  );
}
