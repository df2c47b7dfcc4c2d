// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import "./palette.css";
import { IconSearch, IconWifiOff } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { RowSkeleton } from "../../ui/loading/Skeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { useNow } from "../../ui/time.ts";
import type { PaletteGroup, GroupKind } from "./groups.ts";
import { PaletteRow } from "./PaletteRow.tsx";
import { t } from "./text.ts";
import { usePalette } from "./use-palette.ts";

/** The command palette. Searches people, chats, messages, actions and settings (Ctrl/⌘ K). */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <ModalOverlay
      className="overlay top"
      isOpen={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable
    >
      <Modal className="palette float">
        <Dialog className="dialog" aria-label={t("find.title")}>
          <PaletteSearch onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type PaletteState = ReturnType<typeof usePalette>;

function PaletteSearch({ onClose }: { onClose: () => void }) {
  const id = useId();
  const palette = usePalette(onClose);
  const { text, groups, search, isOffline } = palette;
  return (
    <>
      <PaletteField id={id} palette={palette} onClose={onClose} />
      <div className="findbody">
        {isOffline && text.trim() !== "" && (
          <EmptyResult icon={IconWifiOff} title={t("find.offline.title")}>
            {t("find.offline.text")}
          </EmptyResult>
        )}
        {search.kind === "failed" && (
          <div className="findfault" role="status">
            <span>{t("failed.title")}</span>
            <Button small onClick={search.retry}>
              {t("failed.retry")}
            </Button>
          </div>
        )}
        <PaletteRows id={id} palette={palette} />
        {search.kind === "busy" && <ResultSkeletons shown={groups} scope={palette.query.scope} />}
        {groups.length === 0 && search.kind === "found" && (
          <EmptyResult
            icon={IconSearch}
            title={t("none.title", { q: text.trim() })}
            action={
              <Button small onClick={palette.open.archive}>
                {t("none.archive")}
              </Button>
            }
          >
            {t("none.text")}
          </EmptyResult>
        )}
      </div>
      <PaletteFooter isEmpty={text.trim() === ""} />
    </>
  );
}

interface PaletteFieldProps {
  id: string;
  palette: PaletteState;
  onClose: () => void;
}

function PaletteField({
  id,
  palette: { text, setText, current, groups, onKeyDown, search },
  onClose,
}: PaletteFieldProps) {
  return (
    <div className="ask">
      <Icon of={IconSearch} />
      <input
        // The palette is opened to type at once, so its field has the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        role="combobox"
        aria-label={t("find.title")}
        aria-expanded={groups.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${id}-${current.id}` : undefined}
        placeholder={t("find.placeholder")}
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {search.kind === "busy" && (
        <span className="typing" role="img" aria-label={t("find.busy")}>
          <i />
          <i />
          <i />
        </span>
      )}
      <kbd>Esc</kbd>
      <Button variant="quiet" small className="cancel" onClick={onClose}>
        {t("find.cancel")}
      </Button>
    </div>
  );
}

interface PaletteRowsProps {
  id: string;
  palette: PaletteState;
}

function PaletteRows({
  id,
  palette: { query, groups, current, select, open, onKeyDown, isOffline },
}: PaletteRowsProps) {
  const now = useNow(1_000);
  return (
    <div role="listbox" id={`${id}-list`} aria-label={t("find.results")} className="results-list">
      {groups.map((group) => {
        const title = getGroupTitle(group.kind, isOffline);
        return (
          <div role="group" key={group.kind} aria-label={title}>
            <span className="cap" aria-hidden="true">
              {title} <span className="n">{getGroupNote(group)}</span>
            </span>
            {group.rows.map((row) => (
              <PaletteRow
                key={row.id}
                id={`${id}-${row.id}`}
                row={row}
                query={query.words}
                now={now}
                isSelected={row === current}
                groupTitle={title}
                onPoint={() => select(row.id)}
                onOpen={(inNewTab) => open.row(row, inNewTab)}
                onKeyDown={onKeyDown}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function getGroupTitle(kind: GroupKind, isOffline: boolean): string {
  if (kind === "chats") return isOffline ? t("group.device") : t("view.chats");
  return t(`group.${kind}`);
}
/** The server counts up to 100 results. */
const maxCount = 100;
function getGroupNote({ note, kind, rows, total = 0 }: PaletteGroup): string {
  if (note !== undefined) return note;
  const n = rows.filter((row) => row.kind !== "all").length;
  if (kind === "messages" || total <= n)
    return kind === "chats" || kind === "people" || kind === "settings" ? String(n) : "";
  return t(total >= maxCount ? "group.many" : "group.count", { n, total });
}

function ResultSkeletons({
  shown,
  scope,
}: {
  shown: readonly PaletteGroup[];
  scope: PaletteState["query"]["scope"];
}) {
  const expectedKinds: readonly GroupKind[] =
    scope === "people"
      ? ["people"]
      : scope === "number"
        ? ["chats", "people"]
        : ["people", "messages"];
  return expectedKinds
    .filter((kind) => !shown.some((group) => group.kind === kind))
    .map((kind) => (
      <div key={kind} aria-hidden="true" className="findbones">
        <span className="cap">{getGroupTitle(kind, false)}</span>
        <RowSkeleton rows={kind === "people" ? 2 : 1} />
      </div>
    ));
}

function EmptyResult({
  icon,
  title,
  action,
  children,
}: {
  icon: IconType;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="findvoid">
      <Icon of={icon} />
      <h3>{title}</h3>
      <p className="soft">{children}</p>
      {action}
    </div>
  );
}

function PaletteFooter({ isEmpty }: { isEmpty: boolean }) {
  return (
    <div className="findfoot" aria-hidden="true">
      {isEmpty ? (
        <>
          <span>
            <kbd>&gt;</kbd> {t("foot.actions")}
          </span>
          <span>
            <kbd>@</kbd> {t("foot.people")}
          </span>
          <span>
            <kbd>#</kbd> {t("foot.number")}
          </span>
          <span className="push">
            <kbd>Enter</kbd> {t("foot.run")}
          </span>
        </>
      ) : (
        <>
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd> {t("foot.select")}
          </span>
          <span>
            <kbd>Enter</kbd> {t("foot.open")}
          </span>
          <span>
            <kbd>PgDn</kbd> {t("foot.group")}
          </span>
          <span>
            <kbd>Shift</kbd>
            <kbd>Enter</kbd> {t("foot.archive")}
          </span>
        </>
      )}
    </div>
  );
}
