/** Admin pages without reloads: forms, and lists with live updates. Not loaded by other pages. */
import { sendForms } from './live-lists/send-forms.ts';

sendForms();
if (document.querySelector('vitrine-draft') !== null)
  void import('./live-lists/draft.ts').then(({ DraftForm }) => customElements.define('vitrine-draft', DraftForm));
if (document.querySelector('vitrine-list') !== null) void import('virtual:lists');
