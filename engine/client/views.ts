/** Pages of staff users without a reload: their forms, and their lists where there are some. No other page loads it. */
import { sendForms } from './live-lists/send-forms.ts';

sendForms();
if (document.querySelector('vitrine-draft') !== null)
  void import('./live-lists/draft.ts').then(({ DraftForm }) => customElements.define('vitrine-draft', DraftForm));
if (document.querySelector('vitrine-list') !== null) void import('virtual:lists');
