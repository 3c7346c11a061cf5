import { formFiles } from '#schemas/generated/form-files.ts';
import { facetValues } from '#schemas/generated/vocabulary.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import { type CheckedJourney, locateInJourney } from '../checked-journey.ts';
import { getFormRules } from '../../journeys/form-fields.ts';
import { type EffectUse, listEffects } from '../../journeys/uses.ts';
import { checkStepFields, buildUnknownForm } from './step-fields.ts';
import { buildUnknownName } from './build-unknown-name.ts';

/** Forms that a journey has a schema of. */
export function listJourneyForms(journey: string): readonly string[] {
  return [...formFiles].filter(([, file]) => file.startsWith(`journeys/${journey}/`)).map(([form]) => form);
}

/** Forms, fields, use cases of forms and facets that do not exist. */
export function* checkFormNames(journey: CheckedJourney): Generator<FindingDraft> {
  const { flows, forms } = journey.document;
  const known = listJourneyForms(journey.name);
  for (const [form, { useCase, fields, optional = fields, again }] of Object.entries(forms)) {
    if (fields === undefined && !known.includes(form)) yield buildUnknownForm(journey, form, known);
    else {
      yield* ofUseCase(journey, form, useCase);
      if (optional !== undefined) yield* checkStepFields(journey, form, known);
    }
    yield* ofFacets(journey, again, ['forms', form, 'again']);
  }
  const posted = Object.keys(forms);
  for (const [flow, { steps }] of Object.entries(flows)) {
    for (const [index, { form }] of steps.entries()) {
      if (!posted.includes(form))
        yield {
          ...buildUnknownName('form', form, posted, locateInJourney(journey, ['flows', flow, 'steps', index, 'form'])),
          expected: `one of "forms": ${posted.join(', ')}`,
        };
    }
  }
  for (const use of listEffects(journey.document)) yield* ofOpened(journey, use);
}

function* ofUseCase(journey: CheckedJourney, form: string, useCase: string | undefined): Generator<FindingDraft> {
  const known = Object.keys(journey.names.useCases);
  if (useCase !== undefined) {
    if (!known.includes(useCase))
      yield buildUnknownName('use case', useCase, known, locateInJourney(journey, ['forms', form, 'useCase']));
  } else if (!known.includes(form)) {
    yield {
      location: locateInJourney(journey, ['forms', form], 'key'),
      message: `The form "${form}" names no use case, and nothing answers a form of this name by itself.`,
      expected: `"useCase" with one of ${known.join(', ')}`,
      found: form,
    };
  }
}

function* ofOpened(journey: CheckedJourney, { effect: { open }, useCase, path }: EffectUse): Generator<FindingDraft> {
  if (open === undefined) return;
  const { forms } = journey.document;
  const location = [...path, 'open'];
  if (!Object.hasOwn(forms, open.form)) {
    yield buildUnknownName('form', open.form, Object.keys(forms), locateInJourney(journey, [...location, 'form']));
    return;
  }
  const sent = Object.keys(forms).filter((form) => (forms[form]?.useCase ?? form) === useCase);
  const listFields = (form: string): readonly string[] => Object.keys(getFormRules(form, journey));
  const common = listFields(open.form).filter((field) => sent.every((form) => listFields(form).includes(field)));
  for (const [index, field] of open.values.entries()) {
    if (!common.includes(field))
      yield buildUnknownName(
        `field that both "${sent.join('", "')}" and "${open.form}" have called`,
        field,
        common,
        locateInJourney(journey, [...location, 'values', index]),
      );
  }
  yield* ofFacets(journey, open.facets, [...location, 'facets']);
}

function* ofFacets(
  journey: CheckedJourney,
  facets: Readonly<Record<string, string>> | undefined,
  path: Path,
): Generator<FindingDraft> {
  const all: Readonly<Record<string, readonly string[]>> = facetValues;
  for (const [facet, value] of Object.entries(facets ?? {})) {
    const values = Object.hasOwn(all, facet) ? all[facet] : undefined;
    if (values === undefined)
      yield buildUnknownName('facet', facet, Object.keys(all), locateInJourney(journey, [...path, facet], 'key'));
    else if (!values.includes(value))
      yield buildUnknownName(
        `value of the facet "${facet}"`,
        value,
        values,
        locateInJourney(journey, [...path, facet]),
      );
  }
}
