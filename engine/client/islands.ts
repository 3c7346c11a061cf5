/** React, the shared stores and everything that makes compiled islands live. Loaded with the first island. */
import { updateIslands } from './islands/roots.tsx';
import { loaderState } from './parts/loader-state.ts';

loaderState().updateIslands = updateIslands;

export { hydrateIsland } from './islands/roots.tsx';
