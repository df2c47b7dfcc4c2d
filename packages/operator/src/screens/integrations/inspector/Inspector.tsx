import type { InspectedRequest } from "@parlour/protocol/api";
import { IconEraser, IconPlayerPause, IconPlayerPlay, IconZoomCode } from "@tabler/icons-react";
import { useState } from "react";
import { useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Banner, EmptyState } from "../../../ui/badges.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { useTitle } from "../../../ui/title.ts";
import { TableColumns } from "../TableColumns.tsx";
import { FilterMenu } from "../FilterMenu.tsx";
import { DeliveryTableSkeleton, NewRowsButton } from "../NewRowsButton.tsx";
import { IntegrationsHeader } from "../IntegrationsHeader.tsx";
import { InspectedRow } from "./InspectedRow.tsx";
import { emptyInspectorFilter, matchesFilter, type InspectorFilter } from "./inspector-items.ts";
import { t } from "../text.ts";
import { useHoverOrFocus } from "../../../ui/dialog/use-hover-or-focus.ts";
import { useInspector } from "./use-inspector.ts";

/**
 * Renders the request inspector: live requests in both directions. A request with an error names
 * the field and the rule (product.md 6, CORE-053).
 */
export function Inspector() {
  useTitle("section", t("integrations.title"));
  useTitle("page", t("integrations.inspector"));
  const [filter, setFilter] = useState<InspectorFilter>(emptyInspectorFilter);
  const [paused, setPaused] = useState(false);
  const [openId, setOpenId] = useState<number | null>(null);
  const [list, setList] = useState<HTMLElement | null>(null);
  const isListActive = useHoverOrFocus(list);
  const inspector = useInspector(paused || isListActive || openId !== null);
  const isDelayed = useDelayedLoading(!inspector.loaded && inspector.error === null);
  const rows = inspector.items.filter((item) => matchesFilter(item, filter));
  const newCount = inspector.newer.filter((item) => matchesFilter(item, filter)).length;
  return (
    <main className="page">
      <IntegrationsHeader current="inspector" />
      {inspector.error !== null && (
        <ErrorMessage error={inspector.error} onRetry={inspector.retry} />
      )}
      {inspector.error === null && inspector.missingNodes > 0 && (
        <Banner
          tone="info"
          live
          action={
            <Button small variant="quiet" onClick={inspector.retry}>
              {t("inspector.reload")}
            </Button>
          }
        >
          {t("inspector.missing", { n: inspector.missingNodes })}
        </Banner>
      )}
      <div className="body">
        <InspectorToolbar
          filter={filter}
          onFilter={setFilter}
          paused={paused}
          onPause={setPaused}
          onClear={inspector.clear}
        />
        {isDelayed && <DeliveryTableSkeleton />}
        {inspector.loaded && rows.length === 0 && (
          <EmptyInspector
            filtered={inspector.items.length > 0}
            onClear={() => setFilter(emptyInspectorFilter)}
          />
        )}
        {rows.length > 0 && (
          <section className="card ledger tail" aria-label={t("inspector.title")} ref={setList}>
            <NewRowsButton n={newCount} onShow={inspector.show} />
            <RequestTable rows={rows} open={openId} onOpen={setOpenId} />
          </section>
        )}
      </div>
    </main>
  );
}

function EmptyInspector({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconZoomCode}
      title={t(filtered ? "inspector.none" : "inspector.empty")}
      action={filtered && <Button onClick={onClear}>{t("deliveries.none.clear")}</Button>}
    >
      {!filtered && t("inspector.empty.text")}
    </EmptyState>
  );
}

interface RequestTableProps {
  rows: readonly InspectedRequest[];
  open: number | null;
  onOpen: (id: number | null) => void;
}

function RequestTable({ rows, open, onOpen }: RequestTableProps) {
  return (
    <table>
      <TableColumns
        columns={[
          { className: "c-x1", head: t("deliveries.expand"), isHidden: true },
          { className: "c-time", head: t("deliveries.time") },
          { className: "c-way", head: t("inspector.way") },
          { className: "c-event", head: t("deliveries.kind") },
          { head: t("inspector.request") },
          { className: "c-code", head: t("inspector.status"), isEnd: true },
          { className: "c-took", head: t("inspector.took"), isEnd: true },
        ]}
      />
      <tbody>
        {rows.map((item) => (
          <InspectedRow
            key={item.id}
            item={item}
            open={item.id === open}
            onToggle={() => onOpen(item.id === open ? null : item.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface InspectorToolbarProps {
  filter: InspectorFilter;
  onFilter: (filter: InspectorFilter) => void;
  paused: boolean;
  onPause: (paused: boolean) => void;
  onClear: () => void;
}

function InspectorToolbar({ filter, onFilter, paused, onPause, onClear }: InspectorToolbarProps) {
  return (
    <search className="filters" aria-label={t("inspector.filter")}>
      <FilterMenu
        name={t("deliveries.kind")}
        value={filter.kind}
        onChange={(kind) => onFilter({ ...filter, kind })}
        options={[
          { value: null, label: t("deliveries.all") },
          ...(["channel", "bot", "webhook"] as const).map((kind) => ({
            value: kind,
            label: t(`kind.${kind}`),
          })),
        ]}
      />
      <FilterMenu
        name={t("inspector.way")}
        value={filter.direction}
        onChange={(direction) => onFilter({ ...filter, direction })}
        options={[
          { value: null, label: t("deliveries.all") },
          { value: "in", label: t("inspector.in") },
          { value: "out", label: t("inspector.out") },
        ]}
      />
      <Button
        small
        className={filter.faults ? "on" : ""}
        aria-pressed={filter.faults}
        onClick={() => onFilter({ ...filter, faults: !filter.faults })}
      >
        {t("inspector.faults")}
      </Button>
      <SearchField
        className="find"
        label={t("inspector.search")}
        placeholder={t("inspector.search")}
        value={filter.q}
        onText={(q) => onFilter({ ...filter, q })}
      />
      <div className="acts">
        <Button small className="act" icon={IconEraser} onClick={onClear}>
          {t("inspector.clear")}
        </Button>
        <Button
          small
          className={paused ? "on act" : "act"}
          icon={paused ? IconPlayerPlay : IconPlayerPause}
          aria-pressed={paused}
          onClick={() => onPause(!paused)}
        >
          {t(paused ? "inspector.go" : "inspector.pause")}
        </Button>
      </div>
    </search>
  );
}
