import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import { formView, type FormOptions } from './form.ts';
import type { Action, ActionResult, AdminRequest, Fields } from './admin-page.ts';

/** Field that carries what was agreed to. */
const AGREED = 'agreed';

/** What an action would do now, for a user to agree to. */
export interface Preview<State> {
  /** All that must be the same when it is done: who, how many, in which languages. Plain data. */
  readonly state: State;
  /** What is shown of it. */
  readonly sections: readonly SectionView[];
  /** Of the button that does it, with what the action needs to find the same once more. */
  readonly form: Pick<FormOptions, 'title' | 'submit' | 'text' | 'fields' | 'danger' | 'hidden' | 'multipart'>;
}

/** An action that shows what it will do before it does it, and does exactly that. */
export interface PreviewedAction<State> extends Pick<Action, 'permission' | 'page' | 'maxBody' | 'requiresReauth'> {
  /** Name of the action that does it. */
  readonly name: string;
  /** What it would do now; an answer where there is nothing to agree to. Changes nothing. */
  preview(request: AdminRequest, fields: Fields): Promise<Preview<State> | { readonly answer: ActionResult }>;
  /** Does what was agreed to. `null` when it is not possible any more: another user was quicker, and nothing was done. */
  run(request: AdminRequest, fields: Fields, state: State): Promise<ActionResult | null>;
}

/**
 * Two actions of one: the preview, and what it is a preview of. The second carries a token of the state that was agreed to, bound to the
 * session. When the state is another by now, nothing is done and a new preview is shown, which says so; without a token it is the preview.
 */
export function previewed<State>(action: PreviewedAction<State>): { readonly preview: Action; readonly run: Action } {
  const { permission, page, maxBody, requiresReauth, name } = action;
  const shared = { permission, page, maxBody };
  return {
    preview: { ...shared, repeatable: true, run: (request, fields) => show(action, request, fields, false) },
    run: {
      ...shared,
      again: (request, fields) => show(action, request, fields, false),
      requiresReauth,
      async run(request, fields) {
        const agreed = fields.text(AGREED);
        if (agreed === '') return show(action, request, fields, false);
        const now = await action.preview(request, fields);
        const isSame = !('answer' in now) && request.isAgreed(describe(name, now.state), agreed);
        const answer = isSame ? await action.run(request, fields, now.state) : null;
        return answer ?? (await show(action, request, fields, true));
      },
    },
  };
}

async function show<State>(
  action: PreviewedAction<State>,
  request: AdminRequest,
  fields: Fields,
  isChanged: boolean,
): Promise<ActionResult> {
  const now = await action.preview(request, fields);
  if ('answer' in now) return now.answer;
  const { words } = request;
  const changed: SectionView = {
    kind: 'note',
    mark: 'alert',
    title: words('preview.changed'),
    text: words('preview.changedText'),
  };
  const form = agreedForm(request, action.name, now.state, now.form);
  return { shown: [...(isChanged ? [changed] : []), ...now.sections, { kind: 'form', form }] };
}

/** The form of an action with the token of what its page shows, where the page itself is the preview. */
export function agreedForm<State>(
  request: AdminRequest,
  name: string,
  state: State,
  { hidden, ...form }: Preview<State>['form'],
): FormView {
  return formView(request, {
    ...form,
    action: name,
    hidden: { ...hidden, [AGREED]: request.agreement(describe(name, state)) },
  });
}

const describe = (name: string, state: unknown): string => `${name} ${JSON.stringify(state)}`;
