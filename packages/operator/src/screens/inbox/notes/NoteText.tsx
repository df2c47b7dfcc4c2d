import { RichText } from "../RichText.tsx";
import { useOperatorNames } from "../people.ts";

/** The text of a note; the names of those it names stand out. */
export function NoteText({ text, mentions }: { text: string; mentions: readonly number[] }) {
  const names = useOperatorNames();
  return <RichText text={text} own names={mentions.flatMap((id) => names.get(id) ?? [])} />;
}
