import type { FindingDraft } from '../../finding-draft.ts';
import { findWholeForm } from '../../journeys/form-fields.ts';
import { type CheckedJourney, locateInJourney } from '../checked-journey.ts';
import { buildUnknownName } from './build-unknown-name.ts';

/** A form that has neither a schema nor fields. */
export function buildUnknownForm(journey: CheckedJourney, form: string, known: readonly string[]): FindingDraft {
  const draft = buildUnknownName('form', form, known, locateInJourney(journey, ['forms', form], 'key'));
  const whole = findWholeForm(journey.name);
  if (whole === undefined || !isStep(journey, form)) return draft;
  return {
    ...draft,
    message: `The form "${form}" has no "fields", so that it asks for nothing.`,
    expected: `"fields" with some of ${Object.keys(whole.rules).join(', ')}`,
  };
}

/** Fields that the document chooses for a form which chooses none, fields that do not exist, and such as are optional in vain. */
export function* checkStepFields(
  journey: CheckedJourney,
  form: string,
  known: readonly string[],
): Generator<FindingDraft> {
  const written = journey.document.forms[form];
  const { fields = [], optional = [], useCase = form } = written ?? {};
  const whole = findWholeForm(journey.name);
  if (known.includes(form) || whole === undefined || !isStep(journey, form)) {
    const property = written?.fields === undefined ? 'optional' : 'fields';
    yield {
      location: locateInJourney(journey, ['forms', form, property], 'key'),
      message: known.includes(form)
        ? `The form "${form}" has a schema, which says what its fields are.`
        : `The form "${form}" goes to "${useCase}", which is not one of several steps of a flow: only these choose their fields here.`,
      expected: known.includes(form) ? `no "${property}", or another name for the form` : `no "${property}"`,
      found: written?.[property],
    };
    return;
  }
  for (const [index, field] of fields.entries()) {
    if (!Object.hasOwn(whole.rules, field))
      yield buildUnknownName(
        `field of the form "${whole.schema}"`,
        field,
        Object.keys(whole.rules),
        locateInJourney(journey, ['forms', form, 'fields', index]),
      );
  }
  const required = fields.filter((field) => Object.hasOwn(whole.rules, field) && whole.rules[field]?.required);
  for (const [index, field] of optional.entries()) {
    if (required.includes(field)) continue;
    yield {
      location: locateInJourney(journey, ['forms', form, 'optional', index]),
      message: fields.includes(field)
        ? `"${field}" is optional without being named here.`
        : `"${field}" is not one of the "fields" of the form "${form}".`,
      expected: required.length === 0 ? 'no "optional"' : `some of ${required.join(', ')}`,
      found: field,
    };
  }
}

/** Whether a form stands in flows with several steps. */
function isStep({ document, names }: CheckedJourney, form: string): boolean {
  const { useCase = form } = document.forms[form] ?? {};
  const position = Object.hasOwn(names.steps, useCase) ? names.steps[useCase] : undefined;
  return position === 'earlier' || position === 'last';
}
