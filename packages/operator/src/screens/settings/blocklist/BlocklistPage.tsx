import { IconBan, IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Select } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Empty } from "../../../ui/marks.tsx";
import { PageHead } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import "./blocklist.css";
import { EntryTable } from "./EntryTable.tsx";
import { NewEntry } from "./NewEntry.tsx";
import { useBlacklist, type Shown } from "./use-blacklist.ts";
import { WouldBlock } from "./WouldBlock.tsx";
import { t } from "./text.ts";

/** Settings → Block list (CORE-070): entries with their end, reason and maker; add, lift, and ask what would be blocked. */
export function BlocklistPage() {
  const [shown, setShown] = useState<Shown>("in_force");
  const [q, setQ] = useState("");
  const [adding, setAdding] = useState(false);
  const { read, more, renew } = useBlacklist(shown, q.trim());
  const filtered = shown === "all" || q.trim() !== "";
  return (
    <Loaded read={read} title={t("blocklist.title")} about={t("blocklist.about")} rows>
      {(entries) => (
        <section className="formpage" aria-label={t("blocklist.title")}>
          <PageHead title={t("blocklist.title")} about={t("blocklist.about")}>
            <Button variant="primary" icon={IconPlus} onClick={() => setAdding(true)}>
              {t("blocklist.add")}
            </Button>
          </PageHead>
          {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
          <div className="body">
            <div className="cols blocklist">
              <div className="card">
                <search className="filters">
                  <span className="with">
                    <Icon of={IconSearch} small />
                    <input
                      className="input"
                      type="search"
                      aria-label={t("blocklist.filter")}
                      placeholder={t("blocklist.filter.hint")}
                      value={q}
                      maxLength={200}
                      onChange={(event) => setQ(event.target.value)}
                    />
                  </span>
                  <Select
                    label={t("blocklist.state")}
                    hideLabel
                    value={shown}
                    options={[
                      { value: "in_force", label: t("blocklist.state.in_force") },
                      { value: "all", label: t("blocklist.state.all") },
                    ]}
                    onChange={(event) => setShown(event.target.value === "all" ? "all" : "in_force")}
                  />
                </search>
                {entries.length === 0 ? (
                  <Empty
                    icon={IconBan}
                    title={t(filtered ? "blocklist.none" : "blocklist.empty")}
                    action={
                      filtered && (
                        <Button
                          onClick={() => {
                            setQ("");
                            setShown("in_force");
                          }}
                        >
                          {t("blocklist.none.clear")}
                        </Button>
                      )
                    }
                  >
                    {!filtered && t("blocklist.empty.text")}
                  </Empty>
                ) : (
                  <EntryTable entries={entries} onChanged={renew} />
                )}
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
          </div>
          {adding && (
            <NewEntry
              onClose={() => setAdding(false)}
              onMade={() => {
                setAdding(false);
                renew();
              }}
            />
          )}
        </section>
      )}
    </Loaded>
  );
}
