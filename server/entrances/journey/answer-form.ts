import { Bug } from '#engine/base/errors.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { Effect } from './effect.ts';
import type { ServerJourney } from './server-journey.ts';
import type {
  AnyEffects,
  Asked,
  FormRoute,
  InvalidEffect,
  MembersPort,
  Outcome,
  Prepared,
  Submission,
} from './use-case.ts';

/** A form that may be posted, joined to what answers it. */
export interface AnsweredForm extends FormRoute {
  answer(submission: Submission): Promise<Effect>;
}

/** Every form of the journeys by its path: `/<locale>/do/<path>`. @throws when the members wing lacks a use case */
export function answeredForms(
  journeys: readonly ServerJourney[],
  members: MembersPort,
): ReadonlyMap<string, AnsweredForm> {
  const all = journeys.flatMap(({ useCases, forms = [] }) => [
    ...Object.entries<AnyUseCase | undefined>(useCases).flatMap(([name, useCase]) =>
      useCase === undefined ? [] : [withUseCase(useCase, portOf(name, members), members)],
    ),
    ...forms.map((form) => withoutUseCase(form, members)),
  ]);
  return new Map(all.map((form) => [form.path, form]));
}

/** What an outcome means to whoever asked. */
export function effectOf(effects: AnyEffects, answer: Outcome, asked: Asked<unknown>): Effect {
  const effect = effects[answer.outcome];
  if (effect === undefined) throw new Bug(`No effect is named for the outcome "${answer.outcome}".`);
  // The checked edge: `Effects` holds each function to the answer of its own outcome, and to the request of its use case.
  return typeof effect === 'function' ? effect(answer as never, asked as never) : effect;
}

/** Forms of which only their journey knows request and answer. */
interface AnyForm<Result> extends FormRoute {
  readonly invalid?: InvalidEffect | undefined;
  prepare(submission: Submission<never>, members: MembersPort): Result | Promise<Result>;
}

export interface AnyUseCase extends AnyForm<Prepared<unknown>> {
  readonly effects: AnyEffects;
}

type Port = (request: unknown) => Promise<Outcome>;

/** @throws when the members wing lacks the use case */
export function portOf(name: string, members: MembersPort): Port {
  const port = (): unknown => Reflect.get(members, name);
  if (typeof port() !== 'function') throw new Bug(`server/members has no use case "${name}", which a journey names.`);
  // The checked edge: the type of a journey's use cases says of each name that the members wing has it.
  return (request) => (port() as Port)(request);
}

function withUseCase(useCase: AnyUseCase, port: Port, members: MembersPort): AnsweredForm {
  return {
    ...useCase,
    async answer(submission) {
      const prepared = await prepare(useCase, submission, members);
      if ('effect' in prepared) return prepared.effect;
      const { request } = prepared;
      return effectOf(useCase.effects, await port(request), { ...submission, request });
    },
  };
}

function withoutUseCase(form: AnyForm<{ readonly effect: Effect }>, members: MembersPort): AnsweredForm {
  return { ...form, answer: async (submission) => (await prepare(form, submission, members)).effect };
}

async function prepare<Result>(
  { form, invalid, ...rest }: AnyForm<Result>,
  submission: Submission,
  members: MembersPort,
): Promise<Result | { readonly effect: Effect }> {
  if (invalid === undefined) return rest.prepare(submission as never, members);
  const checked = validateForm(form, submission.values);
  if (!checked.ok) return { effect: typeof invalid === 'function' ? invalid(checked.errors) : invalid };
  // The checked edge: the form's schema has just proved the values.
  return rest.prepare({ ...submission, values: checked.value } as never, members);
}
