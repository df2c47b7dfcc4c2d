import type { BlockListEntry } from "@parlour/protocol/api";
import { browserClock } from "../../../state/clock.ts";
import { api } from "../../../state/api/api.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { FormDialog } from "../kit/form/FormDialog.tsx";
import { t as page } from "../text.ts";
import { useForm } from "../kit/form/use-form.ts";
import {
  BlockSubjectFields,
  emptySubject,
  useChannelId,
  type BlockSubject,
} from "./BlockSubjectFields.tsx";
import { t } from "./text.ts";

const hourMs = 3_600_000;
const durationsMs = {
  ever: null,
  hour: hourMs,
  day: 24 * hourMs,
  week: 168 * hourMs,
  month: 720 * hourMs,
} as const;
type DurationName = keyof typeof durationsMs;
const durationNames = Object.keys(durationsMs) as DurationName[];
const maxReasonLength = 300;
interface NewBlockValues {
  named: BlockSubject;
  term: DurationName;
  reason: string;
}

interface NewBlockDialogProps {
  onClose: () => void;
  onCreated: () => void;
}

/** Form that adds an entry: subject, duration, reason (CORE-070). */
export function NewBlockDialog({ onClose, onCreated }: NewBlockDialogProps) {
  const form = useNewBlockForm((created) => {
    onClose();
    onCreated();
    toast(t("blocklist.new.done", { value: created.value }));
  });
  const offline = useLiveState((state) => state.connection.kind === "offline");
  return (
    <FormDialog
      title={t("blocklist.new.title")}
      form={form}
      verb={t("blocklist.new.verb")}
      cancel={t("blocklist.new.cancel")}
      danger
      disabledReason={offline && page("page.offline")}
      onClose={onClose}
    >
      <BlockSubjectFields
        subject={form.values.named}
        onChange={(named) => form.set("named", named)}
        error={form.errors.named}
      />
      <Select
        {...bindField(form, "term")}
        label={t("blocklist.new.until")}
        options={durationNames.map((value) => ({ value, label: t(`blocklist.term.${value}`) }))}
      />
      <TextField
        {...bindField(form, "reason")}
        label={t("blocklist.new.reason")}
        hint={t("blocklist.new.reason.hint")}
        maxLength={maxReasonLength}
      />
    </FormDialog>
  );
}

function useNewBlockForm(onCreated: (made: BlockListEntry) => void) {
  const getChannelId = useChannelId();
  return useForm<NewBlockValues>({
    saved: { named: emptySubject, term: "ever", reason: "" },
    validate: ({ named }) =>
      named.value.trim() === "" ? { named: t("blocklist.new.missing") } : {},
    mapErrorField: (error) => (error.field === "value" ? "named" : null),
    save: async ({ named, term, reason }) => {
      const channel = getChannelId(named);
      const durationMs = durationsMs[term];
      const body = {
        kind: named.kind,
        value: named.value,
        ...(channel !== undefined && { channel_id: channel }),
        ...(durationMs !== null && {
          until: new Date(browserClock.now() + durationMs).toISOString(),
        }),
        ...(reason.trim() !== "" && { reason: reason.trim() }),
      };
      onCreated(await api.post<BlockListEntry>("/blacklist", body));
    },
  });
}
