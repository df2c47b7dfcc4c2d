import { RichText } from "./RichText.tsx";
import { useOperatorNames } from "../../../state/inbox/operator-names.ts";

/** Renders the text of a note with the mentioned names highlighted. */
export function NoteText({ text, mentions }: { text: string; mentions: readonly number[] }) {
  const names = useOperatorNames();
  return <RichText text={text} isFromTeam names={mentions.flatMap((id) => names.get(id) ?? [])} />;
}
