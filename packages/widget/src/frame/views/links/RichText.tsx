import { lazyView } from "../lazy-view.tsx";

interface TextProps {
  readonly text: string;
}
/** Shows the plain text until its file is loaded. */
const LinkedText = lazyView(
  async () => (await import("./LinkedText.tsx")).LinkedText,
  [],
  false,
  ({ text }: TextProps) => text,
);

/**
 * Text of a message (WG-087). The file that finds links is loaded with the first text that may have
 * one, because most visitors write before they see a link (WG-201).
 */
export function RichText({ text }: TextProps) {
  return /(?:https?|mailto|tel):/i.test(text) ? <LinkedText text={text} /> : <>{text}</>;
}
