import type { Endpoint } from "@parlour/protocol/api";
import { IconX } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import {
  listEvents,
  endpointKinds,
  parseNumberSearch,
  deliveryStates,
  type DeliveryFilter,
} from "./delivery-filter.ts";
import { FilterMenu } from "../FilterMenu.tsx";
import { t } from "../text.ts";

interface MenuProps {
  filter: DeliveryFilter;
  onChange: (filter: DeliveryFilter) => void;
}

interface DeliveryFiltersProps extends MenuProps {
  endpoints: readonly Endpoint[];
  children?: ReactNode;
}

/** Renders the filters by kind, endpoint, event, state, time, number, and the URL's chat. */
export function DeliveryFilters({ filter, onChange, endpoints, children }: DeliveryFiltersProps) {
  return (
    <search className="filters" aria-label={t("deliveries.filter")}>
      {/* On phones the filter menus scroll horizontally. */}
      <div className="menus">
        <StateAndKindMenus filter={filter} onChange={onChange} />
        <EndpointAndTimeMenus filter={filter} onChange={onChange} endpoints={endpoints} />
      </div>
      <NumberSearch q={filter.q} onSearch={(q) => onChange({ ...filter, q })} />
      <ChatFilterButton filter={filter} onChange={onChange} />
      {children}
    </search>
  );
}

const createAllOption = () => ({ value: null, label: t("deliveries.all") });

function StateAndKindMenus({ filter, onChange }: MenuProps) {
  return (
    <>
      <FilterMenu
        name={t("deliveries.state")}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
        options={[
          createAllOption(),
          ...deliveryStates.map((state) => ({ value: state, label: t(`state.${state}`) })),
        ]}
      />
      <FilterMenu
        name={t("deliveries.kind")}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind, endpoint: null, event: null })}
        options={[
          createAllOption(),
          ...endpointKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
      />
    </>
  );
}

/** Menus that filter by endpoint and event of the selected kind, and by time. */
function EndpointAndTimeMenus({ filter, onChange, endpoints }: DeliveryFiltersProps) {
  const matchingEndpoints = endpoints.filter(
    (endpoint) => filter.kind === null || endpoint.kind === filter.kind,
  );
  return (
    <>
      <FilterMenu
        name={t("deliveries.endpoint")}
        value={filter.endpoint}
        onChange={(endpoint) => onChange({ ...filter, endpoint })}
        options={[
          createAllOption(),
          ...matchingEndpoints.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FilterMenu
        name={t("deliveries.event")}
        value={filter.event}
        onChange={(event) => onChange({ ...filter, event })}
        options={[
          createAllOption(),
          ...listEvents(filter.kind).map((event) => ({ value: event, label: event })),
        ]}
      />
      <FilterMenu
        name={t("deliveries.time")}
        value={filter.hours}
        onChange={(hours) => onChange({ ...filter, hours })}
        options={[
          { value: 1, label: t("deliveries.1h") },
          { value: 24, label: t("deliveries.24h") },
          { value: 168, label: t("deliveries.7d") },
          { value: null, label: t("deliveries.ever") },
        ]}
      />
    </>
  );
}

/** Button that shows the chat filter in the URL and removes it. */
function ChatFilterButton({ filter, onChange }: MenuProps) {
  const { chat, seq } = filter;
  if (chat === null) return null;
  const clearChat = () => onChange({ ...filter, chat: null, seq: null });
  return (
    <Button
      className="on act"
      icon={IconX}
      small
      iconEnd
      title={t("deliveries.only.clear")}
      onClick={clearChat}
    >
      {seq === null ? t("deliveries.only") : t("deliveries.only.seq", { seq })}
    </Button>
  );
}

/** Field that searches by number. Any other text is marked as invalid. */
function NumberSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const id = useId();
  const [text, setText] = useState(q);
  const [appliedQuery, setAppliedQuery] = useState(q);
  if (q !== appliedQuery) {
    setAppliedQuery(q);
    setText(q);
  }
  const isInvalid = parseNumberSearch(text) === false;
  const onInput = (input: string) => {
    setText(input);
    if (parseNumberSearch(input) === false || input.trim() === q) return;
    setAppliedQuery(input.trim());
    onSearch(input.trim());
  };
  return (
    <SearchField
      className="find"
      inputMode="numeric"
      label={t("deliveries.search")}
      placeholder={t("deliveries.search")}
      maxLength={18}
      value={text}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? id : undefined}
      onText={onInput}
    >
      {isInvalid && (
        <p className="err" id={id}>
          {t("deliveries.search.wrong")}
        </p>
      )}
    </SearchField>
  );
}
