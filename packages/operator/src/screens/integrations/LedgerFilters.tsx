import type { Endpoint } from "@parlour/protocol/api";
import { IconX } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { eventsOf, kinds, searchOf, states, type Filter } from "./filter.ts";
import { FilterMenu } from "./FilterMenu.tsx";
import { t } from "./text.ts";

interface Props {
  filter: Filter;
  onChange: (filter: Filter) => void;
  endpoints: readonly Endpoint[];
  /** Actions on the filtered deliveries. */
  children?: ReactNode;
}

/**
 * Filters deliveries by kind, endpoint, event, state, time and number. Also shows the chat filter
 * of the URL.
 */
export function LedgerFilters({ filter, onChange, endpoints, children }: Props) {
  return (
    <search className="filters" aria-label={t("ledger.filter")}>
      {/* On phones the menus scroll horizontally. */}
      <div className="menus">
        <WhatMenus filter={filter} onChange={onChange} />
        <WhereMenus filter={filter} onChange={onChange} endpoints={endpoints} />
      </div>
      <Search q={filter.q} onSearch={(q) => onChange({ ...filter, q })} />
      <OnlyChat filter={filter} onChange={onChange} />
      {children}
    </search>
  );
}

type MenuProps = Pick<Props, "filter" | "onChange">;
const all = () => ({ value: null, label: t("ledger.all") });

/** Filters by state and kind. */
function WhatMenus({ filter, onChange }: MenuProps) {
  return (
    <>
      <FilterMenu
        name={t("ledger.state")}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
        options={[all(), ...states.map((state) => ({ value: state, label: t(`state.${state}`) }))]}
      />
      <FilterMenu
        name={t("ledger.kind")}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind, endpoint: null, event: null })}
        options={[all(), ...kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))]}
      />
    </>
  );
}

/** Filters by endpoint and event of the selected kind, and by time. */
function WhereMenus({ filter, onChange, endpoints }: MenuProps & Pick<Props, "endpoints">) {
  const shown = endpoints.filter((endpoint) => filter.kind === null || endpoint.kind === filter.kind);
  return (
    <>
      <FilterMenu
        name={t("ledger.endpoint")}
        value={filter.endpoint}
        onChange={(endpoint) => onChange({ ...filter, endpoint })}
        options={[all(), ...shown.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <FilterMenu
        name={t("ledger.event")}
        value={filter.event}
        onChange={(event) => onChange({ ...filter, event })}
        options={[all(), ...eventsOf(filter.kind).map((event) => ({ value: event, label: event }))]}
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
    </>
  );
}

/** Shows the chat filter of the URL, and removes it. */
function OnlyChat({ filter, onChange }: MenuProps) {
  const { chat, seq } = filter;
  if (chat === null) return null;
  const drop = () => onChange({ ...filter, chat: null, seq: null });
  return (
    <Button className="on act" icon={IconX} small iconEnd title={t("ledger.only.clear")} onClick={drop}>
      {seq === null ? t("ledger.only", { id: chat }) : t("ledger.only.seq", { id: chat, seq })}
    </Button>
  );
}

/** Searches by number. Any other text is marked as invalid. */
function Search({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const id = useId();
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    setText(q);
  }
  const wrong = searchOf(text) === false;
  const type = (typed: string) => {
    setText(typed);
    if (searchOf(typed) === false || typed.trim() === q) return;
    setSeen(typed.trim());
    onSearch(typed.trim());
  };
  return (
    <SearchField
      className="find"
      inputMode="numeric"
      label={t("ledger.search")}
      placeholder={t("ledger.search")}
      maxLength={18}
      value={text}
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? id : undefined}
      onText={type}
    >
      {wrong && (
        <p className="err" id={id}>
          {t("ledger.search.wrong")}
        </p>
      )}
    </SearchField>
  );
}
