/** Shows a text of the document. The parts between backticks are code. */
export function InlineText({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : <span key={n}>{part}</span>));
}
