import type { BlockListEntry } from "@parlour/protocol/api";
import { blockListEntry } from "@parlour/protocol/settings/kinds/people/block-list";
import { IconBan } from "@tabler/icons-react";
import { useState } from "react";
import { browserClock } from "../../../state/clock.ts";
import { Select } from "../../../ui/Field.tsx";
import type { FormValues } from "../kit/kind/form-values.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import type { Form } from "../../../ui/form/use-form.ts";
import { BlockSubjectFields, emptySubject, type BlockSubject } from "./BlockSubjectFields.tsx";
import { listFields } from "../kit/setting-field.ts";
import { t } from "./text.ts";

/** Settings → Block list (CORE-070). Entries have no pages. A new one is made in a dialog. */
export const blockListScreen = kindScreen<BlockListEntry>()({
  kind: blockListEntry,
  prefix: "blocklist",
  t,
  icon: IconBan,
  inDialog: true,
  labels: listFields(
    ["duration", "filter", "state", "check.title"].map((name) => `blocklist.${name}`),
  ),
  sections: [{ fields: ["kind", "value", "channel_id", "until", "reason"] }],
  controls: {
    kind: ({ form }) => <SubjectControl form={form} />,
    // The fields of the subject depend on each other.
    value: () => null,
    channel_id: () => null,
    until: ({ form }) => <DurationControl form={form} />,
  },
  nameField: "value",
  nameOf: ({ value }) => value,
  newValues: () => ({ ...emptySubject }),
});

function SubjectControl({ form: { values, errors, set } }: { form: Form<FormValues> }) {
  return (
    <BlockSubjectFields
      subject={values as unknown as BlockSubject}
      onChange={({ kind, value, channel_id }) => {
        set("kind", kind);
        set("value", value);
        set("channel_id", channel_id);
      }}
      error={errors["value"] ?? errors["channel_id"]}
    />
  );
}

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

/** Selects how long the entry blocks from now on. */
function DurationControl({ form }: { form: Form<FormValues> }) {
  const [duration, setDuration] = useState<DurationName>("ever");
  const select = (name: string) => {
    const chosen = durationNames.find((other) => other === name) ?? "ever";
    const ms = durationsMs[chosen];
    setDuration(chosen);
    form.set("until", ms === null ? "" : new Date(browserClock.now() + ms).toISOString());
  };
  return (
    <Select
      label={t("blocklist.duration")}
      name="until"
      value={duration}
      options={durationNames.map((value) => ({ value, label: t(`blocklist.term.${value}`) }))}
      onChange={(event) => select(event.target.value)}
      error={form.errors["until"]}
    />
  );
}
