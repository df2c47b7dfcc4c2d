import { RichText } from "../RichText.tsx";
import { useOperatorNames } from "../people.ts";

/** Text of a note with mentioned names highlighted. */
export function NoteText({ text, mentions }: { text: string; mentions: readonly number[] }) {
  const names = useOperatorNames();
  return <RichText text={text} own names={mentions.flatMap((id) => names.get(id) ?? [])} />;
}
