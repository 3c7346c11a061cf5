import type { ReactNode } from 'react';
import { type ActionView, cx } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';
import { ViewForm } from './ViewForm.tsx';

/** Buttons that open forms, at most one at a time; works without JavaScript. */
export function Actions({ id, actions }: { readonly id: string; readonly actions: readonly ActionView[] }): ReactNode {
  return (
    <div className={cx(css.block, css.actions)}>
      {actions.map(({ label, form, isOpen }, index) => (
        <details key={form.id} name={`${id}-actions`} open={isOpen}>
          <summary className={cx('btn', index === 0 && form.primary !== false && 'btn-primary')}>{label}</summary>
          <ViewForm form={form} />
        </details>
      ))}
    </div>
  );
}
