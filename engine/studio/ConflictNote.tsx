import { useId, useState } from 'react';
import { type ConflictItem, listConflictItems } from './conflicts.ts';
import { useStudio, useStudioState } from './context.ts';
import { useTranslations } from './translations.ts';

/** Concurrent changes by two users: both versions of each block and text that both changed, of which one is to be chosen. */
export function ConflictNote() {
  const { session } = useStudio();
  const t = useTranslations();
  const conflict = useStudioState((state) => state.conflict);
  const content = useStudioState((state) => state.content);
  const stored = useStudioState((state) => state.stored);
  const [theirs, choose] = useState<ReadonlySet<string>>(new Set());
  if (conflict === null) return null;
  const items = listConflictItems({ content, stored }, conflict);
  const settle = (chosen: ReadonlySet<string>): void => {
    choose(new Set());
    session.settle(chosen);
  };
  return (
    <section className="conflict" role="alert">
      <h2>{t('studio.conflict.title')}</h2>
      <p>{t('studio.conflict.text')}</p>
      {items.map((item) => (
        <Choice
          key={item.key}
          item={item}
          isTheirs={theirs.has(item.key)}
          onChoose={(isTheirs) => {
            const next = new Set(theirs);
            if (isTheirs) next.add(item.key);
            else next.delete(item.key);
            choose(next);
          }}
        />
      ))}
      <div className="choices">
        <button type="button" className="button" onClick={() => settle(theirs)}>
          {t('studio.conflict.useChosen')}
        </button>
        <button type="button" className="button quiet" onClick={() => settle(new Set(items.map(({ key }) => key)))}>
          {t('studio.conflict.useTheirs')}
        </button>
      </div>
    </section>
  );
}

function Choice({
  item: { name, theirs, mine },
  isTheirs,
  onChoose,
}: {
  readonly item: ConflictItem;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}) {
  const t = useTranslations();
  const id = useId();
  const sides = [
    { label: t('studio.conflict.mine'), text: mine, isOfOther: false },
    { label: t('studio.conflict.theirs'), text: theirs, isOfOther: true },
  ] as const;
  return (
    <fieldset>
      <legend>{name}</legend>
      <div className="versions">
        {sides.map(({ label, text, isOfOther }) => (
          <div key={label}>
            <label>
              <input type="radio" name={id} checked={isTheirs === isOfOther} onChange={() => onChoose(isOfOther)} />{' '}
              {label}
            </label>
            <textarea readOnly rows={6} value={text} aria-label={`${name}, ${label}`} />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
