/*
 * The first module that the loader appends. It brings islands to life, takes over links, and leaves the work to modules that load
 * when they are needed.
 */
import { isForThisApp } from './navigation/is-for-this-app.ts';
import { type Experiments, type Islands, loaderState, type Navigation } from './parts/loader-state.ts';
import { readPageData } from './parts/page-data.ts';

const state = loaderState();
const first = readPageData(document);
const { basePath, modules } = first ?? { basePath: '/', modules: { islands: '', navigation: '', experiments: '' } };

/* Addresses come from the page, because they carry the base path and the hash of the build. */
const loadIslands = (): Promise<Islands> => import(/* @vite-ignore */ modules.islands);
const loadNavigation = (): Promise<Navigation> => import(/* @vite-ignore */ modules.navigation);

state.tell = () => {
  if (!state.mayTell()) return;
  void (import(/* @vite-ignore */ modules.experiments) as Promise<Experiments>).then(({ tellArms }) => tellArms());
};
state.shown = location.href;
state.navigation = loadNavigation;
state.hydrate = (island) => {
  loadIslands()
    .then(({ hydrateIsland }) => hydrateIsland(island))
    .catch(() => state.fail(island));
};
state.follow = (link) => {
  loadNavigation()
    .then(({ navigate }) => navigate(link.href, { reason: link.hreflang === '' ? 'link' : 'language' }))
    .catch(() => location.assign(link.href));
};

for (const island of document.querySelectorAll<HTMLElement>('[data-island][data-wanted]')) state.hydrate(island);
for (const item of state.waiting.filter(({ link }) => link !== undefined)) {
  state.waiting.splice(state.waiting.indexOf(item), 1);
  if (item.link !== undefined) state.follow(item.link);
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  // Whoever follows a link of a menu has left it, also for a place on the same page.
  link?.closest<HTMLElement>('[popover]')?.hidePopover();
  if (link === null || event.defaultPrevented || !isForThisApp(link, event, basePath)) return;
  event.preventDefault();
  state.follow?.(link);
});

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented || !form.matches('[data-consent]')) return;
  event.preventDefault();
  const { submitter } = event;
  loadNavigation()
    .then(({ answerConsent }) => answerConsent(form, submitter))
    .catch(() => {
      form.removeAttribute('data-consent');
      form.requestSubmit(submitter);
    });
});

addEventListener('popstate', () => {
  loadNavigation()
    .then(({ restore }) => restore())
    .catch(() => location.reload());
});
