import { hash } from 'node:crypto';

/** SHA-256 of a text (UTF-8) as 64 lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
