import type { BlacklistEntry } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Tag } from "../../../ui/marks.tsx";
import { fullTime } from "../../../ui/Time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { At } from "../parts.tsx";
import { t as page } from "../text.ts";
import { Things, type Column } from "../Things.tsx";
import { kindName } from "./kinds.ts";
import { t } from "./text.ts";

/**
 * Renders one row per entry. Unblocking offers Undo, because the record stays (CORE-070). Entries
 * of the provisioning file are read-only (CFG-025).
 */
export function EntryTable({ entries, onChanged }: { entries: readonly BlacklistEntry[]; onChanged: () => void }) {
  return (
    <Things
      things={entries}
      name={{ head: t("blocklist.what"), cell: (entry) => <Name entry={entry} /> }}
      columns={columns()}
      deeds={{
        head: t("blocklist.act"),
        cell: (entry) => entry.state === "in_force" && !entry.managed && <Lift entry={entry} onChanged={onChanged} />,
      }}
      isOff={(entry) => entry.state !== "in_force"}
    />
  );
}

const columns = (): Column<BlacklistEntry>[] => [
  { head: t("blocklist.until"), className: "whole", cell: (entry) => <Until time={entry.until} /> },
  { head: t("blocklist.reason"), className: "whole", dir: "auto", cell: (entry) => entry.reason },
  { head: t("blocklist.by"), cell: (entry) => <By entry={entry} /> },
];

function Name({ entry }: { entry: BlacklistEntry }) {
  return (
    <>
      <bdi>{entry.value}</bdi>
      <Mark entry={entry} />
      <small>{kindName(entry.kind)}</small>
    </>
  );
}

function Mark({ entry: { state, managed, lifted_by: by, lifted_at: at } }: { entry: BlacklistEntry }) {
  if (state === "over") return <Tag>{t("blocklist.mark.over")}</Tag>;
  if (state === "lifted") {
    const time = at === null ? "" : fullTime(at);
    return <Tag>{by === null ? t("blocklist.mark.lifted.file", { time }) : t("blocklist.mark.lifted", { name: by.name, time })}</Tag>;
  }
  return managed ? <Tag>{t("blocklist.file")}</Tag> : null;
}

function Until({ time }: { time: string | null }) {
  if (time === null) return t("blocklist.ever");
  return (
    <time className="num" dateTime={time}>
      {fullTime(time)}
    </time>
  );
}

function By({ entry: { by, created_at: at, chat_id: chat } }: { entry: BlacklistEntry }) {
  return (
    <>
      <bdi>{by?.name ?? t("blocklist.file")}</bdi>
      <span className="when t12 faint">
        <At time={at} />{" "}
        {chat !== null && (
          <Link to="/inbox/$view/{-$chat}" params={{ view: "closed", chat: String(chat) }}>
            {t("blocklist.chat")}
          </Link>
        )}
      </span>
    </>
  );
}

function Lift({ entry: { id, value }, onChanged }: { entry: BlacklistEntry; onChanged: () => void }) {
  const { busy, run } = useDeed();
  const offline = useLive((state) => state.connection.kind === "offline");
  const lift = async () => {
    await orSayWhy(async () => {
      await api.delete(`/blacklist/${id}`);
      toast(t("blocklist.lifted", { value }), { ms: 10_000, action: { label: t("blocklist.undo"), run: () => void undo() } });
    });
    onChanged();
  };
  const undo = async () => {
    await orSayWhy(async () => {
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
      onClick={() => void run(lift)}
    >
      {t("blocklist.lift")}
    </Button>
  );
}

/** Runs a change. The error toast says that the list is unchanged. */
async function orSayWhy(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    toast(t("blocklist.failed", { why: wordsOf(error) }), { tone: "bad" });
  }
}
