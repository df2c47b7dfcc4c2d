import type { BlacklistEntry } from "@parlour/protocol/api";
import { IconBan } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import { Empty } from "../../../ui/marks.tsx";
import { AddButton } from "../ListPage.tsx";
import { ReadPage } from "../ReadPage.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { filledOf, wordOf } from "../../../ui/address-words.ts";
import { useAddressed } from "../../../ui/use-addressed.ts";
import "./blocklist.css";
import { EntryTable } from "./EntryTable.tsx";
import { NewEntry } from "./NewEntry.tsx";
import { useBlacklist, type Shown } from "./use-blacklist.ts";
import { WouldBlock } from "./WouldBlock.tsx";
import { t } from "./text.ts";

interface Filter {
  readonly shown: Shown;
  readonly q: string;
}
const everything: Filter = { shown: "in_force", q: "" };
const filterOf = ({ shown, q }: Readonly<Record<string, unknown>>): Filter => ({
  shown: shown === "all" ? "all" : "in_force",
  q: wordOf(q),
});
const searchOf = ({ shown, q }: Filter) => filledOf({ shown: shown === "all" ? shown : "", q });

/**
 * Settings → Block list (CORE-070): entries with end, reason and creator. Operators can block,
 * unblock, and check whether something is blocked.
 */
export function BlocklistPage() {
  const [filter, setFilter] = useAddressed(filterOf, searchOf);
  const [adding, setAdding] = useState(false);
  const { read, more, renew } = useBlacklist(filter.shown, filter.q.trim());
  return (
    <ReadPage
      read={read}
      title={t("blocklist.title")}
      about={t("blocklist.about")}
      tools={() => <AddButton onAdd={() => setAdding(true)}>{t("blocklist.add")}</AddButton>}
      dialogs={adding && <NewEntry onClose={() => setAdding(false)} onMade={renew} />}
    >
      {(entries) => (
        <div className="cols blocklist">
          <div className="card">
            <Filters filter={filter} onChange={setFilter} />
            <Entries entries={entries} filter={filter} onChanged={renew} onClear={() => setFilter(everything)} />
            {more !== null && (
              <div className="older">
                <Button onClick={more}>{t("blocklist.more")}</Button>
              </div>
            )}
          </div>
          <aside className="side" aria-label={t("blocklist.check.title")}>
            <WouldBlock />
          </aside>
        </div>
      )}
    </ReadPage>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  return (
    <search className="filters">
      <SearchField
        label={t("blocklist.filter")}
        placeholder={t("blocklist.filter.hint")}
        value={filter.q}
        onText={(q) => onChange({ ...filter, q })}
      />
      <Select
        label={t("blocklist.state")}
        hideLabel
        value={filter.shown}
        options={[
          { value: "in_force", label: t("blocklist.state.in_force") },
          { value: "all", label: t("blocklist.state.all") },
        ]}
        onChange={(event) => onChange({ ...filter, shown: event.target.value === "all" ? "all" : "in_force" })}
      />
    </search>
  );
}

interface EntriesProps {
  entries: readonly BlacklistEntry[];
  filter: Filter;
  onChanged: () => void;
  onClear: () => void;
}

function Entries({ entries, filter, onChanged, onClear }: EntriesProps) {
  const isNarrowed = filter.shown === "all" || filter.q.trim() !== "";
  if (entries.length > 0) return <EntryTable entries={entries} onChanged={onChanged} />;
  return (
    <Empty
      icon={IconBan}
      title={t(isNarrowed ? "blocklist.none" : "blocklist.empty")}
      action={isNarrowed && <Button onClick={onClear}>{t("blocklist.none.clear")}</Button>}
    >
      {!isNarrowed && t("blocklist.empty.text")}
    </Empty>
  );
}
