import { IconDownload, IconHistory, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Select } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Banner, Empty } from "../../../ui/marks.tsx";
import { useNow } from "../../../ui/Time.tsx";
import { useOperators } from "../data.ts";
import { PageHead } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import "./audit.css";
import { AuditTable } from "./AuditTable.tsx";
import { t } from "./text.ts";
import { queryOf, useAudit, useAuditActions, useAuditVerdict, wholeLog, type AuditFilter } from "./use-audit.ts";

/** Settings → Audit log (API-072): who changed what, before and after, with the proof that nobody touched it. */
export function AuditPage() {
  const [filter, setFilter] = useState<AuditFilter>(wholeLog);
  const now = useNow(3_600_000);
  const { read, more } = useAudit(filter, now);
  const isNarrowed = JSON.stringify(filter) !== JSON.stringify(wholeLog);
  const csv = `/api/v1/audit/export?${new URLSearchParams({ ...queryOf(filter, now), format: "csv" }).toString()}`;
  return (
    <Loaded read={read} title={t("audit.title")} about={t("audit.about")} rows>
      {(entries) => (
        <section className="formpage" aria-label={t("audit.title")}>
          <PageHead title={t("audit.title")} about={t("audit.about")}>
            <a className="btn" href={csv} download>
              <Icon of={IconDownload} />
              {t("audit.csv")}
            </a>
          </PageHead>
          {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
          <div className="body">
            <div className="cols wide audit">
              <Verdict />
              <div className="card">
                <Filters filter={filter} onChange={setFilter} />
                {entries.length === 0 ? (
                  <Empty
                    icon={IconHistory}
                    title={t(isNarrowed ? "audit.none" : "audit.empty")}
                    action={isNarrowed && <Button onClick={() => setFilter(wholeLog)}>{t("audit.none.clear")}</Button>}
                  />
                ) : (
                  <AuditTable entries={entries} />
                )}
                {more !== null && (
                  <div className="older">
                    <Button onClick={more}>{t("audit.more")}</Button>
                  </div>
                )}
              </div>
            </div>
          </div>
        </section>
      )}
    </Loaded>
  );
}

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const operators = useOperators();
  const actions = useAuditActions();
  return (
    <search className="filters">
      <span className="with">
        <Icon of={IconSearch} small />
        <input
          className="input"
          type="search"
          aria-label={t("audit.filter")}
          placeholder={t("audit.filter.hint")}
          value={filter.q}
          maxLength={200}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
        />
      </span>
      <Select
        label={t("audit.who")}
        hideLabel
        value={filter.operator}
        options={[
          { value: "", label: t("audit.who.all") },
          ...(operators.data ?? []).map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        onChange={(event) => onChange({ ...filter, operator: event.target.value })}
      />
      <Select
        label={t("audit.what")}
        hideLabel
        value={filter.action}
        options={[
          { value: "", label: t("audit.what.all") },
          ...(actions.data ?? []).map((value) => ({ value, label: value.replaceAll("_", " ") })),
        ]}
        onChange={(event) => onChange({ ...filter, action: event.target.value })}
      />
      <Select
        label={t("audit.when")}
        hideLabel
        value={String(filter.days)}
        options={[
          { value: "0", label: t("audit.when.all") },
          { value: "7", label: t("audit.when.7") },
          { value: "30", label: t("audit.when.30") },
        ]}
        onChange={(event) => onChange({ ...filter, days: Number(event.target.value) })}
      />
    </search>
  );
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
