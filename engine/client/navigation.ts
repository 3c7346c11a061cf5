/** In-app navigation (C6): loaded with the first link that is followed. */
export { navigate, restore, show } from './navigation/navigate.ts';
