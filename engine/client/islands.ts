/** React, shared stores and hydration of islands. Loaded with the first island. */
import { updateIslands } from './islands/roots.tsx';
import { journeys } from '#schemas/generated/journeys/client.ts';
import { getLoaderState } from './dom/get-loader-state.ts';

const state = getLoaderState();
state.updateIslands = updateIslands;
state.eventContext = () => Object.assign({}, ...journeys.map((journey) => journey.eventContext?.()));

export { hydrateIsland } from './islands/roots.tsx';
