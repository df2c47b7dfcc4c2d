import type { Operator } from "@parlour/protocol";
import { IconFilter, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu, type MenuGroup } from "../../../ui/menu.tsx";
import { useChoices } from "./choices.ts";
import { isNarrow, narrowParts, sameNarrow } from "./narrow.ts";
import { t } from "./text.ts";
import type { Narrowing } from "./use-narrowing.ts";
import { fetchPart } from "../../../ui/fetch-part.ts";
import "./views.css";

const FilterDialog = lazy(() => fetchPart(() => import("./FilterDialog.tsx")).then((module) => ({ default: module.FilterDialog })));

/** Menu to choose a saved filter or to create one. */
export function FilterMenu({ narrowing, me }: { narrowing: Narrowing; me: Operator }) {
  const [editing, setEditing] = useState(false);
  const active = isNarrow(narrowing.narrow);
  const act = (id: string) => {
    if (id === "edit") setEditing(true);
    else if (id === "clear") narrowing.choose({});
    else if (id === "mine") narrowing.choose({ operator: me.id });
    else narrowing.choose(narrowing.saved.find((one) => `use:${one.name}` === id)?.narrow ?? {});
  };
  return (
    <>
      <Menu
        label={active ? t("filter.on") : t("filter.label")}
        title={t("filter.label")}
        className={active ? "btn icon quiet narrowed" : "btn icon quiet"}
        groups={groupsOf(narrowing, me)}
        onAction={act}
      >
        <Icon of={IconFilter} />
      </Menu>
      {editing && (
        <Suspense fallback={null}>
          <FilterDialog narrowing={narrowing} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Menu groups: saved filters if any, then the operator's own chats, the dialog, and Clear. */
function groupsOf({ narrow, saved }: Narrowing, me: Operator): MenuGroup[] {
  const kept = saved.map((one) => ({ id: `use:${one.name}`, label: one.name, chosen: sameNarrow(one.narrow, narrow) }));
  const rest = [
    { id: "mine", label: t("filter.own"), chosen: sameNarrow(narrow, { operator: me.id }) },
    { id: "edit", label: t("filter.edit") },
    ...(isNarrow(narrow) ? [{ id: "clear", label: t("filter.clear") }] : []),
  ];
  return [...(kept.length > 0 ? [{ title: t("filter.saved"), entries: kept }] : []), { entries: rest }];
}

/** Chips of the active filter, each with a Remove button. */
export function FilterChips({ narrowing }: { narrowing: Narrowing }) {
  const { narrow } = narrowing;
  const active = isNarrow(narrow);
  const choices = useChoices(active);
  if (!active) return null;
  return (
    <ul className="narrowchips" aria-label={t("filter.on")}>
      {narrowParts.map((part) => {
        const id = narrow[part];
        if (id === undefined) return null;
        const name = choices[part].find((one) => one.id === id)?.name ?? `#${id}`;
        const { [part]: _, ...rest } = narrow;
        return (
          <li key={part} className="tag">
            <span className="cut">
              {t(`filter.${part}`)}: <bdi>{name}</bdi>
            </span>
            <Button variant="quiet" small icon={IconX} aria-label={t("filter.drop", { name })} onClick={() => narrowing.choose(rest)} />
          </li>
        );
      })}
    </ul>
  );
}
