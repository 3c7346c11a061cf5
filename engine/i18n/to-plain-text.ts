import { UserError } from '#engine/shared/errors.ts';
import type { LocalizedText, TextPart } from './types.ts';

/**
 * A text without markup, for attributes, titles and mails; a line break and the bar between two phrases become a space.
 * Throws for a text with a visitor's value.
 */
export function toPlainText(value: LocalizedText): string {
  return value.parts.map(plainPart).join('');
}

function plainPart(part: TextPart): string {
  if (typeof part === 'string') return part;
  if ('hole' in part) {
    throw new UserError(
      `A text with the visitor's value "${part.hole}" was used as an attribute. Use it as element content, or a text without variables.`,
    );
  }
  return part.tag === 'br' || part.tag === 'bar' ? ' ' : part.parts.map(plainPart).join('');
}
