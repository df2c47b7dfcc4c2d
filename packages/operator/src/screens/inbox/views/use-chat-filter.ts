import { useState } from "react";
import {
  parseStoredFilters,
  addSavedFilter,
  type StoredFilters,
  type ChatFilter,
  type SavedFilter,
  type FilterPart,
} from "./filter.ts";
import type { Channel, Operator } from "@parlour/protocol";
import type { Department, Tag } from "@parlour/protocol/api";
import { widgetLanguages } from "@parlour/protocol/entity/widget/languages";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { getLanguageName } from "../../../text/language-name.ts";

export interface ChatFilterState {
  readonly narrow: ChatFilter;
  readonly saved: readonly SavedFilter[];
  readonly choose: (narrow: ChatFilter) => void;
  readonly save: (name: string, narrow: ChatFilter) => void;
  readonly remove: (name: string) => void;
}

/** Manages the active and the saved filters of the lists, per operator in this browser. */
export function useChatFilter(operatorId: number): ChatFilterState {
  const storageKey = `parlour.filters.${operatorId}`;
  const [stored, setStored] = useState<StoredFilters>(() => loadStoredFilters(storageKey));
  const store = (next: StoredFilters) => {
    setStored(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch (error) {
      console.warn("the filters could not be kept on this device", error);
    }
  };
  return {
    ...stored,
    choose: (narrow) => store({ ...stored, narrow }),
    save: (name, narrow) => store({ narrow, saved: addSavedFilter(stored.saved, name, narrow) }),
    remove: (name) =>
      store({ ...stored, saved: stored.saved.filter((savedFilter) => savedFilter.name !== name) }),
  };
}

function loadStoredFilters(storageKey: string): StoredFilters {
  try {
    return parseStoredFilters(localStorage.getItem(storageKey));
  } catch {
    return parseStoredFilters(null);
  }
}

interface FilterChoice {
  readonly id: number | string;
  readonly name: string;
}

/** Loads the values that a list can be filtered by, while `on`. */
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
    language: widgetLanguages.map((id) => ({ id, name: getLanguageName(id) })),
  };
}
