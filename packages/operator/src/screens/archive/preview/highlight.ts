const highlightName = "archive-hit";

/**
 * Highlights words without changing the elements. Does nothing in browsers without the CSS Custom
 * Highlight API. Returns a function that removes the highlights.
 */
export function highlightWords(root: HTMLElement | null, words: readonly string[]): () => void {
  const registry = "highlights" in CSS ? CSS.highlights : null;
  if (!root || registry === null || words.length === 0) return () => undefined;
  const needles = words.map((word) => word.toLocaleLowerCase());
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement?.closest(".freetext")) continue;
    const text = (node.nodeValue ?? "").toLocaleLowerCase();
    // Skips a text whose length changes in lower case, because the offsets of the matches would be
    // wrong.
    if (text.length !== node.nodeValue?.length) continue;
    for (const word of needles) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  registry.set(highlightName, new Highlight(...ranges));
  return () => void registry.delete(highlightName);
}
