import type { LiveReport } from "@parlour/protocol/api";
import { BoardDue } from "./BoardDue.tsx";
import { BoardFigures } from "./BoardFigures.tsx";
import { BoardOperators } from "./BoardOperators.tsx";
import { BoardToday } from "./BoardToday.tsx";

/** The tiles of the board. */
export function BoardContent({
  report,
  now,
  isGrey,
}: {
  report: LiveReport;
  now: number;
  isGrey: boolean;
}) {
  return (
    <div className={isGrey ? "figures grey" : "figures"}>
      <BoardFigures report={report} now={now} />
      <div className="both">
        <BoardOperators operators={report.people} />
        <div className="stack">
          <BoardDue chats={report.due_next} />
          <BoardToday report={report} />
        </div>
      </div>
    </div>
  );
}
