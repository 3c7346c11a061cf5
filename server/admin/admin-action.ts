import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { Permission } from '#server/staff/permissions.ts';
import { type Action, type ActionResult, type AdminRequest, type Fields, requireUser } from './admin-page.ts';
import { type FormOptions, buildFormView } from './form.ts';
import type { AdminMutation, AdminOperations, AnyAdminMutation, MutationCaller } from './operation.ts';
import { type Preview, type PreviewedAction, createPreviewedAction } from './preview.ts';
import type { StaffKey } from './staff-translator.ts';

/** One value that an action takes, from the field of its form or from the argument of its operation. */
export interface InputField<Value> {
  ofForm(fields: Fields, name: string): Value;
  /** @param given argument as validated against the schema of the operation; `null` or `undefined` when omitted */
  ofArgument(given: unknown): Value;
}

/** A text of at most so many characters; empty when absent. */
export function declareTextInput(max: number): InputField<string> {
  const read = (given: unknown): string => (typeof given === 'string' ? given.slice(0, max) : '');
  return { ofForm: (fields, name) => read(fields.text(name)), ofArgument: read };
}

/** A whole number; `NaN` when it is none. */
export const wholeNumberInput: InputField<number> = {
  ofForm: (fields, name) => parseWholeNumber(fields.text(name)),
  ofArgument: (given) => (typeof given === 'number' ? given : Number.NaN),
};

/** One of these values; the first one for anything else. */
export function declareChoiceInput<const Value extends string>(
  ...values: readonly [Value, ...Value[]]
): InputField<Value> {
  const read = (given: unknown): Value => values.find((each) => each === given) ?? values[0];
  return { ofForm: (fields, name) => read(fields.text(name)), ofArgument: read };
}

/** Ids of the checkboxes that are checked in a list, from field names that begin with `prefix`; for an operation, a list of ids. */
export const declareTickedInput = (prefix: string): InputField<readonly string[]> => ({
  ofForm: (fields) => fields.ticked(prefix),
  ofArgument: (given) => (Array.isArray(given) ? given.filter((each) => typeof each === 'string') : []),
});

/** The form of an action above the list of its page. */
export interface ActionOffer {
  readonly label: StaffKey;
  /** `null` where it is not offered. */
  form(request: AdminRequest): Omit<FormOptions, 'action'> | null;
}

type Shown<State> = Pick<Preview<State>, 'sections' | 'form'>;

/** What an action will do, for a staff user to agree to; see `previewed`. */
interface ActionPreview<Input, Answer, State> {
  /** Name of the action that shows it; `preview-` and the name of the action when left out. */
  readonly name?: string;
  /** What the action would change at present, or the reason why it cannot run. Changes nothing. */
  find(input: Input, caller: MutationCaller): Promise<{ readonly state: State } | { readonly answer: Answer }>;
  show(request: AdminRequest, state: State, input: Input): Shown<State> | Promise<Shown<State>>;
  /** Whether this answer means that nothing was done because another user was faster; the preview is shown again then. */
  isOutdated?(answer: Answer): boolean;
}

/** The GraphQL operation that does the same for API clients. */
interface ActionOperation<Input, Answer, Args, Data extends { readonly code: string }> {
  /** As declared in the `schema.graphql` beside the action. */
  readonly name: string;
  readonly idempotentOutcomes?: readonly Data['code'][];
  /** Default: arguments with the names of the input fields. */
  input?(args: Args): NoInfer<Input>;
  data(answer: NoInfer<Answer>): Data;
}

/** An action of staff users and API clients: permission, input and work are declared once for its form and its operation. */
export interface AdminActionDefinition<Input, Answer, State, Args, Data extends { readonly code: string }> extends Pick<
  Action,
  'maxBody' | 'requiresReauth' | 'repeatable'
> {
  /** Sent by forms. Pages that are open hold it, so it never changes. */
  readonly name: string;
  readonly permission: Permission;
  /** Path of the page that its form is on. */
  readonly page: string;
  readonly input: { readonly [Name in keyof Input]: InputField<Input[Name]> };
  readonly preview?: ActionPreview<Input, Answer, State>;
  /** @param state result of `preview`; `null` without a preview */
  run(input: Input, caller: MutationCaller, state: State): Promise<Answer>;
  /** What the page shows after the action ran. */
  respond(request: AdminRequest, answer: NoInfer<Answer>, input: Input): ActionResult | Promise<ActionResult>;
  /** See `Action`. */
  again?(request: AdminRequest, input: Input): Promise<ActionResult>;
  repeated?(request: AdminRequest, input: Input): Promise<ActionResult>;
  readonly operation?: ActionOperation<Input, Answer, Args, Data>;
  readonly offer?: ActionOffer;
}

/** An action as its page registers it; written by hand where form and operation share only a use case. */
export interface DeclaredAction {
  /** By the names that forms send. */
  readonly actions: Readonly<Record<string, Action>>;
  readonly mutations?: Readonly<Record<string, AnyAdminMutation>>;
  /** `action`: name of the action that its form is sent to. */
  readonly offer?: ActionOffer & { readonly action: string; readonly permission: Permission };
}

export function defineAdminAction<
  Input extends object,
  Answer,
  Data extends { readonly code: string },
  State = null,
  Args = Input,
>(definition: AdminActionDefinition<Input, Answer, State, Args, Data>): DeclaredAction {
  const { name, permission, offer, operation, preview } = definition;
  const previewName = preview?.name ?? `preview-${name}`;
  return {
    actions:
      preview === undefined ? { [name]: createAction(definition) } : createBoth(definition, preview, previewName),
    mutations: operation && { [operation.name]: createMutation(definition, operation) },
    offer: offer && { ...offer, action: preview === undefined ? name : previewName, permission },
  };
}

/** An action without an operation that reads its form itself, such as texts whose names depend on the document. */
export const defineFormAction = (name: string, action: Action): DeclaredAction => ({ actions: { [name]: action } });

/** A form action that runs after a preview. */
export function definePreviewedAction<State>(action: PreviewedAction<State>): DeclaredAction {
  const { preview, run } = createPreviewedAction(action);
  return { actions: { [`preview-${action.name}`]: preview, [action.name]: run } };
}

type Definition<Input, Answer, State> = Omit<AdminActionDefinition<Input, Answer, State, never, never>, 'operation'>;

function createAction<Input extends object, Answer, State>(definition: Definition<Input, Answer, State>): Action {
  const { permission, page, maxBody, requiresReauth, repeatable, again, repeated } = definition;
  return {
    permission,
    page,
    maxBody,
    requiresReauth,
    repeatable,
    async run(request, fields) {
      const input = readForm(definition, fields);
      // Without a preview there is no state: `State` is `null` then.
      const answer = await definition.run(input, toCaller(request, fields), null as State);
      return definition.respond(request, answer, input);
    },
    again: again && ((request, fields) => again.call(definition, request, readForm(definition, fields))),
    repeated: repeated && ((request, fields) => repeated.call(definition, request, readForm(definition, fields))),
  };
}

function createBoth<Input extends object, Answer, State>(
  definition: Definition<Input, Answer, State>,
  { find, show, isOutdated }: ActionPreview<Input, Answer, State>,
  previewName: string,
): Readonly<Record<string, Action>> {
  const { name, permission, page, maxBody, requiresReauth, again } = definition;
  const both = createPreviewedAction<State>({
    name,
    permission,
    page,
    maxBody,
    requiresReauth,
    async preview(request, fields) {
      const input = readForm(definition, fields);
      const found = await find(input, toCaller(request, fields));
      if ('answer' in found) return { answer: await definition.respond(request, found.answer, input) };
      return { state: found.state, ...(await show(request, found.state, input)) };
    },
    async run(request, fields, state) {
      const input = readForm(definition, fields);
      const answer = await definition.run(input, toCaller(request, fields), state);
      return isOutdated?.(answer) === true ? null : definition.respond(request, answer, input);
    },
  });
  const shownAgain: Action['again'] = again && ((request, fields) => again(request, readForm(definition, fields)));
  return { [previewName]: { ...both.preview, again: shownAgain }, [name]: both.run };
}

function createMutation<Input extends object, Answer, State, Args, Data extends { readonly code: string }>(
  definition: AdminActionDefinition<Input, Answer, State, Args, Data>,
  { idempotentOutcomes, input: toInput, data }: ActionOperation<Input, Answer, Args, Data>,
): AdminMutation<Args, Data> {
  const { permission, requiresReauth, preview } = definition;
  return {
    permission,
    requiresReauth,
    idempotentOutcomes,
    async run(args, caller) {
      const input = toInput === undefined ? readArguments(definition, args) : toInput(args);
      const found = (await preview?.find(input, caller)) ?? { state: null as State };
      return data('answer' in found ? found.answer : await definition.run(input, caller, found.state));
    },
  };
}

const readForm = <Input extends object>({ input }: InputOf<Input>, fields: Fields): Input =>
  readInput(input, (field, name) => field.ofForm(fields, name));

const readArguments = <Input extends object>({ input }: InputOf<Input>, args: unknown): Input =>
  readInput(input, (field, name) => field.ofArgument(new Map(Object.entries(args ?? {})).get(name)));

interface InputOf<Input> {
  readonly input: { readonly [Name in keyof Input]: InputField<Input[Name]> };
}

function readInput<Input extends object>(
  input: InputOf<Input>['input'],
  read: (field: InputField<unknown>, name: string) => unknown,
): Input {
  const entries = Object.entries<InputField<unknown>>(input).map(([name, field]) => [name, read(field, name)]);
  // Each field gives the value that `Input` has at its name.
  return Object.fromEntries(entries) as Input;
}

const toCaller = (request: AdminRequest, fields: Fields): MutationCaller => ({
  actor: requireUser(request).id,
  network: request.network,
  key: fields.key,
});

/** The actions of a page, bound to their ports. @param found as `npm run gen` lists the folders of the page */
export function createActions<Ports>(
  found: readonly ((ports: Ports) => DeclaredAction)[],
  ports: Ports,
): {
  readonly actions: Readonly<Record<string, Action>>;
  readonly Mutation: NonNullable<AdminOperations['Mutation']>;
  /** For `buildActions`: forms above the list, limited to what the user may do. */
  offers(request: AdminRequest): readonly { readonly label: string; readonly form: ReturnType<typeof buildFormView> }[];
} {
  const declared = found.map((create) => create(ports));
  return {
    actions: Object.assign({}, ...declared.map(({ actions }) => actions)),
    Mutation: Object.assign({}, ...declared.map(({ mutations }) => mutations)),
    offers: (request) =>
      declared.flatMap(({ offer }) => {
        if (offer === undefined || request.user?.permissions.includes(offer.permission) !== true) return [];
        const form = offer.form(request);
        return form === null
          ? []
          : [{ label: request.t(offer.label), form: buildFormView(request, { ...form, action: offer.action }) }];
      }),
  };
}
