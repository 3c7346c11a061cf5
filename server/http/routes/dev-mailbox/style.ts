/** Independent of the site's design, because the mailbox is not part of the site. */
export const style = `
:root { color-scheme: light dark; --paper: #faf7f2; --ink: #221c1a; --muted: #6a5f59; --line: #ddd3c6; --accent: #6d1f2b; --sheet: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #171314; --ink: #f1e9df; --muted: #b3a69b; --line: #3b3231; --accent: #e3aab0; --sheet: #221c1d; } }
* { box-sizing: border-box; margin: 0; }
body { background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 4rem) clamp(1rem, 4vw, 3rem); }
h1 { font: 400 clamp(1.75rem, 5vw, 2.75rem)/1.15 Georgia, serif; text-wrap: balance; }
h2 { font-size: .8125rem; font-weight: 600; letter-spacing: .08em; color: var(--muted); margin-bottom: .75rem; }
header { display: grid; gap: .75rem; margin-bottom: 2rem; overflow-wrap: anywhere; }
header p { color: var(--muted); }
.eyebrow { font-size: .8125rem; letter-spacing: .08em; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid; outline-offset: 3px; }
.list { list-style: none; padding: 0; border-top: 1px solid var(--line); }
.list a { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .25rem 2rem; align-items: baseline; padding: 1.125rem 0; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; }
.list a:hover .subject { text-decoration: underline; text-underline-offset: .2em; }
.subject { font-weight: 500; text-wrap: balance; }
.to, .meta { color: var(--muted); font-size: .875rem; overflow-wrap: anywhere; }
.empty { padding: 2rem 0; border-block: 1px solid var(--line); color: var(--muted); }
.open { display: inline-block; padding: .75rem 1.25rem; background: var(--accent); color: var(--paper); text-decoration: none; }
.parts { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 2rem; align-items: start; }
iframe { width: 100%; height: 82rem; border: 1px solid var(--line); background: var(--sheet); }
pre { padding: 1.25rem; border: 1px solid var(--line); background: var(--sheet); font: .875rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (min-width: 48.01rem) { .meta { text-align: end; } }
@media (max-width: 48rem) { .parts, .list a { grid-template-columns: minmax(0, 1fr); } }
`;
