import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import { buildFormView, type FormOptions } from './form.ts';
import type { Action, ActionResult, AdminRequest, Fields } from './admin-page.ts';

/** Hidden field with the token of the confirmed state. */
const AGREED = 'agreed';

/** What an action would do at present, for confirmation. */
export interface Preview<State> {
  /** Everything that must be unchanged when the action runs, such as recipients, counts and languages. Plain data. */
  readonly state: State;
  /** Sections that show it. */
  readonly sections: readonly SectionView[];
  /** The form that runs the action, with the input that it needs. */
  readonly form: Pick<FormOptions, 'title' | 'submit' | 'text' | 'fields' | 'danger' | 'hidden' | 'multipart'>;
}

/** An action that shows what it will do, and then does exactly that. */
export interface PreviewedAction<State> extends Pick<Action, 'permission' | 'page' | 'maxBody' | 'requiresReauth'> {
  /** Name of the action that runs. */
  readonly name: string;
  /** What the action would do at present, or a response when there is nothing to confirm. Changes nothing. */
  preview(request: AdminRequest, fields: Fields): Promise<Preview<State> | { readonly answer: ActionResult }>;
  /** Runs the action. `null` when another user was faster: nothing was done. */
  run(request: AdminRequest, fields: Fields, state: State): Promise<ActionResult | null>;
}

/**
 * Two actions: the preview and the action itself, whose form carries a token of the previewed state, bound to the session. When the state
 * has changed, nothing is done and a new preview says so; without a token the action shows the preview.
 */
export function createPreviewedAction<State>(action: PreviewedAction<State>): {
  readonly preview: Action;
  readonly run: Action;
} {
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
  const { t } = request;
  const changed: SectionView = {
    kind: 'note',
    mark: 'alert',
    title: t('preview.changed'),
    text: t('preview.changedText'),
  };
  const form = buildAgreedForm(request, action.name, now.state, now.form);
  return { shown: [...(isChanged ? [changed] : []), buildPreviewSection(now.sections, form)] };
}

/** What is previewed, and beside it the form that confirms it. */
export const buildPreviewSection = (sections: readonly SectionView[], form: FormView): SectionView =>
  sections.length === 0
    ? { kind: 'form', form }
    : {
        kind: 'pair',
        isAside: true,
        sections: [
          { kind: 'stack', sections },
          { kind: 'form', form },
        ],
      };

/** The form of an action with the token of the state that the page shows, where the page itself is the preview. */
export function buildAgreedForm<State>(
  request: AdminRequest,
  name: string,
  state: State,
  { hidden, ...form }: Preview<State>['form'],
): FormView {
  return buildFormView(request, {
    ...form,
    action: name,
    hidden: { ...hidden, [AGREED]: request.agreement(describe(name, state)) },
  });
}

const describe = (name: string, state: unknown): string => `${name} ${JSON.stringify(state)}`;
