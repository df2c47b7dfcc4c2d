import type { Field } from "@parlour/protocol/settings/field";
import { useAllChannels, useDepartments, useOperators } from "../../../state/api/queries.ts";
import { useChatSegments } from "../../../state/api/chat-segments.ts";
import { isOwnView, useSavedViews } from "../../../state/inbox/saved-views.ts";
import { Select } from "../../../ui/Field.tsx";
import type { LoadedList } from "../../../ui/loading/ListFailure.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import type { FormValues } from "../kit/kind/form-values.ts";
import { t } from "./text.ts";

/**
 * Selects the channel, the department, the operator or the segment that a report is about, or all.
 * Views have no other filters than their condition. Without segments there is no choice of one.
 */
export function FilterControl({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const views = useSavedViews().filter((view) => !isOwnView(view));
  const lists: Readonly<Record<string, LoadedList<readonly { id: number; name: string }[]>>> = {
    channel_id: useAllChannels(),
    department_id: useDepartments(),
    operator_id: useOperators(),
    segment_id: useChatSegments(),
  };
  const source = lists[name];
  const rows = source === undefined ? views : (source.data ?? []);
  const isView = name === "view_id";
  if (!isView && form.values["report"] === "view") return null;
  const id = form.values[name] as number | null;
  if (name === "segment_id" && id === null && !source?.data?.length && !source?.error) return null;
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
        ...rows.map((row) => ({ value: String(row.id), label: row.name })),
      ]}
      source={source}
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
