import type { Operator } from "@parlour/protocol";
import { IconUsers } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useDebounced } from "../../ui/loading/delay.ts";
import { StaleNotice } from "../../ui/loading/StaleNotice.tsx";
import { RowSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { LoadOlderButton } from "../../ui/loading/LoadOlderButton.tsx";
import { useNow } from "../../ui/time.ts";
import { useListSteps } from "../../ui/keyboard/use-list-steps.ts";
import { useHoverOrFocus } from "../../ui/dialog/use-hover-or-focus.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { Downloads } from "../../ui/file/Downloads.tsx";
import { ListHeader } from "./ListHeader.tsx";
import { t } from "./text.ts";
import { VisitorTable } from "./VisitorTable.tsx";
import { useSegmentChoice } from "./use-segment-choice.tsx";
import { useVisitors } from "./use-visitors.ts";

/** Delay in milliseconds between the last keystroke and the request. */
const debounceMs = 250;

interface AllVisitorsProps {
  me: Operator;
  open: number | null;
  /** Name of the company whose people are listed. null: all known visitors. */
  company: string | null;
  listChoice: ReactNode;
}

/**
 * Lists all known visitors, latest activity first, or the people of a company. `listChoice` is a
 * control that switches between this list and the other ones.
 */
export function AllVisitors({ me, open, company, listChoice }: AllVisitorsProps) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), debounceMs);
  const [list, setList] = useState<HTMLElement | null>(null);
  const isPaused = useHoverOrFocus(list);
  useListSteps({ list: () => list });
  const { segment, choice } = useSegmentChoice(company === null);
  const { head, rows, changes, show, more, busy, failure } = useVisitors(
    { q, segment, company },
    isPaused,
  );
  const isDelayed = useDelayedLoading(head.isPending);
  const now = useNow(10_000);
  return (
    <section className="pane" aria-label={t("visitors.title")}>
      <ListHeader {...{ isPaused, changes, company }} onShow={show} />
      <div className="filters">
        {listChoice}
        <SearchField
          as="search"
          label={t("visitors.filter")}
          placeholder={t("visitors.filter.hint")}
          value={typed}
          onText={setTyped}
        />
        {choice}
        {segment !== null && (
          <Downloads
            hrefOf={(format) =>
              `/api/v1/visitors/export?${new URLSearchParams({ segment: String(segment), q, format }).toString()}`
            }
          />
        )}
      </div>
      {head.isError && rows === undefined && (
        <ErrorMessage error={head.error} onRetry={() => void head.refetch()} />
      )}
      {rows !== undefined && <StaleNotice query={head} />}
      {failure !== null && <ErrorMessage error={failure} />}
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={company === null ? t("visitors.list") : t("visitors.people", { name: company })}
        aria-busy={head.isPending}
        ref={setList}
      >
        {isDelayed && <RowSkeleton rows={8} />}
        {rows?.length === 0 && (
          <EmptyList
            isFiltered={q !== "" || segment !== null || company !== null}
            onClear={q === "" ? null : () => setTyped("")}
          />
        )}
        {rows !== undefined && rows.length > 0 && (
          <VisitorTable rows={rows} me={me} now={now} open={open} />
        )}
        <LoadOlderButton {...{ onLoadMore: more, busy }}>{t("visitors.more")}</LoadOlderButton>
      </section>
    </section>
  );
}

function EmptyList(props: { isFiltered: boolean; onClear: (() => void) | null }) {
  const { isFiltered, onClear } = props;
  return (
    <EmptyState
      icon={IconUsers}
      title={t(isFiltered ? "visitors.none" : "visitors.empty")}
      action={onClear !== null && <Button onClick={onClear}>{t("visitors.none.clear")}</Button>}
    >
      {!isFiltered && t("visitors.empty.text")}
    </EmptyState>
  );
}
