import "./board.css";
import { IconChevronLeft, IconMaximize } from "@tabler/icons-react";
import { Link, useSearch } from "@tanstack/react-router";
import { useAccount } from "../../../state/account.ts";
import { usePreferences } from "../../../state/browser/preferences.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { useHasElapsed } from "../../../ui/loading/delay.ts";
import { formatClock, formatUpcoming, useNow } from "../../../ui/time.ts";
import { useTitle } from "../../../ui/title.ts";
import { t } from "../text.ts";
import { BoardConnection } from "./BoardConnection.tsx";
import { BoardContent } from "./BoardContent.tsx";
import { BoardDepartments, parseBoardParams } from "./BoardDepartments.tsx";
import { BoardLoading } from "./BoardLoading.tsx";
import { useFullScreen } from "./use-full-screen.ts";
import { useLiveReport } from "./use-live-report.ts";

/** Without a connection, the figures turn grey after this time in ms. */
const greyAfterMs = 30_000;

/** Renders `/reports/live`, a page for a wall (BOARD-010). */
export function LiveBoard() {
  // Re-renders this screen when the language changes.
  usePreferences();
  useTitle("section", t("board.title"));
  const { ref, toggle, isPossible } = useFullScreen();
  useShortcuts({ f: toggle });
  const { department } = parseBoardParams(useSearch({ strict: false }));
  const query = useLiveReport(department === undefined ? null : Number(department));
  const report = query.data;
  const isOffline = useLiveState(({ connection }) => connection.kind === "offline");
  const isGrey = useHasElapsed(greyAfterMs, isOffline);
  const now = useNow(1_000);
  const account = useAccount().data?.name;
  return (
    <main className="board" ref={ref} tabIndex={-1} data-pane>
      <header>
        <Link className="btn quiet" to="/reports" search={{}}>
          <Icon of={IconChevronLeft} />
          {t("board.back")}
        </Link>
        <h1>{t("board.title")}</h1>
        <BoardDepartments chosen={department} />
        <bdi className="soft cut">{account}</bdi>
        <time className="clock num">{formatClock(now)}</time>
        {isPossible && (
          <Button onClick={toggle}>
            <Icon of={IconMaximize} />
            {t("board.full")}
          </Button>
        )}
      </header>
      {report === undefined && <BoardLoading query={query} />}
      {report && (
        <>
          {report.next_opening_at !== null && (
            <p className="closed">
              {t("board.closed", { time: formatUpcoming(report.next_opening_at, now, "long") })}
            </p>
          )}
          <BoardContent report={report} now={now} isGrey={isGrey} />
          <BoardConnection report={report} />
        </>
      )}
    </main>
  );
}
