import type { PreviewResponse, SaveResponse, UploadResponse, VariationResponse } from '#engine/studio/protocol.ts';
import type { ActionResult } from '#server/admin/admin-page.ts';

/** Escapes `<`, so that no part of the JSON reads as markup. */
export function answerStudio<Answer extends PreviewResponse | SaveResponse | UploadResponse | VariationResponse>(
  answer: Answer,
): ActionResult {
  return {
    file: { name: 'studio', type: 'application/json', body: JSON.stringify(answer).replaceAll('<', '\\u003c') },
  };
}
