/** Look of the test page: plain, light and dark, from 320 px on. */
export const testPageCss = `
:root { color-scheme: light dark; --text: #1c2125; --soft: #56616a; --line: #d5dad8; --canvas: #f4f6f5; --surface: #fff; --accent: #0b6b5d; --bad: #b0261e; }
@media (prefers-color-scheme: dark) { :root { --text: #e8ecea; --soft: #a3adb3; --line: #3a4246; --canvas: #121517; --surface: #1a1e21; --accent: #5cc4b3; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 14px/1.45 system-ui, sans-serif; }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px; padding: 24px 24px 120px; max-inline-size: 1280px; margin-inline: auto; }
header { grid-column: 1 / -1; }
h1 { font-size: 20px; margin: 0 0 4px; overflow-wrap: anywhere; } h2 { font-size: 16px; margin: 0 0 4px; } p { margin: 0 0 12px; }
a { color: var(--accent); } .soft { color: var(--soft); }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 16px; min-inline-size: 0; }
section:last-child { position: sticky; inset-block-start: 16px; align-self: start; }
.facts { display: flex; flex-wrap: wrap; gap: 4px 8px; margin: 12px 0 0; } .facts dt { color: var(--soft); } .facts dd { margin: 0 16px 0 0; font-weight: 600; }
.row { display: grid; grid-template-columns: minmax(0, 240px) minmax(0, 1fr); gap: 8px; margin-block-end: 8px; }
button, input { font: inherit; color: inherit; min-block-size: 36px; border: 1px solid var(--line); border-radius: 4px; padding: 4px 10px; background: var(--surface); min-inline-size: 0; }
button { cursor: pointer; background: var(--canvas); font-weight: 600; overflow-wrap: anywhere; } .row button { text-align: start; } input { font-family: ui-monospace, monospace; font-size: 13px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.log { margin: 12px 0 0; padding: 0; max-block-size: 60vh; overflow: auto; font: 13px/1.5 ui-monospace, monospace; }
.log p { margin: 0; padding: 4px 0; border-block-end: 1px solid var(--line); overflow-wrap: anywhere; } .log time { color: var(--soft); margin-inline-end: 8px; }
.log .callback { color: var(--accent); } .log .fault { color: var(--bad); } .log .event { color: var(--soft); }
[hidden] { display: none; }
@media (max-width: 720px) { main { grid-template-columns: minmax(0, 1fr); padding: 16px 16px 120px; } .row { grid-template-columns: minmax(0, 1fr); } section:last-child { position: static; } }
`;
