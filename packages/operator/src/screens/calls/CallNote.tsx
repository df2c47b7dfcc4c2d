import type { Operator } from "@parlour/protocol";
import type { CallSeen } from "@parlour/protocol/api";
import { useState } from "react";
import { draftOf, setDraft, useDrafts } from "../../state/drafts.ts";
import { may } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/Field.tsx";
import { fullTime } from "../../ui/Time.tsx";
import { useDeed } from "../../ui/deed.ts";
import { t } from "./text.ts";
import { stepCall } from "./use-calls.ts";

/**
 * The team's note about a call, during and after it (CORE-108). Unsaved text survives a page
 * change.
 */
export function CallNote({ call, me, offline }: { call: CallSeen; me: Operator; offline: boolean }) {
  useDrafts();
  const { busy, run } = useDeed();
  const saved = call.note?.text ?? "";
  const draft = draftOf(me.id, call.id, "call");
  const [touched, setTouched] = useState(draft !== "");
  const text = touched ? draft : saved;
  const by = call.note === undefined ? undefined : t("call.note.by", { name: call.note.by.name, time: fullTime(call.note.at) });
  if (!may(me, "chat")) return saved === "" ? null : <Noted text={saved} by={by} />;
  const drop = () => {
    setDraft(me.id, call.id, "call", "");
    setTouched(false);
  };
  const save = async () => {
    // Text typed during the request is not saved yet.
    if ((await stepCall(call.id, { do: "note", text })) && draftOf(me.id, call.id, "call") === text) drop();
  };
  return (
    <div className="noted">
      <TextArea
        label={t("call.note")}
        hint={by}
        rows={3}
        maxLength={2000}
        dir="auto"
        value={text}
        onChange={(event) => {
          setTouched(true);
          setDraft(me.id, call.id, "call", event.target.value);
        }}
      />
      {touched && text !== saved && (
        <div className="tools">
          <Button variant="primary" unavailable={offline ? t("call.offline") : busy} onClick={() => void run(save)}>
            {t("call.note.save")}
          </Button>
          <Button onClick={drop}>{t("call.note.drop")}</Button>
        </div>
      )}
    </div>
  );
}

/** The note for operators who can only read it. */
function Noted({ text, by }: { text: string; by: string | undefined }) {
  return (
    <section aria-labelledby="call-note">
      <h3 id="call-note">{t("call.note")}</h3>
      <p className="callnote" dir="auto">
        {text}
      </p>
      <p className="hint">{by}</p>
    </section>
  );
}
