/** Scroll and focus targets stay visible below the bar. */
export const besideBar =
  'html{scroll-padding-top:4rem}vitrine-preview{display:block;position:sticky;top:0;z-index:2147483000}';

/** Styles of the bar, in a shadow tree so that it looks the same on all pages. */
export const barStyle = `
:host { all: initial; display: block; position: sticky; top: 0; z-index: 2147483000; color-scheme: dark; font: 1rem/1.5 system-ui, sans-serif; color: #f4ece2; }
* { box-sizing: border-box; margin: 0; }
section { background: #1a1615; border-bottom: 2px solid #c39a6b; }
summary { display: flex; align-items: center; gap: 0.75rem; min-height: 3rem; padding: 0.25rem clamp(0.875rem, 3vw, 2rem); cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: ""; flex: none; width: 0.5625rem; height: 0.5625rem; margin-inline-start: auto; border: solid #c39a6b; border-width: 0 2px 2px 0; transform: translateY(-3px) rotate(45deg); }
details[open] > summary::after { transform: translateY(3px) rotate(225deg); }
summary b { flex: none; color: #c39a6b; font-weight: 600; }
summary span { min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
summary:focus-visible, a:focus-visible { outline: 2px solid #f4ece2; outline-offset: -4px; }
.panel { max-height: calc(100svh - 6rem); overflow: auto; padding: 1rem clamp(0.875rem, 3vw, 2rem) 1.5rem; border-top: 1px solid #3a322e; display: grid; gap: 1.25rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; }
dt { color: #b9aa9b; }
dd { overflow-wrap: anywhere; }
h2 { margin-bottom: 0.5rem; font-size: 0.875rem; font-weight: 600; color: #c39a6b; }
ul { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0; list-style: none; }
a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 0.875rem; border: 1px solid #6a5b50; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
a:hover { border-color: #f4ece2; }
a[aria-current] { background: #c39a6b; border-color: #c39a6b; color: #1a1615; font-weight: 600; }
.sent { padding: 0.75rem clamp(0.875rem, 3vw, 2rem); background: #f4ece2; color: #1a1615; }
@media (max-width: 30rem) { dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: 0.5rem; } }
@media (forced-colors: active) { a[aria-current] { border: 3px solid Highlight; } }
`;
