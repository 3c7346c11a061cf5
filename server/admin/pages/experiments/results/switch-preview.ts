import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { Preview } from '#server/admin/preview.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';

/** What is stopped or goes on: with a release between the preview and the press it may be another experiment under the same key. */
export interface SwitchPreview {
  readonly key: string;
  readonly document: string;
  readonly phase: number;
  readonly variations: readonly string[];
}

export function switchPreview(
  { words }: AdminRequest,
  { key, document, phase, variations }: ResolvedExperiment,
  stops: boolean,
): Preview<SwitchPreview> {
  const name = stops ? 'stop' : 'start';
  const state = { key, document, phase, variations: variations.map((variation) => variation.key) };
  return {
    state,
    sections: [
      {
        kind: 'facts',
        title: words(`results.${name}`),
        facts: [
          { label: words('results.experiment'), value: key },
          { label: words('split.page'), value: document },
          { label: words('results.phase'), value: words.number(phase) },
          { label: words('results.variations'), value: state.variations.join(', ') },
        ],
      },
    ],
    form: {
      text: words(`results.${name}Text`),
      submit: words(`results.${name}Now`),
      danger: stops,
      hidden: { experiment: key },
    },
  };
}
