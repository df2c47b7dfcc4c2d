import { ApiError } from "@parlour/client";
import type { BlacklistEntry } from "@parlour/protocol/api";
import { useId, useState, type SubmitEvent } from "react";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { KindFields, nobody, useChannelId, type Named } from "./KindFields.tsx";
import { t as page } from "../text.ts";
import { t } from "./text.ts";

const hourMs = 3_600_000;
const terms = { ever: null, hour: hourMs, day: 24 * hourMs, week: 168 * hourMs, month: 720 * hourMs } as const;
type Term = keyof typeof terms;
const names = Object.keys(terms) as Term[];
const longestReason = 300;

/** Adds an entry (CORE-070): who, for how long, why. */
export function NewEntry({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const id = useId();
  const [named, setNamed] = useState<Named>(nobody);
  const [term, setTerm] = useState<Term>("ever");
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const channel = useChannelId(named);
  const offline = useLive((state) => state.connection.kind === "offline");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || offline) return;
    setMissing(named.value.trim() === "");
    if (named.value.trim() === "") return;
    setBusy(true);
    setFailure(null);
    const ms = terms[term];
    try {
      const made = await api.post<BlacklistEntry>("/blacklist", {
        kind: named.kind,
        value: named.value,
        ...(channel !== undefined && { channel_id: channel }),
        ...(ms !== null && { until: new Date(Date.now() + ms).toISOString() }),
        ...(reason.trim() !== "" && { reason: reason.trim() }),
      });
      onMade();
      toast(t("blocklist.new.done", { value: made.value }));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const ofValue = failure instanceof ApiError && failure.field === "value";
  const fault = missing ? t("blocklist.new.missing") : ofValue ? failure.message : undefined;
  return (
    <Dialog
      title={t("blocklist.new.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("blocklist.new.cancel")}</Button>
          <Button type="submit" form={id} variant="danger" unavailable={offline ? page("page.offline") : busy}>
            {t("blocklist.new.verb")}
          </Button>
        </>
      }
    >
      <form id={id} className="form" noValidate onSubmit={(event) => void submit(event)}>
        {failure !== null && !ofValue && <Failure error={failure} />}
        <KindFields named={named} onChange={setNamed} fault={fault} />
        <Select
          label={t("blocklist.new.until")}
          value={term}
          options={names.map((value) => ({ value, label: t(`blocklist.term.${value}`) }))}
          onChange={(event) => setTerm(names.find((one) => one === event.target.value) ?? "ever")}
        />
        <TextField
          label={t("blocklist.new.reason")}
          hint={t("blocklist.new.reason.hint")}
          value={reason}
          maxLength={longestReason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
