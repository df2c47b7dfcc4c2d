import { darkenHelpColors, type HelpColors } from "@parlour/protocol/article/colors";

/** Returns the style sheet of all pages. Its first rules are the colours of the account. */
export function buildStyle(colors: HelpColors): string {
  const dark = darkenHelpColors(colors);
  return `:root { ${listColors(colors)} }
@media (prefers-color-scheme: dark) { :root { ${listColors(dark)} } }
${rules}`;
}

const listColors = ({ brand, on_brand, link, soft, band }: HelpColors): string =>
  `--brand: ${brand}; --on-brand: ${on_brand}; --link: ${link}; --soft: ${soft}; --band: ${band};`;

const rules = `:root { color-scheme: light dark;
  --bg: #FFF; --bg-2: #F7F5F1; --line: #DDD8CD; --control: #827C6C; --text: #1C2125; --text-2: #4A4F53; --text-3: #63676A;
  --mark: #FFF1C7; --on-mark: #463700; --warn: #825000; --warn-soft: #FCEBCF; --focus: #1450D2;
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif; --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) { :root {
  --bg: #14171A; --bg-2: #1C2024; --line: #343A40; --control: #7B848C; --text: #ECEEF0; --text-2: #BEC4CA; --text-3: #9AA2A9;
  --mark: #3B3113; --on-mark: #F7E7B4; --warn: #F2B85C; --warn-soft: #40300F; --focus: #8AB4FF; } }
*, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; }
html { font: 400 100%/1.5 var(--font); -webkit-text-size-adjust: none; text-size-adjust: none; scroll-padding-block-start: 24px; }
body { min-block-size: 100vh; display: flex; flex-direction: column; background: var(--bg); color: var(--text); }
main { flex: 1; }
h1, h2, h3 { line-height: 1.25; font-weight: 650; text-wrap: balance; }
ul, ol { list-style: none; }
a { color: var(--link); text-underline-offset: 3px; text-decoration-thickness: 1px; }
svg { display: block; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; flex: none; }
button, input, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px; border-radius: 4px; }
mark { background: var(--mark); color: var(--on-mark); border-radius: 2px; padding-inline: 2px; }
.vh { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: 16px; inset-block-start: -64px; padding: 8px 16px; background: var(--bg); z-index: 2; }
.skip:focus { inset-block-start: 8px; }
.wrap { inline-size: min(1120px, 100% - 48px); margin-inline: auto; }
.muted { color: var(--text-3); }
[dir="rtl"] .flip { transform: scaleX(-1); }
/* head */
.top { border-block-end: 1px solid var(--line); }
.top .wrap { display: flex; align-items: center; gap: 8px 24px; min-block-size: 64px; }
.logo { display: inline-flex; align-items: center; gap: 12px; min-block-size: 44px; color: var(--text); text-decoration: none; font-weight: 650; white-space: nowrap; }
.logo b { display: grid; place-items: center; inline-size: 32px; block-size: 32px; border-radius: 8px; background: var(--brand); color: var(--on-brand); font: 650 17px/1 Georgia, serif; }
.logo img { inline-size: 32px; block-size: 32px; border-radius: 8px; }
.logo span { font-weight: 400; color: var(--text-3); padding-inline-start: 12px; border-inline-start: 1px solid var(--line); }
.top nav { margin-inline-start: auto; display: flex; align-items: center; gap: 4px; font-size: .9375rem; }
.top nav > a, .lang > summary { display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; padding-inline: 12px; border-radius: 8px; color: var(--text-2); text-decoration: none; cursor: pointer; list-style: none; }
.lang > summary::-webkit-details-marker { display: none; }
:is(.top nav > a, .lang > summary):hover { background: var(--bg-2); color: var(--text); }
.lang { position: relative; }
.lang ul { position: absolute; inset-block-start: 48px; inset-inline-end: 0; z-index: 1; min-inline-size: 184px; padding: 4px; background: var(--bg); border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 12px 32px rgb(0 0 0 / .16); }
.lang li a { display: flex; align-items: center; justify-content: space-between; gap: 16px; min-block-size: 44px; padding-inline: 12px; border-radius: 4px; color: var(--text); text-decoration: none; }
.lang li a:hover { background: var(--bg-2); } .lang [aria-current] { font-weight: 650; color: var(--link); }
.btn { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-block-size: 44px; padding: 4px 20px; border: 1px solid var(--control); border-radius: 8px; background: var(--bg); color: var(--text); font-weight: 600; text-decoration: none; cursor: pointer; white-space: nowrap; }
.btn:hover { background: var(--bg-2); }
.btn.main { background: var(--brand); border-color: var(--brand); color: var(--on-brand); } .btn.main:hover { filter: brightness(.94); }
/* search */
.find { display: flex; gap: 8px; padding: 6px; background: var(--bg); border: 1px solid var(--control); border-radius: 12px; }
.find:focus-within { outline: 2px solid var(--focus); outline-offset: 2px; }
.find > svg { align-self: center; margin-inline-start: 12px; color: var(--text-3); }
.find input { min-block-size: 44px; flex: 1; min-inline-size: 0; border: 0; background: none; outline: 0; padding-inline: 6px; font-size: 1.0625rem; }
.find input::placeholder { color: var(--text-3); opacity: 1; }
.top .find { flex: 0 1 400px; padding: 0; border-radius: 8px; } .top .find input { min-block-size: 42px; font-size: 1rem; }
.hero { background: var(--band); color: #FFF; padding-block: 56px 64px; }
.hero h1 { font-size: 2.25rem; letter-spacing: -.015em; margin-block-end: 24px; }
.hero .find { max-inline-size: 720px; border-color: transparent; color: var(--text); } .hero .find:focus-within { outline-color: #FFF; }
.hero p { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; margin-block-start: 16px; font-size: .9375rem; } .hero p a { color: inherit; display: inline-flex; align-items: center; min-block-size: 28px; }
/* home */
.part { padding-block: 48px 0; } .part > h2, .two h2 { font-size: 1.25rem; margin-block-end: 16px; }
.cards { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 16px; }
.cards a { display: grid; grid-template-columns: 24px minmax(0, 1fr); gap: 4px 16px; block-size: 100%; align-content: start; padding: 20px 24px; border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--control); background: var(--bg-2); }
.cards svg { grid-row: span 3; color: var(--link); margin-block-start: 1px; } .cards h3 { font-size: 1.0625rem; }
.cards p { color: var(--text-2); font-size: .9375rem; } .cards small { font-size: .875rem; color: var(--text-3); margin-block-start: 4px; }
.two > :only-child, .next > :only-child { grid-column: 1 / -1; }
.two { display: grid; grid-template-columns: minmax(0, 1fr) 352px; gap: 48px; padding-block: 48px 72px; align-items: start; }
.list { columns: 2; column-gap: 32px; } .list li { break-inside: avoid; border-block-end: 1px solid var(--line); }
.list a { display: flex; align-items: center; min-block-size: 48px; padding-block: 8px; color: var(--text); text-decoration: none; } .list a:hover { color: var(--link); text-decoration: underline; }
.ask { display: grid; gap: 4px; justify-items: start; padding: 24px; border-radius: 12px; background: var(--bg-2); } .ask p { color: var(--text-2); font-size: .9375rem; } .ask h2 { font-size: 1.0625rem; margin: 0; } .ask .btn { margin-block-start: 16px; }
/* article */
.page { display: grid; grid-template-columns: 224px minmax(0, 680px) 200px; justify-content: space-between; gap: 48px; padding-block: 40px 72px; align-items: start; }
.side { position: sticky; inset-block-start: 24px; font-size: .9375rem; } .side h2 { font-size: .875rem; margin-block-end: 8px; color: var(--text-3); font-weight: 600; }
.side a { display: block; padding: 6px 12px; margin-inline-start: -12px; border-radius: 8px; color: var(--text-2); text-decoration: none; line-height: 1.4; } .side a:hover { background: var(--bg-2); color: var(--text); } .side [aria-current] { background: var(--soft); color: var(--link); font-weight: 600; }
.toc a { margin: 0; border-radius: 0; border-inline-start: 2px solid var(--line); padding-block: 4px; } .toc a:hover { border-color: var(--control); background: none; }
.crumbs { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; font-size: .875rem; color: var(--text-3); margin-block-end: 12px; } .crumbs a { color: inherit; }
.text h1 { font-size: 2.125rem; line-height: 1.2; letter-spacing: -.015em; } .meta { font-size: .875rem; color: var(--text-3); margin-block: 12px 28px; }
.prose { font-size: 1.0625rem; line-height: 1.65; color: var(--text); overflow-wrap: break-word; }
.prose > * + * { margin-block-start: 16px; } .prose > .lead { font-size: 1.1875rem; line-height: 1.55; color: var(--text-2); }
.prose h2 { font-size: 1.375rem; margin-block-start: 40px; letter-spacing: -.005em; } .prose h2 + * { margin-block-start: 12px; }
.prose :is(ul, ol) { padding-inline-start: 24px; } .prose ul { list-style: disc; } .prose ol { list-style: decimal; } .prose li + li { margin-block-start: 8px; } .prose li::marker { color: var(--text-3); } :lang(ar) > .prose ol { list-style: arabic-indic; }
.prose code { font: .9em var(--mono); background: var(--bg-2); border-radius: 4px; padding: 2px 4px; }
.prose :is(h3, h4, h5, h6) { font-size: 1.125rem; margin-block-start: 28px; } .prose img { max-inline-size: 100%; block-size: auto; border-radius: 8px; } .prose hr { border: 0; border-block-start: 1px solid var(--line); margin-block: 32px; }
.prose blockquote { padding-inline-start: 16px; border-inline-start: 3px solid var(--line); color: var(--text-2); } .prose blockquote > * + * { margin-block-start: 12px; }
.prose pre { overflow-x: auto; padding: 16px; border-radius: 8px; background: var(--bg-2); line-height: 1.5; } .prose pre code { padding: 0; background: none; } .center { text-align: center; } .end { text-align: end; }
.tip { display: grid; grid-template-columns: 20px 1fr; gap: 12px; padding: 16px; border-radius: 8px; background: var(--warn-soft); font-size: 1rem; line-height: 1.55; } .tip svg { color: var(--warn); margin-block-start: 2px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; inline-size: 100%; font-size: 1rem; line-height: 1.4; }
th, td { text-align: start; padding: 12px 16px 12px 0; padding-inline: 0 16px; border-block-end: 1px solid var(--line); vertical-align: top; } thead th { font-size: .875rem; color: var(--text-3); font-weight: 600; padding-block: 8px; white-space: nowrap; } tbody th { font-weight: 600; }
.vote { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-block-start: 48px; padding-block: 20px; border-block: 1px solid var(--line); } .vote h2 { font-size: 1rem; flex: 1; min-inline-size: 160px; } .vote .btn { min-inline-size: 88px; }
.next { display: grid; grid-template-columns: 1fr 1fr; gap: 32px; margin-block-start: 32px; align-items: start; } .next h2 { font-size: 1rem; } .next .list { columns: 1; } .next .ask { padding: 20px; }
/* search results */
.results { display: grid; grid-template-columns: minmax(0, 720px) 304px; justify-content: space-between; gap: 48px; padding-block: 40px 72px; align-items: start; } .results h1 { font-size: 1.75rem; letter-spacing: -.01em; } .results h1 + .muted { margin-block-start: 8px; }
.chips { display: flex; flex-wrap: wrap; gap: 8px; margin-block: 24px 8px; font-size: .9375rem; } .chips a { display: inline-flex; align-items: center; gap: 8px; min-block-size: 36px; padding-inline: 14px; border: 1px solid var(--line); border-radius: 18px; color: var(--text-2); text-decoration: none; } .chips a:hover { border-color: var(--control); } .chips [aria-current] { background: var(--soft); border-color: var(--soft); color: var(--link); font-weight: 600; }
.hits li { padding-block: 20px; border-block-end: 1px solid var(--line); } .hits h2 { font-size: 1.125rem; } .hits h2 a { text-decoration: none; } .hits h2 a:hover { text-decoration: underline; } .hits p { margin-block-start: 4px; color: var(--text-2); } .hits small { display: block; margin-block-start: 6px; font-size: .875rem; color: var(--text-3); }
.info { display: flex; gap: 12px; padding: 12px 16px; border-radius: 8px; background: var(--soft); margin-block-end: 24px; font-size: .9375rem; }
.foot { border-block-start: 1px solid var(--line); font-size: .875rem; color: var(--text-3); } .foot .wrap { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: center; padding-block: 16px; } .foot a { color: inherit; display: inline-flex; align-items: center; min-block-size: 32px; } .foot nav { display: flex; flex-wrap: wrap; gap: 0 24px; margin-inline-start: auto; }
.state { padding-block: 56px 72px; max-inline-size: 720px; } .state h1 { font-size: 1.75rem; margin-block-end: 16px; } .state > * + p { margin-block-start: 16px; } .state .row { display: flex; flex-wrap: wrap; gap: 8px; }
.topic { padding-block: 40px 72px; max-inline-size: 840px; } .topic h1 { font-size: 2rem; letter-spacing: -.015em; } .topic h1 + p { margin-block-start: 8px; color: var(--text-2); } .topic .list { margin-block-start: 24px; columns: 1; }
.field { display: grid; gap: 4px; margin-block-start: 16px; } .field label { font-weight: 600; font-size: .9375rem; } .field textarea { inline-size: 100%; padding: 10px 12px; border: 1px solid var(--control); border-radius: 8px; background: var(--bg); resize: vertical; }
@media (max-width: 1099px) { .page { grid-template-columns: minmax(0, 1fr) 200px; } .page > .side:first-child { display: none; } }
@media (max-width: 799px) {
  .wrap { inline-size: calc(100% - 32px); } .top .wrap { gap: 8px; min-block-size: 60px; } .top nav > a:not(.btn), .logo img { inline-size: 32px; block-size: 32px; border-radius: 8px; }
.logo span { display: none; } .top .btn { padding-inline: 16px; } .lang > summary { padding-inline: 8px; }
  .top .find { order: 3; flex: 1 1 100%; margin-block-end: 12px; } .top:has(.find) .wrap { flex-wrap: wrap; padding-block-start: 8px; }
  .hero { padding-block: 32px 40px; } .hero h1 { font-size: 1.75rem; margin-block-end: 16px; } .hero .btn span { display: none; } .hero .btn { padding-inline: 14px; }
  .part { padding-block-start: 32px; } .cards { grid-template-columns: 1fr; gap: 8px; } .cards a { padding: 16px; } .two { grid-template-columns: 1fr; gap: 32px; padding-block: 32px 48px; } .list { columns: 1; }
  .page { display: flex; flex-direction: column; align-items: stretch; gap: 24px; padding-block: 24px 48px; } .page > .toc { position: static; display: none; } .text h1 { font-size: 1.75rem; } .next { grid-template-columns: 1fr; } .vote h2 { flex-basis: 100%; } .vote .btn { flex: 1; } .scroll table { min-inline-size: 480px; } .results { grid-template-columns: minmax(0, 1fr); gap: 32px; padding-block: 24px 48px; } .foot nav { margin: 0; } .foot .wrap { flex-direction: column; align-items: flex-start; }
  .fold { border: 1px solid var(--line); border-radius: 8px; margin-block-end: 24px; } .fold summary { padding: 10px 16px; min-block-size: 44px; cursor: pointer; font-weight: 600; font-size: .9375rem; } .fold a { display: block; padding: 10px 16px; color: var(--text-2); text-decoration: none; border-block-start: 1px solid var(--line); font-size: .9375rem; }
}
@media (min-width: 800px) { .fold { display: none; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) { .btn, .ask, .tip, .info, mark { border: 1px solid; } }
@media print { html { font-size: 11pt; } .top nav, .top .find, .side, .vote, .next, .fold, .foot nav, .skip { display: none !important; } .page { display: block; padding-block: 24px; } .prose, .prose > .lead, .tip, table { font-size: 1rem; } .prose a[href^="http"]::after { content: " (" attr(href) ")"; font-size: 9pt; color: var(--text-3); } h2, table, .tip { break-inside: avoid; break-after: auto; } .prose h2 { break-after: avoid; } }
`;
