import type { Ports } from '#engine/block-kit/ports.ts';
import { adoptForm } from '../forms/adopt-form.ts';

/** Browser services for islands. */
export const ports: Ports = { adoptForm };
