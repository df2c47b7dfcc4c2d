import type { AuditEntry } from "@parlour/protocol/api";
import { IconDownload, IconHistory } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Banner, Empty } from "../../../ui/marks.tsx";
import { i18n } from "../../../text/index.ts";
import { useNow } from "../../../ui/Time.tsx";
import { filledOf } from "../../../ui/address-words.ts";
import { useAddressed } from "../../../ui/use-addressed.ts";
import { useOperators } from "../data.ts";
import { ReadPage } from "../ReadPage.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import "./audit.css";
import { actionWords } from "./action-words.ts";
import { AuditTable } from "./AuditTable.tsx";
import { t } from "./text.ts";
import { filterOf, queryOf, useAudit, useAuditActions, useAuditVerdict, wholeLog, type AuditFilter } from "./use-audit.ts";

/**
 * Settings → Audit log (API-072): who changed which fields, with values before and after, and the
 * integrity check of the log.
 */
export function AuditPage() {
  const [filter, setFilter] = useAddressed(filterOf, filledOf);
  const now = useNow(3_600_000);
  const { read, more } = useAudit(filter, now);
  const hrefOf = (format: string) => `/api/v1/audit/export?${new URLSearchParams({ ...queryOf(filter, now), format }).toString()}`;
  return (
    <ReadPage read={read} title={t("audit.title")} about={t("audit.about")} tools={() => <Downloads hrefOf={hrefOf} />}>
      {(entries) => (
        <div className="cols wide audit">
          <Verdict />
          <div className="card">
            <Filters filter={filter} onChange={setFilter} />
            <Entries entries={entries} filter={filter} onClear={() => setFilter(wholeLog)} />
            {more !== null && (
              <div className="older">
                <Button onClick={more}>{t("audit.more")}</Button>
              </div>
            )}
          </div>
        </div>
      )}
    </ReadPage>
  );
}

function Downloads({ hrefOf }: { hrefOf: (format: string) => string }) {
  return (["csv", "xlsx"] as const).map((format) => (
    <a key={format} className="btn" href={hrefOf(format)} download>
      <Icon of={IconDownload} />
      {t(`audit.${format}`)}
    </a>
  ));
}

function Entries({ entries, filter, onClear }: { entries: readonly AuditEntry[]; filter: AuditFilter; onClear: () => void }) {
  if (entries.length > 0) return <AuditTable entries={entries} />;
  const isNarrowed = JSON.stringify(filter) !== JSON.stringify(wholeLog);
  return (
    <Empty
      icon={IconHistory}
      title={t(isNarrowed ? "audit.none" : "audit.empty")}
      action={isNarrowed && <Button onClick={onClear}>{t("audit.none.clear")}</Button>}
    />
  );
}

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const operators = useOperators().data ?? [];
  const actions = useAuditActions().data ?? [];
  const set = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  return (
    <search className="filters">
      <SearchField label={t("audit.filter")} placeholder={t("audit.filter.hint")} value={filter.q} onText={(q) => set({ q })} />
      <Choice
        label={t("audit.who")}
        value={filter.operator}
        options={[{ value: "", label: t("audit.who.all") }, ...operators.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChoose={(operator) => set({ operator })}
      />
      <Choice
        label={t("audit.what")}
        value={filter.action}
        options={[{ value: "", label: t("audit.what.all") }, ...choicesOf(actions, filter.action)]}
        onChoose={(action) => set({ action })}
      />
      <Choice
        label={t("audit.when")}
        value={filter.days}
        options={(["all", "7", "30"] as const).map((days) => ({ value: days === "all" ? "" : days, label: t(`audit.when.${days}`) }))}
        onChoose={(days) => set({ days })}
      />
    </search>
  );
}

/**
 * Returns select options for the actions of the log. Adds the action in the URL if the log does not
 * contain it.
 */
function choicesOf(actions: readonly string[], chosen: string): readonly { value: string; label: string }[] {
  const values = chosen === "" || actions.includes(chosen) ? actions : [...actions, chosen];
  return values
    .map((value) => ({ value, label: actionWords(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale));
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

function Choice({ onChoose, ...select }: ChoiceProps) {
  return <Select {...select} hideLabel onChange={(event) => onChoose(event.target.value)} />;
}

function Verdict() {
  const { data } = useAuditVerdict();
  if (data === undefined) return null;
  return (
    <Banner tone={data.intact ? "ok" : "bad"}>
      {data.intact ? t("audit.whole", { n: data.count }) : t("audit.broken", { n: data.broken_at ?? 0 })}
      {data.hash !== null && <span className="t12 faint mono hash">{t("audit.hash", { hash: data.hash.slice(0, 16) })}</span>}
    </Banner>
  );
}
