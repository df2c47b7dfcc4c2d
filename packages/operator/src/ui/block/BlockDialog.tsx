import type { Chat, Visitor } from "@parlour/protocol";
import { useId, useState, type FormEvent } from "react";
import { browserClock } from "../../state/clock.ts";
import { api } from "../../state/api/api.ts";
import { useLiveState, useLiveClient } from "../../state/live-context.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { DialogActions } from "../dialog/dialog.tsx";
import { ErrorMessage, getErrorText } from "../loading/ErrorMessage.tsx";
import { Select, TextField } from "../Field.tsx";
import { toast } from "../dialog/toast.tsx";
import { useApiMutation } from "../mutation.ts";
import { t as shared } from "../transfer/dialog-text.ts";
import { getVisitorName } from "../chat/visitor-name.ts";
import { t } from "./text.ts";

const hourMs = 3_600_000;
const blockDurations = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 168 * hourMs,
  month: 720 * hourMs,
  ever: null,
} as const;
type BlockDuration = keyof typeof blockDurations;
const durationNames = Object.keys(blockDurations) as BlockDuration[];
/** Maximum length of the reason of a block (API-027). */
const maxReasonLength = 300;

type BlockTarget = Chat | { readonly visitor: Visitor };

/** Blocks a visitor, after asking for duration and reason (CORE-070). With a chat, offers Undo. */
export function BlockDialog({ chat, onClose }: { chat: BlockTarget; onClose: () => void }) {
  const id = useId();
  const [duration, setDuration] = useState<BlockDuration>("week");
  const [reason, setReason] = useState("");
  const { busy, failure, run } = useApiMutation();
  const block = useBlock(chat, onClose);
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!offline) void run(() => block(toBlockEnd(duration), reason.trim()));
  };
  return (
    <Dialog
      title={t("block.title", { name: getVisitorName(chat) })}
      open
      onClose={onClose}
      actions={
        <DialogActions
          cancel={shared("dialog.cancel")}
          onClose={onClose}
          button={t("block.verb")}
          danger
          unavailableReason={offline && shared("dialog.offline")}
          busy={busy}
          form={id}
        />
      }
    >
      <form id={id} className="form" onSubmit={submit}>
        <p className="soft">{t("block.text")}</p>
        {failure !== null && <ErrorMessage error={failure} />}
        <Select
          label={t("block.for")}
          value={duration}
          options={durationNames.map((value) => ({ value, label: t(`block.${value}`) }))}
          onChange={(event) =>
            setDuration(durationNames.find((name) => name === event.target.value) ?? "week")
          }
          // The dialog is opened to choose the duration.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <TextField
          label={t("block.reason")}
          hint={t("block.reason.hint")}
          value={reason}
          maxLength={maxReasonLength}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

/** Returns a function that blocks the visitor until a time, or without end (null), with Undo. */
function useBlock(
  chat: BlockTarget,
  onDone: () => void,
): (until: string | null, reason: string) => Promise<void> {
  const live = useLiveClient();
  const name = getVisitorName(chat);
  const undo = async (id: number) => {
    try {
      await live.unblock(id);
      toast(t("block.undone", { name }));
    } catch (error) {
      toast(t("block.undofailed", { why: getErrorText(error) }), {
        tone: "bad",
        chat: "id" in chat ? chat : undefined,
      });
    }
  };
  return async (until, reason) => {
    const options = { until: until ?? undefined, reason: reason || undefined };
    if ("id" in chat) await live.block(chat.id, options);
    else await api.post(`/visitors/${chat.visitor.number}/block`, options);
    onDone();
    const undoAction =
      "id" in chat ? { action: { label: t("block.undo"), run: () => void undo(chat.id) } } : {};
    toast(t("block.done", { name }), { ms: 10_000, ...undoAction });
  };
}

/** Returns the end of a block in the API's time format, or null for a block without end. */
function toBlockEnd(duration: BlockDuration): string | null {
  const ms = blockDurations[duration];
  return ms === null ? null : new Date(browserClock.now() + ms).toISOString();
}
