/** Styles of a part of the window. They come in its script: no request of their own, and nothing inline that a strict policy would refuse. */
export function addStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
