import type { Field } from "@parlour/protocol/settings/field";
import { useAllChannels, useDepartments, useOperators } from "../../../state/api/queries.ts";
import { useChatSegments } from "../../../state/api/chat-segments.ts";
import { isOwnView, useSavedViews } from "../../../state/inbox/saved-views.ts";
import { Select } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import type { FormValues } from "../kit/kind/form-values.ts";
import { t } from "./text.ts";

/**
 * Selects the channel, the department, the operator or the segment that a report is about, or all.
 * Views have no other filters than their condition. Without segments there is no choice of one.
 */
export function FilterControl({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const lists: Readonly<Record<string, readonly { id: number; name: string }[] | undefined>> = {
    channel_id: useAllChannels().data,
    department_id: useDepartments().data,
    operator_id: useOperators().data,
    segment_id: useChatSegments().data,
    view_id: useSavedViews().filter((view) => !isOwnView(view)),
  };
  const isView = name === "view_id";
  if (!isView && form.values["report"] === "view") return null;
  const id = form.values[name] as number | null;
  if (name === "segment_id" && id === null && !lists["segment_id"]?.length) return null;
  return (
    <Select
      name={name}
      label={<ChangedLabel {...{ form, name }}>{label}</ChangedLabel>}
      hint={hint}
      value={id === null ? "" : String(id)}
      onChange={({ target }) => form.set(name, target.value === "" ? null : Number(target.value))}
      error={form.errors[name]}
      disabled={readOnly}
      options={[
        { value: "", label: t(isView ? "sentreport.view_id.choose" : "sentreport.all") },
        ...(lists[name] ?? []).map((row) => ({ value: String(row.id), label: row.name })),
      ]}
    />
  );
}

/** Returns the filters in the address, with which the page of a report opens a new one. */
export function readFilter(): FormValues {
  const params = new URLSearchParams(location.search);
  // Links write ids that are texts in quotation marks.
  const getId = (kind: string): number | null =>
    Number(params.get(kind)?.replaceAll('"', "")) || null;
  const view = getId("view");
  return {
    report: view === null ? "days" : "view",
    view_id: view,
    channel_id: getId("channel"),
    department_id: getId("department"),
    operator_id: getId("operator"),
    segment_id: getId("segment"),
  };
}
