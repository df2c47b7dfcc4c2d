// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { ChatQuery } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import type { Action } from "@parlour/protocol/actions/actions";
import { IconAlarm, IconFlag, IconTag, IconUserShare, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { IconType } from "../../../ui/Icon.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { t as dialogText } from "../../../ui/transfer/dialog-text.ts";
import { useBulkProgress, type BulkChats } from "./bulk-run.ts";
import { BulkStatus } from "./BulkStatus.tsx";
import "./bulk.css";
import type { BulkDialogKind } from "./dialogs.tsx";
import { useListedChats } from "./listed-chats.ts";
import { selectChats, useSelectedChats } from "./selection.ts";
import { startBulkWithUndo } from "./start-with-undo.ts";
import { t } from "./text.ts";
import { WholeListButton } from "./WholeListButton.tsx";

const BulkDialog = lazy(() =>
  loadChunk(() => import("./dialogs.tsx")).then((module) => ({ default: module.BulkDialog })),
);

const buttons: readonly (readonly [kind: BulkDialogKind, icon: IconType])[] = [
  ["assign", IconUserShare],
  ["snooze", IconAlarm],
  ["tag", IconTag],
  ["priority", IconFlag],
  ["close", IconX],
];

/** All chats of a list. `selected`: those that are loaded. */
interface WholeList {
  readonly list: ChatQuery;
  readonly count: number;
  readonly selected: ReadonlySet<number>;
}

interface BulkBarProps {
  me: Operator;
  /** The query of a list that is loaded page by page. Null: all its chats are loaded. */
  list: ChatQuery | null;
}

/**
 * Bar with the actions on the selected chats (ACT-036), or the progress and result of the last one.
 */
export function BulkBar({ me, list }: BulkBarProps) {
  const selected = useSelectedChats();
  /** The list whose chats are all selected, until the selection changes. */
  const [wholeList, setWholeList] = useState<WholeList | null>(null);
  const listed = useListedChats();
  const progress = useBulkProgress();
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const [dialog, setDialog] = useState<BulkDialogKind | null>(null);
  if (progress !== null && (progress.state === "running" || selected.size === 0))
    return <BulkStatus progress={progress} />;
  if (selected.size === 0) return null;
  const whole = wholeList?.selected === selected && wholeList.list === list ? wholeList : null;
  const count = whole?.count ?? selected.size;
  const isAllListed = listed.length <= selected.size;
  const run = (action: Action) => {
    const which: BulkChats =
      whole === null ? { count, chats: [...selected] } : { count, list: toTexts(whole.list) };
    selectChats([]);
    startBulkWithUndo(which, action, me, () => selectChats(selected));
  };
  return (
    <section className="bulkbar" aria-label={t("bulk.bar")}>
      <div className="line">
        <p role="status" className="grow medium">
          {t("bulk.selected", { n: count })}
        </p>
        {isAllListed && list !== null && whole === null && (
          <WholeListButton
            list={list}
            loaded={selected.size}
            onSelect={(n) => setWholeList({ list, count: n, selected })}
          />
        )}
        {!isAllListed && (
          <Button variant="text" onClick={() => selectChats(listed)}>
            {t("bulk.all", { n: listed.length })}
          </Button>
        )}
        <Button
          variant="quiet"
          small
          icon={IconX}
          aria-label={t("bulk.clear")}
          aria-keyshortcuts="Escape"
          onClick={() => selectChats([])}
        />
      </div>
      <div className="bulkacts">
        {buttons.map(([kind, icon]) => (
          <Button
            key={kind}
            small
            icon={icon}
            aria-haspopup="dialog"
            unavailable={offline && dialogText("dialog.offline")}
            onClick={() => setDialog(kind)}
          >
            {t(`bulk.${kind}`)}
          </Button>
        ))}
      </div>
      {dialog !== null && (
        <Suspense fallback={null}>
          <BulkDialog
            me={me}
            kind={dialog}
            count={count}
            onAction={run}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Returns the values of a query as texts, as in its address. */
const toTexts = (query: ChatQuery): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    ),
  );
