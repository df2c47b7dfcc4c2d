type Child = Node | string;

/** Creates an element with attributes and content. Text is never parsed as HTML. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...content);
  return created;
}
