/** Shifts the page below the bar. */
export const pageStyle = 'body{padding-top:50px}';

/** Styles of the bar, in a shadow tree so that it looks the same on all pages. */
export const shadowStyle = `
:host { all: initial; position: fixed; z-index: 2147483000; inset: 0 0 auto; color-scheme: dark; font: 14px/1.5 system-ui, sans-serif; color: #f4ece2; }
* { box-sizing: border-box; margin: 0; }
details { background: #1a1615; border-bottom: 2px solid #c39a6b; box-shadow: 0 8px 32px rgb(0 0 0 / 30%); }
summary { display: flex; align-items: center; gap: 20px; height: 48px; padding: 0 clamp(14px, 3vw, 32px); cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: ""; flex: none; width: 9px; height: 9px; margin-left: auto; border: solid #c39a6b; border-width: 0 2px 2px 0; transform: translateY(-3px) rotate(45deg); }
details[open] > summary::after { transform: translateY(3px) rotate(225deg); }
summary:focus-visible, a:focus-visible, .panel:focus-visible { outline: 2px solid #f4ece2; outline-offset: -4px; }
.facts { min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.facts > span { margin-right: 20px; }
.facts b { font-weight: 600; color: #f4ece2; }
.facts i, dt, .note { color: #b9aa9b; font-style: normal; }
.panel { max-height: min(70vh, 640px); overflow: auto; padding: 20px clamp(14px, 3vw, 32px) 28px; border-top: 1px solid #3a322e; display: grid; gap: 28px 48px; grid-template-columns: minmax(0, 5fr) minmax(0, 8fr); align-items: start; }
h2 { margin-bottom: 10px; font-size: 13px; font-weight: 600; color: #c39a6b; }
section { min-width: 0; }
section + section h2, dl + h2 { margin-top: 28px; }
.column > section + section { margin-top: 28px; }
.panel section h2 { margin-top: 0; }
.panel section ol + h2 { margin-top: 28px; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; }
dd { overflow-wrap: anywhere; }
.experiment + .experiment { margin-top: 16px; }
.experiment p { margin-bottom: 6px; overflow-wrap: anywhere; }
.variations { display: flex; flex-wrap: wrap; gap: 8px; padding: 0; list-style: none; }
a { color: inherit; text-underline-offset: 3px; }
.variations a, .leave a { display: inline-flex; align-items: center; min-height: 40px; padding: 4px 14px; border: 1px solid #6a5b50; text-decoration: none; overflow-wrap: anywhere; }
.variations a:hover, .leave a:hover { border-color: #f4ece2; }
.variations a[aria-current] { background: #c39a6b; border-color: #c39a6b; color: #1a1615; font-weight: 600; }
.leave { display: flex; flex-wrap: wrap; gap: 8px; padding: 0; list-style: none; }
ol { padding: 0; list-style: none; border-top: 1px solid #3a322e; }
ol li { display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 12px; padding: 7px 0; border-bottom: 1px solid #3a322e; overflow-wrap: anywhere; }
ol li > span:first-child { color: #b9aa9b; }
ol li:last-child { font-weight: 600; }
@media (max-width: 60rem) { .panel { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 30rem) { .facts i, .facts > span:nth-last-child(4) { display: none; } .facts > span { margin-right: 12px; } ol li { grid-template-columns: minmax(0, 1fr); gap: 0; } }
@media print { :host { display: none; } }
`;
