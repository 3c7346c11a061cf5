import type { JourneyDocument } from '#schemas/generated/documents.ts';

/** A journey with one form and one step, as its document says it. */
export const toyJourney: Pick<JourneyDocument, 'machines' | 'flows' | 'forms' | 'outcomes'> = {
  machines: {
    visit: {
      subject: 'visitor',
      initial: 'new',
      states: { new: {} },
      transitions: [{ from: ['new'], on: 'ask.done', to: 'new' }],
    },
  },
  flows: { one: { steps: [{ name: 'only', form: 'ask' }] } },
  forms: { ask: { post: 'ask', page: 'landings/default' } },
  outcomes: { ask: { done: [{ stay: true }] } },
};
