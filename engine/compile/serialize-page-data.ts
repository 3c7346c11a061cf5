import { escapeJsonInMarkup } from '#engine/shared/escape.ts';
import { tooMany, tryLater } from '#engine/shared/refusals.ts';
import { isBlockForm } from '#engine/shared/shown-form.ts';
import type { BoundForm } from '#engine/block-kit/form-types.ts';
import type { PageData } from '#engine/block-kit/page-data.ts';
import type { PageContext } from '#engine/block-kit/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import { bindText } from './bind.ts';
import { bindErrors, markIn, withoutFields } from './bind-errors.ts';
import type { HoleMarker } from './split-template.ts';
import type { ClientScripts, FormState } from './types.ts';

/** Texts of later states of the page. */
const laterTexts = {
  network: 'refusals.network',
  technical: tryLater,
  tooMany,
} as const;

/**
 * Data of a page that its islands share. Values in holes of a form follow at the end, see `PageData`.
 */
export function serializePageData(options: {
  readonly page: PageContext;
  /** Names of the forms that islands rendered. */
  readonly forms: ReadonlySet<string>;
  readonly formState: FormState | undefined;
  readonly marker: HoleMarker;
  readonly site: Site;
  /** See `TextContext`. */
  readonly texts: Set<string>;
  readonly client: ClientScripts;
  /** See `PageData`. */
  readonly route: string;
}): string {
  const { page, site, texts, client, formState, marker } = options;
  const context = { site, locale: page.locale, texts };
  const { basePath } = site.deployment;
  const bindJsonErrors = (form: BoundForm, state: FormState): BoundForm['errors'] => {
    const questions = Object.fromEntries(
      Object.entries(form.fields).filter(([, { control }]) => control !== undefined),
    );
    const own = withoutFields(state.errors, questions);
    return { ...form.errors, ...bindErrors({ ...state, errors: own }, context, markIn(marker, 'json')) };
  };
  const href = (name: string): string => basePath + (client.modules[name]?.file ?? '');
  const forms: Readonly<Record<string, BoundForm | undefined>> = page.forms;
  const shown = Object.entries(forms).filter(([name]) => options.forms.has(name));
  const data: PageData = {
    route: options.route,
    page: {
      ...page,
      forms: Object.fromEntries(
        shown.map(([name, form]) => {
          if (form === undefined || name !== formState?.form) return [name, form];
          const errors = isBlockForm(formState.form) ? form.errors : bindJsonErrors(form, formState);
          return [name, { ...form, values: withoutHoles(form.values, formState), errors }];
        }),
      ),
    },
    // Texts of forms: a site without forms need not have them.
    words: Object.fromEntries(
      Object.entries(options.forms.size === 0 ? {} : laterTexts).map(([name, key]) => [
        name,
        toPlainText(bindText(key, context)),
      ]),
    ),
    basePath,
    ...(site.deployment.gtmContainerId !== undefined && { tagManager: true }),
    modules: { islands: href('islands'), tracking: href('tracking') },
    ...(formState !== undefined && options.forms.has(formState.form) && typedIn(formState, marker)),
  };
  return `<script type="application/json" id="page-data">${escapeJsonInMarkup(data)}</script>`;
}

function typedIn({ form, holes = {} }: FormState, marker: HoleMarker): Pick<PageData, 'typed'> {
  const values = Object.entries(holes).map(([field, name]) => [field, marker.mark(name, 'json')]);
  return values.length === 0 ? {} : { typed: { form, values: Object.fromEntries(values) } };
}

function withoutHoles(values: BoundForm['values'], { holes = {} }: FormState): BoundForm['values'] {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !Object.hasOwn(holes, field)));
}
