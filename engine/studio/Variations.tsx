import { type SubmitEvent, useId, useState } from 'react';
import { useStudio, useStudioState } from './context.ts';
import { useTranslations } from './translations.ts';

/** The page and its variants, a new variant, and the page that plans an experiment with them. */
export function Variations() {
  const { start } = useStudio();
  const t = useTranslations();
  const versions = useStudioState(({ opened }) => opened.versions);
  const document = start.document;
  // Only landings have variants.
  if (!document.startsWith('landings/')) return null;
  return (
    <details className="conditions">
      <summary className="plain">{t('studio.variations')}</summary>
      <ul>
        {versions.map((version) => (
          <li key={version.document}>
            {version.document === document ? (
              <strong aria-current="page">{version.document}</strong>
            ) : (
              <a href={`${start.addresses.studio}&${new URLSearchParams({ document: version.document }).toString()}`}>
                {version.document}
              </a>
            )}
          </li>
        ))}
      </ul>
      <NewVariation />
      {start.addresses.experiment !== '' && <PlanExperiment />}
    </details>
  );
}

/** Creates a variant in the draft and opens it. */
function NewVariation() {
  const { start, server, session, store } = useStudio();
  const t = useTranslations();
  const id = useId();
  const [message, say] = useState('');
  const [isBusy, setBusy] = useState(false);
  const create = async (name: string): Promise<void> => {
    setBusy(true);
    // The variant is one of what is stored.
    await session.save();
    if (store.getState().save !== 'saved') {
      setBusy(false);
      return say(t('studio.save.failed'));
    }
    const answer = await server.createVariation(name).catch(() => null);
    setBusy(false);
    if (answer?.code !== 'CREATED') return say(answer?.message ?? t('studio.save.failed'));
    location.assign(`${start.addresses.studio}&${new URLSearchParams({ document: answer.document }).toString()}`);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void create(String(new FormData(event.currentTarget).get('name')));
  };
  return (
    <form className="entry" onSubmit={onSubmit}>
      <label htmlFor={id}>{t('studio.newVariation')}</label>
      <input id={id} name="name" required aria-describedby={`${id}-about`} />
      <p id={`${id}-about`} className={message === '' ? 'hint' : 'error'} role="status">
        {message === '' ? t('studio.newVariationHint') : message}
      </p>
      <button type="submit" className="button quiet" disabled={isBusy}>
        {t('studio.createVariation')}
      </button>
    </form>
  );
}

/** Leads to the page that plans experiments, with the page and its variants filled in. */
function PlanExperiment() {
  const { start } = useStudio();
  const t = useTranslations();
  const base = useStudioState(({ opened }) => opened.base);
  const versions = useStudioState(({ opened }) => opened.versions);
  if (versions.length < 2) return <p className="hint">{t('studio.planNeeds')}</p>;
  const plan = new URLSearchParams({
    page: base ?? start.document,
    ...(base !== undefined && { variant: start.document }),
  });
  return (
    <p>
      <a className="button quiet" href={`${start.addresses.experiment}&${plan.toString()}`}>
        {t('studio.planExperiment')}
      </a>
    </p>
  );
}
