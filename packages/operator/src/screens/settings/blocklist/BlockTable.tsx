import type { BlockListEntry } from "@parlour/protocol/api";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { api } from "../../../state/api/api.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { Timestamp } from "../kit/resource/parts.tsx";
import { t as page } from "../text.ts";
import { ResourceTable, type ResourceColumn } from "../kit/resource/ResourceTable.tsx";
import { kindLabel } from "../../../ui/block/kinds.ts";
import { t } from "./text.ts";

/**
 * Renders one row per entry. Unblocking offers Undo, because the entry is kept (CORE-070). Entries
 * from the provisioning file are read-only (CFG-025).
 */
export function BlockTable({
  entries,
  onChanged,
}: {
  entries: readonly BlockListEntry[];
  onChanged: () => void;
}) {
  return (
    <ResourceTable
      resources={entries}
      name={{ head: t("blocklist.what"), cell: (entry) => <SubjectCell entry={entry} /> }}
      columns={createColumns()}
      actions={{
        head: t("blocklist.act"),
        cell: (entry) =>
          entry.state === "in_force" &&
          !entry.managed && <UnblockButton entry={entry} onChanged={onChanged} />,
      }}
      isOff={(entry) => entry.state !== "in_force"}
    />
  );
}

const createColumns = (): ResourceColumn<BlockListEntry>[] => [
  {
    head: t("blocklist.until"),
    className: "whole",
    cell: (entry) => <EndTime time={entry.until} />,
  },
  { head: t("blocklist.reason"), className: "whole", dir: "auto", cell: (entry) => entry.reason },
  { head: t("blocklist.by"), cell: (entry) => <CreatedBy entry={entry} /> },
];

function SubjectCell({ entry }: { entry: BlockListEntry }) {
  return (
    <>
      <bdi>{entry.value}</bdi>
      <StateTag entry={entry} />
      <small>{kindLabel(entry.kind)}</small>
    </>
  );
}

function StateTag({ entry }: { entry: BlockListEntry }) {
  const { state, managed, lifted_by, lifted_at } = entry;
  if (state === "over") return <Tag>{t("blocklist.mark.over")}</Tag>;
  if (state === "lifted") {
    const time = lifted_at === null ? "" : formatFullTime(lifted_at);
    return (
      <Tag>
        {lifted_by === null
          ? t("blocklist.mark.lifted.file", { time })
          : t("blocklist.mark.lifted", { name: lifted_by.name, time })}
      </Tag>
    );
  }
  return managed ? <Tag>{t("blocklist.file")}</Tag> : null;
}

function EndTime({ time }: { time: string | null }) {
  if (time === null) return t("blocklist.ever");
  return (
    <time className="num" dateTime={time}>
      {formatFullTime(time)}
    </time>
  );
}

function CreatedBy({ entry: { by, created_at, chat_id } }: { entry: BlockListEntry }) {
  return (
    <>
      <bdi>{by?.name ?? t("blocklist.file")}</bdi>
      <span className="when t12 faint">
        <Timestamp time={created_at} />{" "}
        {chat_id !== null && (
          <ChatLink chatId={chat_id} view="closed">
            {t("blocklist.chat")}
          </ChatLink>
        )}
      </span>
    </>
  );
}

interface UnblockButtonProps {
  entry: BlockListEntry;
  onChanged: () => void;
}

function UnblockButton({ entry: { id, value }, onChanged }: UnblockButtonProps) {
  const { busy, run } = useApiMutation();
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const unblock = async () => {
    await runOrToastFailure(async () => {
      await api.delete(`/blacklist/${id}`);
      toast(t("blocklist.lifted", { value }), {
        ms: 10_000,
        action: { label: t("blocklist.undo"), run: () => void undo() },
      });
    });
    onChanged();
  };
  const undo = async () => {
    await runOrToastFailure(async () => {
      await api.patch(`/blacklist/${id}`, { lifted: false });
      toast(t("blocklist.undone", { value }));
    });
    onChanged();
  };
  return (
    <Button
      small
      variant="quiet"
      unavailable={offline ? page("page.offline") : busy}
      aria-label={t("blocklist.liftof", { value })}
      onClick={() => void run(unblock)}
    >
      {t("blocklist.lift")}
    </Button>
  );
}

/** Runs a change. If it fails, the toast says that the list is unchanged. */
async function runOrToastFailure(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    toast(t("blocklist.failed", { why: getErrorText(error) }), { tone: "bad" });
  }
}
