/**
 * Adds the styles of a view. The styles are part of the view's script. So they need no request, and
 * no inline styles, which a strict content security policy would block.
 */
export function addStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
