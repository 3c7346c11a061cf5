import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export interface Tab {
  readonly name: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** Tabs of the ARIA Authoring Practices: arrow keys select, Tab leads into the panel. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState('');
  const current = tabs.find(({ name }) => name === chosen) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab === current);
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const { [event.key]: next } = moves;
    if (next === undefined) return;
    event.preventDefault();
    choose(tabs[next]?.name ?? '');
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  if (current === undefined) return null;
  return (
    <>
      <div role="tablist" tabIndex={-1} aria-label={label} className="tabs" ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current.name}
            aria-controls={`${id}-panel`}
            tabIndex={name === current.name ? 0 : -1}
            onClick={() => choose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.name}`}>
        {current.content}
      </div>
    </>
  );
}
