import type { Operator } from "@parlour/protocol";
import { IconFilter, IconX } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu, type MenuGroup } from "../../../ui/dialog/menu.tsx";
import { useFilterChoices } from "./use-chat-filter.ts";
import { hasFilter, filterParts, areFiltersEqual } from "./filter.ts";
import { t } from "./text.ts";
import type { ChatFilterState } from "./use-chat-filter.ts";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import "./views.css";
import { DialogBoundary } from "../../../ui/dialog/DialogBoundary.tsx";

const FilterDialog = lazy(() =>
  loadChunk(() => import("./FilterDialog.tsx")).then((module) => ({
    default: module.FilterDialog,
  })),
);

/** Menu to choose a saved filter or to edit the current one. */
export function ChatFilterMenu({ chatFilter, me }: { chatFilter: ChatFilterState; me: Operator }) {
  const [editing, setEditing] = useState(false);
  const active = hasFilter(chatFilter.narrow);
  const runAction = (id: string) => {
    if (id === "edit") setEditing(true);
    else if (id === "clear") chatFilter.choose({});
    else if (id === "mine") chatFilter.choose({ operator: me.id });
    else
      chatFilter.choose(
        chatFilter.saved.find((savedFilter) => `use:${savedFilter.name}` === id)?.narrow ?? {},
      );
  };
  return (
    <>
      <Menu
        label={active ? t("filter.on") : t("filter.label")}
        title={t("filter.label")}
        className={active ? "btn icon quiet narrowed" : "btn icon quiet"}
        groups={toMenuGroups(chatFilter, me)}
        onAction={runAction}
      >
        <Icon of={IconFilter} />
      </Menu>
      {editing && (
        <DialogBoundary onClose={() => setEditing(false)}>
          <FilterDialog chatFilter={chatFilter} onClose={() => setEditing(false)} />
        </DialogBoundary>
      )}
    </>
  );
}

/** Returns the menu groups: saved filters, own chats, the filter dialog, and Show all. */
function toMenuGroups({ narrow, saved }: ChatFilterState, me: Operator): MenuGroup[] {
  const savedEntries = saved.map((savedFilter) => ({
    id: `use:${savedFilter.name}`,
    label: savedFilter.name,
    chosen: areFiltersEqual(savedFilter.narrow, narrow),
  }));
  const commonEntries = [
    { id: "mine", label: t("filter.own"), chosen: areFiltersEqual(narrow, { operator: me.id }) },
    { id: "edit", label: t("filter.edit") },
    ...(hasFilter(narrow) ? [{ id: "clear", label: t("filter.clear") }] : []),
  ];
  return [
    ...(savedEntries.length > 0 ? [{ title: t("filter.saved"), entries: savedEntries }] : []),
    { entries: commonEntries },
  ];
}

/** Renders the active filter as chips, each with a Remove button. */
export function FilterChips({ chatFilter }: { chatFilter: ChatFilterState }) {
  const filter = chatFilter.narrow;
  const active = hasFilter(filter);
  const choices = useFilterChoices(active);
  if (!active) return null;
  return (
    <ul className="narrowchips" aria-label={t("filter.on")}>
      {filterParts.map((part) => {
        const id = filter[part];
        if (id === undefined) return null;
        const name = choices[part].find((savedFilter) => savedFilter.id === id)?.name ?? `#${id}`;
        const { [part]: _, ...otherParts } = filter;
        return (
          <li key={part} className="tag">
            <span className="cut">
              {t(`filter.${part}`)}: <bdi>{name}</bdi>
            </span>
            <Button
              variant="quiet"
              small
              icon={IconX}
              aria-label={t("filter.drop", { name })}
              onClick={() => chatFilter.choose(otherParts)}
            />
          </li>
        );
      })}
    </ul>
  );
}
