import type { FormView, SectionView } from '#engine/base/data-view.ts';
import { formView, type FormOptions } from './form.ts';
import type { Action, ActionAnswer, Asking, Fields } from './room.ts';

/** Field that carries what was agreed to. */
const AGREED = 'agreed';

/** What an action would do now, for somebody to agree to. */
export interface Preview<State> {
  /** All that must be the same when it is done: who, how many, in which languages. Plain data. */
  readonly state: State;
  /** What is shown of it. */
  readonly sections: readonly SectionView[];
  /** Of the button that does it, with what the action needs to find the same once more. */
  readonly form: Pick<FormOptions, 'title' | 'submit' | 'text' | 'fields' | 'danger' | 'hidden' | 'multipart'>;
}

/** An action that shows what it will do before it does it, and does exactly that. */
export interface PreviewedAction<State> extends Pick<Action, 'permission' | 'page' | 'maxBody' | 'isFinal'> {
  /** Name of the action that does it. */
  readonly name: string;
  /** What it would do now; an answer where there is nothing to agree to. Changes nothing. */
  preview(asking: Asking, fields: Fields): Promise<Preview<State> | { readonly answer: ActionAnswer }>;
  /** Does what was agreed to. `null` when it is not possible any more: somebody else was quicker, and nothing was done. */
  run(asking: Asking, fields: Fields, state: State): Promise<ActionAnswer | null>;
}

/**
 * Two actions of one: the preview, and what it is a preview of. The second carries a token of the state that was agreed to, bound to the
 * session. When the state is another by now, nothing is done and a new preview is shown, which says so; without a token it is the preview.
 */
export function previewed<State>(action: PreviewedAction<State>): { readonly preview: Action; readonly run: Action } {
  const { permission, page, maxBody, isFinal, name } = action;
  const shared = { permission, page, ...(maxBody !== undefined && { maxBody }) };
  return {
    preview: { ...shared, repeatable: true, run: (asking, fields) => show(action, asking, fields, false) },
    run: {
      ...shared,
      again: (asking, fields) => show(action, asking, fields, false),
      ...(isFinal && { isFinal }),
      async run(asking, fields) {
        const agreed = fields.text(AGREED);
        if (agreed === '') return show(action, asking, fields, false);
        const now = await action.preview(asking, fields);
        const isSame = !('answer' in now) && asking.isAgreed(meaningOf(name, now.state), agreed);
        const answer = isSame ? await action.run(asking, fields, now.state) : null;
        return answer ?? (await show(action, asking, fields, true));
      },
    },
  };
}

async function show<State>(
  action: PreviewedAction<State>,
  asking: Asking,
  fields: Fields,
  isChanged: boolean,
): Promise<ActionAnswer> {
  const now = await action.preview(asking, fields);
  if ('answer' in now) return now.answer;
  const { words } = asking;
  const changed: SectionView = {
    kind: 'note',
    mark: 'alert',
    title: words('preview.changed'),
    text: words('preview.changedText'),
  };
  const { hidden, ...rest } = now.form;
  const form: FormView = formView(asking, {
    ...rest,
    action: action.name,
    hidden: { ...hidden, [AGREED]: asking.agreement(meaningOf(action.name, now.state)) },
  });
  return { shown: [...(isChanged ? [changed] : []), ...now.sections, { kind: 'form', form }] };
}

const meaningOf = (name: string, state: unknown): string => `${name} ${JSON.stringify(state)}`;
