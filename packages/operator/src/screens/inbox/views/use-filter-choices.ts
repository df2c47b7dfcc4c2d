import type { Channel, Operator } from "@parlour/protocol";
import type { Department, Tag } from "@parlour/protocol/api";
import { widgetLanguages } from "@parlour/protocol/entity/widget/languages";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { languageName } from "../../../text/language-name.ts";
import type { FilterPart } from "./filter.ts";

export interface FilterChoice {
  readonly id: number | string;
  readonly name: string;
}

/** Loads the values that a list can be filtered by. `on`: load only while they are shown. */
export function useFilterChoices(
  on: boolean,
): Readonly<Record<FilterPart, readonly FilterChoice[]>> {
  const channels = useQuery({
    queryKey: ["channels", "all"],
    queryFn: () => api.list<Channel>("/channels"),
    enabled: on,
  });
  const departments = useQuery({
    queryKey: ["departments"],
    queryFn: () => api.list<Department>("/departments"),
    enabled: on,
  });
  const operators = useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<Operator>("/operators"),
    enabled: on,
  });
  const tags = useQuery({ queryKey: ["tags"], queryFn: () => api.list<Tag>("/tags"), enabled: on });
  return {
    channel: channels.data ?? [],
    department: departments.data ?? [],
    operator: operators.data ?? [],
    tag: tags.data ?? [],
    language: widgetLanguages.map((id) => ({ id, name: languageName(id) })),
  };
}
