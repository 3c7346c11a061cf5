import { useId, useState } from 'react';
import { toDocumentFile } from './blocks.ts';
import { useStudio } from './context.ts';
import { createBlank } from './structure.ts';
import { useTranslations } from './translations.ts';

const NAME = /^[a-z][a-z0-9-]*$/;

/** Creates a form document in the draft, with a field for an email address. */
export function NewForm({ onCreated }: { readonly onCreated: (document: string) => void }) {
  const t = useTranslations();
  const id = useId();
  const { store, server } = useStudio();
  const [name, type] = useState('');
  const [message, say] = useState('');
  const create = async (): Promise<void> => {
    const document = `forms/${name}`;
    const path = toDocumentFile(document);
    if (!NAME.test(name)) return say(t('studio.formMalformed'));
    const taken = t('studio.formTaken', { name: document });
    if (Object.hasOwn(store.getState().versions, path)) return say(taken);
    const text = writeNewForm(t('studio.newFormRetention'));
    const answer = await server.save({ files: [{ path, content: text, version: 0 }], texts: [] }).catch(() => null);
    if (answer?.code === 'CONFLICT') return say(taken);
    if (answer?.code !== 'SAVED') return say(answer?.code === 'REFUSED' ? answer.message : t('studio.save.failed'));
    store.setState(({ opened, content, stored, versions }) => ({
      opened: {
        ...opened,
        forms: [...opened.forms, { document, file: path, others: [] }],
        files: [...opened.files, { path, text, version: 1, isOwn: true }],
      },
      content: { ...content, files: { ...content.files, [path]: text } },
      stored: { ...stored, files: { ...stored.files, [path]: text } },
      versions: { ...versions, ...answer.versions },
    }));
    onCreated(document);
  };
  return (
    <details>
      <summary>{t('studio.newForm')}</summary>
      <label htmlFor={id}>{t('studio.newFormName')}</label>
      <input
        id={id}
        value={name}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && void create()}
      />
      <p id={`${id}-about`} className={message === '' ? 'hint' : 'error'} role="status">
        {message === '' ? t('studio.newFormHint') : message}
      </p>
      <button type="button" className="button quiet" onClick={() => void create()}>
        {t('studio.createForm')}
      </button>
    </details>
  );
}

/** @param why why entries are stored for so long */
function writeNewForm(why: string): string {
  const text = createBlank({ name: '', description: '', kind: 'text', isRequired: true }, '');
  const form = {
    $schema: '../../schemas/generated/editor/form.schema.json',
    version: 4,
    fields: [{ name: 'email', type: 'email', label: text, required: true }],
    submit: text,
    sent: { show: 'inline', title: text, text },
    retention: { days: 90, why },
  };
  return `${JSON.stringify(form, null, 2)}\n`;
}
