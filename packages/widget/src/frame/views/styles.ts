/**
 * Adds the styles of a view. They are part of its script, so they need no request and no inline
 * styles, which a strict policy would block.
 */

import css from "./note.css?inline";
export function addStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

// Adds the styles of a note, for the views that show one.
addStyles(css);
