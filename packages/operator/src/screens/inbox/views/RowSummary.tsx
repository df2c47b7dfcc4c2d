import type { Chat } from "@parlour/protocol";
import { IconAlarm } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { getSavedViewId, useSavedViews } from "../../../state/inbox/saved-views.ts";
import { useFields } from "../../../ui/fields/use-fields.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { t as rowText } from "../text.ts";
import { isBackFromSnooze } from "../snooze/snooze-state.ts";
import { useInboxRoute } from "../use-inbox-route.ts";
import { formatColumns } from "./columns.ts";
import "./views.css";

interface RowSummaryProps {
  chat: Chat;
  /** Whether the operator has a draft or an unsent message in the chat, which the row shows. */
  hasDraft: boolean;
  /** The last message. */
  children: ReactNode;
}

/**
 * Shows that a snooze has ended, and the last message or the columns of a saved view (VIEW-012).
 */
export function RowSummary({ chat, hasDraft, children }: RowSummaryProps) {
  const columns = useViewColumns();
  const fields = useFields().data ?? [];
  const values = hasDraft ? [] : formatColumns(chat, columns, fields);
  return (
    <>
      {isBackFromSnooze(chat) && (
        <span className="back">
          <Icon of={IconAlarm} small /> {rowText("row.back")}
        </span>
      )}
      <span className="last cut">
        {values.length === 0
          ? children
          : values.map(({ column, label, text, isNamed }) => (
              <span key={column} className="column" title={label}>
                <span className={isNamed ? "faint" : "vh"}>{label} </span>
                <bdi>{text}</bdi>
              </span>
            ))}
      </span>
    </>
  );
}

const noColumns: readonly string[] = [];

/** Returns the columns of the saved view that is open. */
function useViewColumns(): readonly string[] {
  const id = getSavedViewId(useInboxRoute().view);
  return useSavedViews().find((view) => view.id === id)?.columns ?? noColumns;
}
