import type { AuditEntry } from "@parlour/protocol/api";
import { IconHistory } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import type { LoadedList } from "../../../ui/loading/ListFailure.tsx";
import { Banner, EmptyState } from "../../../ui/badges.tsx";
import { Downloads } from "../../../ui/file/Downloads.tsx";
import { i18n } from "../../../text/index.ts";
import { useNow } from "../../../ui/time.ts";
import { omitEmptyParams } from "../../../ui/address/search-params.ts";
import { useSearchParamsState } from "../../../ui/address/search-params.ts";
import { useOperators } from "../../../state/api/queries.ts";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import "./audit.css";
import { actionLabel } from "./AuditTable.tsx";
import { AuditTable } from "./AuditTable.tsx";
import { t } from "./text.ts";
import {
  parseAuditFilter,
  toAuditQuery,
  useAudit,
  useAuditActions,
  useAuditIntegrity,
  emptyAuditFilter,
  type AuditFilter,
} from "./use-audit.ts";

/**
 * Renders Settings → Audit log (API-072): which operator changed which fields, the values before
 * and after, and the integrity check of the log.
 */
export function AuditPage() {
  const [filter, setFilter] = useSearchParamsState(parseAuditFilter, omitEmptyParams);
  const now = useNow(3_600_000);
  const { query, more } = useAudit(filter, now);
  const getExportUrl = (format: string) =>
    `/api/v1/audit/export?${new URLSearchParams({ ...toAuditQuery(filter, now), format }).toString()}`;
  return (
    <QueryPage
      query={query}
      title={t("audit.title")}
      about={t("audit.about")}
      tools={() => <Downloads hrefOf={getExportUrl} />}
    >
      {(entries) => (
        <div className="cols wide audit">
          <IntegrityBanner />
          <div className="card">
            <Filters filter={filter} onChange={setFilter} />
            <Entries
              entries={entries}
              filter={filter}
              onClear={() => setFilter(emptyAuditFilter)}
            />
            {more !== null && <OlderButton onPress={more} />}
          </div>
        </div>
      )}
    </QueryPage>
  );
}

function OlderButton({ onPress }: { onPress: () => void }) {
  return (
    <div className="older">
      <Button onClick={onPress}>{t("audit.more")}</Button>
    </div>
  );
}

function Entries({
  entries,
  filter,
  onClear,
}: {
  entries: readonly AuditEntry[];
  filter: AuditFilter;
  onClear: () => void;
}) {
  if (entries.length > 0) return <AuditTable entries={entries} />;
  const hasFilter = JSON.stringify(filter) !== JSON.stringify(emptyAuditFilter);
  return (
    <EmptyState
      icon={IconHistory}
      title={t(hasFilter ? "audit.none" : "audit.empty")}
      action={hasFilter && <Button onClick={onClear}>{t("audit.none.clear")}</Button>}
    />
  );
}

interface FiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const operators = useOperators();
  const actions = useAuditActions();
  const set = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  return (
    <search className="filters">
      <SearchField
        label={t("audit.filter")}
        placeholder={t("audit.filter.hint")}
        value={filter.q}
        onText={(q) => set({ q })}
      />
      <FilterSelect
        label={t("audit.who")}
        value={filter.operator}
        options={[
          { value: "", label: t("audit.who.all") },
          ...(operators.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        source={operators}
        onChoose={(operator) => set({ operator })}
      />
      <FilterSelect
        label={t("audit.what")}
        value={filter.action}
        options={[
          { value: "", label: t("audit.what.all") },
          ...toActionOptions(actions.data ?? [], filter.action),
        ]}
        source={actions}
        onChoose={(action) => set({ action })}
      />
      <FilterSelect
        label={t("audit.when")}
        value={filter.days}
        options={(["all", "7", "30"] as const).map((days) => ({
          value: days === "all" ? "" : days,
          label: t(`audit.when.${days}`),
        }))}
        onChoose={(days) => set({ days })}
      />
    </search>
  );
}

/**
 * Returns the select options for the actions in the log. Adds the action in the URL if the log does
 * not contain it.
 */
function toActionOptions(
  actions: readonly string[],
  chosen: string,
): readonly { value: string; label: string }[] {
  const values = chosen === "" || actions.includes(chosen) ? actions : [...actions, chosen];
  return values
    .map((value) => ({ value, label: actionLabel(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale));
}

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  source?: LoadedList;
  onChoose: (value: string) => void;
}

function FilterSelect({ onChoose, ...select }: FilterSelectProps) {
  return <Select {...select} hideLabel onChange={(event) => onChoose(event.target.value)} />;
}

function IntegrityBanner() {
  const { data } = useAuditIntegrity();
  if (data === undefined) return null;
  return (
    <Banner tone={data.intact ? "ok" : "bad"}>
      {data.intact
        ? t("audit.whole", { n: data.count })
        : t("audit.broken", { n: data.broken_at ?? 0 })}
      {data.hash !== null && (
        <span className="t12 faint mono hash">
          {t("audit.hash", { hash: data.hash.slice(0, 16) })}
        </span>
      )}
    </Banner>
  );
}
