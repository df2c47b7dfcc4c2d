import type { BlacklistEntry } from "@parlour/protocol/api";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { bind } from "../bound.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { t as page } from "../text.ts";
import { useForm } from "../use-form.ts";
import { KindFields, nobody, useChannelIdOf, type Named } from "./KindFields.tsx";
import { t } from "./text.ts";

const hourMs = 3_600_000;
const terms = { ever: null, hour: hourMs, day: 24 * hourMs, week: 168 * hourMs, month: 720 * hourMs } as const;
type Term = keyof typeof terms;
const names = Object.keys(terms) as Term[];
const longestReason = 300;
interface Values {
  named: Named;
  term: Term;
  reason: string;
}

/** Adds an entry (CORE-070): subject, duration, reason. */
export function NewEntry({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const form = useNewEntry((made) => {
    onClose();
    onMade();
    toast(t("blocklist.new.done", { value: made.value }));
  });
  const offline = useLive((state) => state.connection.kind === "offline");
  return (
    <FormDialog
      title={t("blocklist.new.title")}
      form={form}
      verb={t("blocklist.new.verb")}
      cancel={t("blocklist.new.cancel")}
      danger
      hindrance={offline && page("page.offline")}
      onClose={onClose}
    >
      <KindFields named={form.values.named} onChange={(named) => form.set("named", named)} fault={form.faults.named} />
      <Select
        {...bind(form, "term")}
        label={t("blocklist.new.until")}
        options={names.map((value) => ({ value, label: t(`blocklist.term.${value}`) }))}
      />
      <TextField
        {...bind(form, "reason")}
        label={t("blocklist.new.reason")}
        hint={t("blocklist.new.reason.hint")}
        maxLength={longestReason}
      />
    </FormDialog>
  );
}

function useNewEntry(onMade: (made: BlacklistEntry) => void) {
  const channelIdOf = useChannelIdOf();
  return useForm<Values>({
    saved: { named: nobody, term: "ever", reason: "" },
    check: ({ named }) => (named.value.trim() === "" ? { named: t("blocklist.new.missing") } : {}),
    fieldOf: (error) => (error.field === "value" ? "named" : null),
    save: async ({ named, term, reason }) => {
      const channel = channelIdOf(named);
      const ms = terms[term];
      const body = {
        kind: named.kind,
        value: named.value,
        ...(channel !== undefined && { channel_id: channel }),
        ...(ms !== null && { until: new Date(Date.now() + ms).toISOString() }),
        ...(reason.trim() !== "" && { reason: reason.trim() }),
      };
      onMade(await api.post<BlacklistEntry>("/blacklist", body));
    },
  });
}
