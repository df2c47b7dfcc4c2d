import type { Segment } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api } from "../../state/api/api.ts";
import { Select } from "../../ui/Field.tsx";
import { t } from "./text.ts";

/**
 * Returns the segment that the operator has chosen, and the control for it. There is no control
 * while there are no segments, and none if `isOffered` is false.
 */
export function useSegmentChoice(isOffered: boolean): {
  readonly segment: number | null;
  readonly choice: ReactNode;
} {
  const [chosen, setChosen] = useState<number | null>(null);
  const source = useQuery({
    queryKey: ["segments"],
    queryFn: () => api.list<Segment>("/segments"),
    enabled: isOffered,
  });
  const { data = [] } = source;
  // A segment that was deleted meanwhile is chosen no longer.
  const segment = isOffered && data.some(({ id }) => id === chosen) ? chosen : null;
  const choice = isOffered && (data.length > 0 || source.error) && (
    <Select
      label={t("visitors.segment")}
      hideLabel
      value={String(segment ?? "")}
      onChange={({ target }) => setChosen(target.value === "" ? null : Number(target.value))}
      options={[
        { value: "", label: t("visitors.segment.all") },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      source={source}
    />
  );
  return { segment, choice };
}
