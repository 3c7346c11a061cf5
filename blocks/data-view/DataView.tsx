import type { ReactNode } from 'react';
import {
  cx,
  type DataView as Data,
  type DataViewProps,
  Icon,
  type SectionView,
  Text,
  usePage,
} from '#engine/block-kit/index.ts';
import { Cards } from './Cards.tsx';
import { CopyField } from './CopyField.tsx';
import css from './DataView.module.css';
import { Curve } from './Plots.tsx';
import { Actions } from './Actions.tsx';
import { Facts, Figures, Items, Note, Parts, Progress, Verdict, Ways } from './Sections.tsx';
import { type FreshList, Table } from './Table.tsx';
import { Timeline } from './Timeline.tsx';
import { Step, ViewForm } from './ViewForm.tsx';

/** Result of a query; only the title without data. */
export function DataView({
  id,
  look,
  query,
  eyebrow,
  level,
  title,
  text,
  data,
  strings,
}: DataViewProps & { readonly data?: Data | null }): ReactNode {
  const { locale, path } = usePage();
  const { sections = [], moves = false } = data ?? {};
  const record = sections.find((section) => section.kind === 'record');
  const tablesFrom = (index: number): number => sections.slice(index).filter(({ kind }) => kind === 'table').length;
  const question = { query, locale, path, moves, words: strings };
  return (
    <section id={id} className={cx(css.view, look === 'card' && css.card)} aria-labelledby={`${id}-title`}>
      <header className={css.head}>
        {record && (
          <p className={css.up}>
            <a href={record.up.href}>{record.up.label}</a>
          </p>
        )}
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        {record ? (
          <h1 className="title" id={`${id}-title`} lang={record.lang}>
            {record.title}
          </h1>
        ) : (
          <Text
            value={title}
            as={level === 1 ? 'h1' : 'h2'}
            className={level === 1 ? 'title' : 'head'}
            id={`${id}-title`}
          />
        )}
        {text && !record && <Text value={text} as="p" className="muted" />}
        {(record?.text ?? data?.lede) !== undefined && <p className="muted">{record?.text ?? data?.lede}</p>}
      </header>
      {sections.map((section, index) => (
        <Section
          key={index}
          section={section}
          list={{ ...question, id: `${id}-list-${index}`, fromEnd: tablesFrom(index) }}
        />
      ))}
      {/* Template of the message for a form that could not be sent. */}
      <template data-unsent="">
        <p className={cx(css.note, css.refused)} role="alert">
          <Icon name="pen" />
          <b>
            <Text value={strings.unsent} />
          </b>
        </p>
      </template>
      {data?.foot !== undefined && <p className={cx(css.block, css.fine)}>{data.foot}</p>}
    </section>
  );
}

function Section({ section, list }: { readonly section: SectionView; readonly list: FreshList }): ReactNode {
  switch (section.kind) {
    // Part of the header.
    case 'record':
      return null;
    case 'note':
      return <Note {...section} />;
    case 'actions':
      return <Actions id={list.id} {...section} />;
    case 'ways':
      return <Ways {...section} />;
    case 'parts':
      return <Parts {...section} />;
    case 'form':
      return <ViewForm form={section.form} />;
    case 'table':
      return <Table {...section} list={list} />;
    case 'items':
      return <Items {...section} />;
    case 'facts':
      return <Facts {...section} />;
    case 'cards':
      return <Cards {...section.cards} />;
    case 'figures':
      return <Figures {...section} />;
    case 'timeline':
      return <Timeline timeline={section.timeline} />;
    case 'verdict':
      return <Verdict {...section} />;
    case 'curve':
      return (
        <figure className={css.block}>
          <figcaption>
            <h2 className="head">{section.title}</h2>
            <p className={css.fine}>{section.text}</p>
          </figcaption>
          <Curve curve={section.curve} />
          <details className={css.figures}>
            <summary>{section.summary}</summary>
            <Table table={section.table} />
          </details>
        </figure>
      );
    case 'pair':
      return (
        <div className={cx(css.pair, section.isAside && css.beside)}>
          <Inner sections={section.sections} list={list} />
        </div>
      );
    case 'stack':
      return (
        <div className={section.isFramed && css.framed}>
          <Inner sections={section.sections} list={list} />
        </div>
      );
    case 'step':
      return (
        <Step id={section.id} title={section.title}>
          <div>
            <Inner sections={section.sections} list={list} />
          </div>
        </Step>
      );
    case 'picture':
      return <img className={css.shown} {...section.image} alt={section.image.alt} />;
    case 'copy':
      return <CopyField copy={section.copy} />;
    case 'progress':
      return <Progress id={`${list.id}-progress`} progress={section.progress} />;
  }
}

function Inner({ sections, list }: { readonly sections: readonly SectionView[]; readonly list: FreshList }): ReactNode {
  return sections.map((each, index) => (
    <Section key={index} section={each} list={{ ...list, id: `${list.id}-${index}` }} />
  ));
}
