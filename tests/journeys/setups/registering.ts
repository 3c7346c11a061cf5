import { persistedAnswer } from './persisted-answer.ts';
import { getSteps } from '#engine/documents/journeys/flow.ts';
import type { JourneyDocument, JourneyStep } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { getProjectRules } from '#tests/helpers/project-forms.ts';
import type { Fields } from '../fields.ts';
import type { Person, Place } from '../person.ts';
import { refuseFromNowOn, refusedCode } from '../refused-codes.ts';
import type { Arrangement } from '../walk.ts';
import { answeringInstead, mistaken, notPossible, openPageWith, outage, reached, tooOften } from './parts.ts';

const LANDING_MISSING = 'CUSTOMIZATION_MISSING';

/** Errors for which a registration is refused; a landing that is missing is not in its way (S17). */
const refusing = (document: JourneyDocument): readonly string[] =>
  Object.keys(document.refusals ?? {}).filter((error) => error !== LANDING_MISSING);

const free = async (person: Person) => ({
  fields: { code: await person.invited() },
  place: person.landing,
});

/** One form for everything. */
export function registering(document: JourneyDocument): readonly Arrangement[] {
  const useCase = 'register';
  const known = (outcome: string, state: 'pending' | 'active', from: readonly string[]): Arrangement => ({
    useCase,
    outcome,
    by: `an address whose account is ${state}`,
    from,
    async arrange(person, before) {
      await person.be(before);
      const email = `known-${person.email}`;
      await person.hasAccount(email, state);
      const { fields, place } = await free(person);
      return reached(await person.bring('registration', person.filled('registration', { ...fields, email }), place));
    },
  });
  return [
    {
      useCase,
      outcome: 'registered',
      by: 'a code and an address that are new',
      from: ['none', 'finished', 'active', 'told', 'activation-error'],
      async arrange(person, from) {
        await person.be(from);
        const { fields, place } = await free(person);
        const email = `new-${person.email}`;
        return reached(await person.bring('registration', person.filled('registration', { ...fields, email }), place));
      },
    },
    {
      useCase,
      outcome: 'registered',
      by: 'a landing whose next screen is a dialog',
      conditions: { nextStep: 'dialog' },
      async arrange(person) {
        await person.invited();
        return reached(await person.bring('registration', undefined, dialogWith(person, 'registration')));
      },
    },
    known('already-active', 'active', ['none', 'finished']),
    known('pending', 'pending', ['none']),
    {
      useCase,
      outcome: 'key-reused',
      by: 'a program that sends its key with another form',
      conditions: { caller: 'program' },
      async arrange(person) {
        await person.invited(2);
        return reached(await persistedAnswer(person, person.filled('registration'), person.landing));
      },
    },
    ...refusing(document).flatMap((error) =>
      (['typed', 'linked'] as const).map((code): Arrangement => ({
        useCase,
        outcome: 'refused',
        by: `a ${code} code: ${error}`,
        conditions: { code, error },
        async arrange(person) {
          const asked = await refusedCode(person, error);
          const place = person.landing;
          const from = code === 'linked' ? { ...place, query: `rc=${asked}` } : place;
          return reached(await person.send('registration', undefined, from), { code: asked });
        },
      })),
    ),
    ...(['typed', 'linked'] as const).map((code): Arrangement => ({
      useCase,
      outcome: 'refused',
      by: `members who refuse a ${code} code for a landing that is missing`,
      conditions: { code, error: LANDING_MISSING },
      async arrange(person) {
        const asked = await refusedCode(person, LANDING_MISSING);
        const { landing } = person;
        const place = code === 'linked' ? { ...landing, query: `rc=${asked}` } : landing;
        const typed = person.filled('lobby');
        // These members never refuse for this reason; the document has the text anyway.
        return answeringInstead(
          person,
          useCase,
          async () => ({ outcome: 'refused', error: LANDING_MISSING, typed, lobbyToken: null }),
          async () => reached(await person.send('registration', undefined, place), { code: asked }),
        );
      },
    })),
    ...mistaken(useCase, 'registration', free),
    tooOften(useCase, 'registration', async (person) => ({
      fields: { code: await refusedCode(person, 'REGISTRATION_CODE_NO_BALANCE_LEFT') },
      place: person.landing,
    })),
    notPossible(useCase, 'registration', ['account', 'register'], free),
  ];
}

/** The flow whose last step is on a landing with a dialog, too. */
const findLongFlow = ({ flows }: JourneyDocument): string | undefined =>
  Object.keys(flows).find((name) => (flows[name]?.steps.length ?? 0) > 1);

/** A landing that shows the screen after a form in a dialog of its own. */
function dialogWith(person: Person, form: FormName) {
  return openPageWith(person, form, 'registration');
}

/** Several forms, one after another. */
export function stepping(document: JourneyDocument): readonly Arrangement[] {
  const long = Object.entries(document.flows).filter(([, { steps }]) => steps.length > 1);
  return long.flatMap(([flow, { steps }]) => [
    ...steps.slice(0, -1).flatMap((step) => saving(flow, step, document)),
    ...steps.slice(-1).flatMap((step) => finishing(flow, step, document)),
  ]);
}

/** A step that another one follows. */
function saving(flow: string, step: JourneyStep, document: JourneyDocument): readonly Arrangement[] {
  const useCase = 'saveDraft';
  const form = step.form as FormName;
  const begin = async (person: Person) => {
    await person.invited();
    await reach(person, flow, step);
    return { place: person.placeOf(flow, step) };
  };
  return [
    {
      useCase,
      outcome: 'saved',
      by: `step ${step.name} of ${flow}`,
      from: ['none', 'started'],
      async arrange(person, from) {
        const { place } = await begin(person);
        // Back to the step, and once more.
        if (from === 'started') await person.send(form, undefined, place);
        return reached(await person.bring(form, undefined, place));
      },
    },
    ...mistaken(useCase, form, begin),
    ...(isFirst(step) ? [tooOften(useCase, form, begin)] : []),
    ...waysOfCode(form).flatMap((code) =>
      refusing(document).map((error): Arrangement => ({
        useCase,
        outcome: 'refused',
        by: `a ${code} code at step ${step.name} of ${flow}: ${error}`,
        conditions: { code, error },
        async arrange(person) {
          const asked = await refusedCode(person, error);
          const place = person.placeOf(flow, step);
          const from = code === 'linked' ? { ...place, query: `rc=${asked}` } : place;
          return reached(await person.send(form, undefined, from), { code: asked });
        },
      })),
    ),
  ];
}

/** A form that can do without a code has no field for one: what a link brought along travels with it. */
function waysOfCode(form: FormName): readonly ('typed' | 'linked')[] {
  const rules = getProjectRules(form)['code'];
  if (rules === undefined) return [];
  return rules.required ? ['typed', 'linked'] : ['linked'];
}

const isFirst = (step: JourneyStep): boolean => step.page === undefined;

/** Takes the steps before a step, if there are any. */
async function reach(person: Person, flow: string, step: JourneyStep): Promise<void> {
  if (getSteps(person.stage.document, flow)[0]?.name !== step.name) await person.take(flow, step.name);
}

/** The last step of several. */
function finishing(flow: string, step: JourneyStep, document: JourneyDocument): readonly Arrangement[] {
  const useCase = 'finishDraft';
  const form = step.form as FormName;
  const asksCode = Object.hasOwn(getProjectRules(form), 'code');
  const begin = async (person: Person): Promise<{ readonly place: Place; readonly fields: Fields }> => {
    const code = await person.invited();
    await person.take(flow, step.name);
    return { place: person.placeOf(flow, step), fields: asksCode ? { code } : {} };
  };
  const arranged = (
    outcome: string,
    by: string,
    before: (person: Person) => Promise<unknown>,
    more: Partial<Arrangement> = {},
    from?: (person: Person) => Place,
  ): Arrangement => ({
    useCase,
    outcome,
    by: `${by}, after ${flow}`,
    from: ['started'],
    ...more,
    async arrange(person) {
      const { place, fields } = await begin(person);
      await before(person);
      return reached(await person.bring(form, person.filled(form, fields), from?.(person) ?? place));
    },
  });
  return [
    arranged('registered', 'an address that is new', async () => undefined),
    ...(flow === findLongFlow(document)
      ? [
          arranged(
            'registered',
            'a landing whose next screen is a dialog',
            async () => undefined,
            { conditions: { nextStep: 'dialog' } },
            (person) => dialogWith(person, form),
          ),
        ]
      : []),
    arranged('already-active', 'an address whose account is active', (person) =>
      person.hasAccount(person.email, 'active'),
    ),
    arranged('pending', 'an address whose account is pending', (person) => person.hasAccount(person.email, 'pending')),
    ...refusing(document).map((error): Arrangement => ({
      useCase,
      outcome: 'refused',
      by: `${error}, after ${flow}`,
      from: ['started'],
      conditions: { error, code: asksCode ? 'typed' : 'earlier' },
      async arrange(person) {
        const { place, fields } = await begin(person);
        await refuseFromNowOn(person, error);
        const { code } = person;
        return reached(await person.send(form, person.filled(form, fields), place), { code, values: { code } });
      },
    })),
    ...mistaken(useCase, form, begin, 'started'),
    tooOften(useCase, form, async (person) => {
      const begun = await begin(person);
      await refuseFromNowOn(person, 'REGISTRATION_CODE_NO_BALANCE_LEFT');
      return begun;
    }),
    notPossible(useCase, form, ['account', 'register'], begin),
    {
      useCase,
      outcome: 'key-reused',
      by: `members who answer so, after ${flow}`,
      from: ['started'],
      async arrange(person) {
        const { place, fields } = await begin(person);
        // No form brings a key; the document says what would follow all the same.
        return answeringInstead(
          person,
          'finishDraft',
          async () => ({ outcome: 'key-reused' }),
          async () => reached(await person.bring(form, person.filled(form, fields), place)),
        );
      },
    },
    {
      useCase,
      outcome: 'step-missing',
      by: `a draft that is gone while nobody answers the page of ${flow}`,
      from: ['started'],
      async arrange(person) {
        const { place, fields } = await begin(person);
        await person.stage.backend.ports.database.db.deleteFrom('registration_drafts').execute();
        return answeringInstead(person, 'loadDraft', outage, async () =>
          reached(await person.bring(form, person.filled(form, fields), place)),
        );
      },
    },
  ];
}
