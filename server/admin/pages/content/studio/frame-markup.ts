import { withoutScripts } from '#server/site/previews/without-scripts.ts';

/** A page in a frame of the studio: without behaviour, and without taking the focus away from the studio. */
export const toFrameMarkup = (html: string): string => withoutScripts(html).replaceAll(' autofocus=""', '');
