/** Tells the data layer what the visitor agreed to. Loaded with consent to something, and never before. */
import { tell } from './tracking/tell.ts';

tell();

export { tell };
