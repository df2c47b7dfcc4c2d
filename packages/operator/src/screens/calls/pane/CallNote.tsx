import type { Operator } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { maxCallNoteLength } from "@parlour/protocol/api/writing-limits";
import { useState } from "react";
import { getDraft, setDraft, useDrafts } from "../../../state/drafts/drafts.ts";
import { can } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { useApiMutation } from "../../../ui/mutation.ts";
import { t } from "../../../ui/calls/text.ts";
import { runCallAction } from "../../../ui/calls/use-calls.ts";

interface CallNoteProps {
  call: CallWithVisitor;
  me: Operator;
  offline: boolean;
}

/**
 * Edits the team's note about a call, during and after the call (CORE-108). Unsaved text survives
 * navigation to another page.
 */
export function CallNote({ call, me, offline }: CallNoteProps) {
  useDrafts();
  const { busy, run } = useApiMutation();
  const saved = call.note?.text ?? "";
  const draft = getDraft(me.id, call.id, "call");
  const [isEdited, setEdited] = useState(draft !== "");
  const text = isEdited ? draft : saved;
  const meta =
    call.note === undefined
      ? undefined
      : t("call.note.by", { name: call.note.by.name, time: formatFullTime(call.note.at) });
  if (!can(me, "chats.answer")) return saved === "" ? null : <SavedNote text={saved} meta={meta} />;
  const discard = () => {
    setDraft(me.id, call.id, "call", "");
    setEdited(false);
  };
  const save = async () => {
    // Keeps text that was typed while the request ran, because it is not saved yet.
    if (
      (await runCallAction(call.id, { do: "note", text })) &&
      getDraft(me.id, call.id, "call") === text
    )
      discard();
  };
  return (
    <div className="noted">
      <TextArea
        label={t("call.note")}
        hint={meta}
        rows={3}
        maxLength={maxCallNoteLength}
        dir="auto"
        value={text}
        onChange={(event) => {
          setEdited(true);
          setDraft(me.id, call.id, "call", event.target.value);
        }}
      />
      {isEdited && text !== saved && (
        <div className="tools">
          <Button
            variant="primary"
            unavailable={offline ? t("call.offline") : busy}
            onClick={() => void run(save)}
          >
            {t("call.note.save")}
          </Button>
          <Button onClick={discard}>{t("call.note.drop")}</Button>
        </div>
      )}
    </div>
  );
}

/** Shows the note to operators who cannot edit it. */
function SavedNote({ text, meta }: { text: string; meta: string | undefined }) {
  return (
    <section aria-labelledby="call-note">
      <h3 id="call-note">{t("call.note")}</h3>
      <p className="callnote" dir="auto">
        {text}
      </p>
      <p className="hint">{meta}</p>
    </section>
  );
}
