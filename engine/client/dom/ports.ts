import type { Ports } from '#engine/block-kit/ports.ts';
import { adoptForm } from '../forms/adopt-form.ts';

/** What the client does for islands. */
export const ports: Ports = { adoptForm };
