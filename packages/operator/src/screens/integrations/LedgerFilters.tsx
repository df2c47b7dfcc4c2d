import { IconX } from "@tabler/icons-react";
import { Button } from "../../ui/Button.tsx";
import { FilterMenu } from "./FilterMenu.tsx";
import { t } from "./text.ts";
import type { Filter } from "./use-ledger.ts";

interface Props {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Names of the endpoints that can be chosen, by id. */
  endpoints: ReadonlyMap<number, string>;
}

/** Which deliveries are shown: by state, endpoint, time; those of one chat when the address says so. */
export function LedgerFilters({ filter, onChange, endpoints }: Props) {
  return (
    <search className="filters" aria-label={t("ledger.filter")}>
      <FilterMenu
        name={t("ledger.state")}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
        options={[
          { value: null, label: t("ledger.all") },
          { value: "pending", label: t("state.pending") },
          { value: "delivered", label: t("state.delivered") },
          { value: "failed", label: t("state.failed") },
        ]}
      />
      <FilterMenu
        name={t("ledger.endpoint")}
        value={filter.endpoint}
        onChange={(endpoint) => onChange({ ...filter, endpoint })}
        options={[{ value: null, label: t("ledger.all") }, ...[...endpoints].map(([value, label]) => ({ value, label }))]}
      />
      <FilterMenu
        name={t("ledger.time")}
        value={filter.hours}
        onChange={(hours) => onChange({ ...filter, hours })}
        options={[
          { value: 1, label: t("ledger.1h") },
          { value: 24, label: t("ledger.24h") },
          { value: 168, label: t("ledger.7d") },
          { value: null, label: t("ledger.ever") },
        ]}
      />
      {filter.chat !== null && (
        <Button
          className="on act"
          icon={IconX}
          small
          iconEnd
          title={t("ledger.only.clear")}
          onClick={() => onChange({ ...filter, chat: null })}
        >
          {t("ledger.only", { id: filter.chat })}
        </Button>
      )}
    </search>
  );
}
