import type { BlacklistEntry } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Tag } from "../../../ui/marks.tsx";
import { exactTime } from "../../../ui/Time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { At } from "../parts.tsx";
import { kindName } from "./kinds.ts";
import { t as page } from "../text.ts";
import { t } from "./text.ts";

/** A row per entry; lifting is undone at once (CORE-070: the record stays). What the file manages is read-only (CFG-025). */
export function EntryTable({ entries, onChanged }: { entries: readonly BlacklistEntry[]; onChanged: () => void }) {
  return (
    <table className="things">
      <thead>
        <tr>
          <th scope="col">{t("blocklist.what")}</th>
          <th scope="col">{t("blocklist.until")}</th>
          <th scope="col">{t("blocklist.reason")}</th>
          <th scope="col">{t("blocklist.by")}</th>
          <th scope="col">
            <span className="vh">{t("blocklist.act")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onChanged={onChanged} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({ entry, onChanged }: { entry: BlacklistEntry; onChanged: () => void }) {
  const { value } = entry;
  const [busy, setBusy] = useState(false);
  const offline = useLive((state) => state.connection.kind === "offline");
  const change = async (run: () => Promise<unknown>, said: () => void) => {
    setBusy(true);
    try {
      await run();
      said();
    } catch (error) {
      toast(t("blocklist.failed", { why: wordsOf(error) }), { tone: "bad" });
    }
    setBusy(false);
    onChanged();
  };
  const undo = () =>
    change(
      () => api.patch(`/blacklist/${entry.id}`, { lifted: false }),
      () => toast(t("blocklist.undone", { value })),
    );
  const lift = () =>
    change(
      () => api.delete(`/blacklist/${entry.id}`),
      () => toast(t("blocklist.lifted", { value }), { ms: 10_000, action: { label: t("blocklist.undo"), run: () => void undo() } }),
    );
  return (
    <tr className={entry.state === "in_force" ? undefined : "off"}>
      <th scope="row">
        <bdi>{value}</bdi>
        <Mark entry={entry} />
        <small>{kindName(entry.kind)}</small>
      </th>
      <td className="whole" data-label={t("blocklist.until")}>
        {entry.until === null ? (
          t("blocklist.ever")
        ) : (
          <time className="num" dateTime={entry.until}>
            {exactTime(entry.until)}
          </time>
        )}
      </td>
      <td className="whole" data-label={t("blocklist.reason")} dir="auto">
        {entry.reason}
      </td>
      <td data-label={t("blocklist.by")}>
        <bdi>{entry.by?.name ?? t("blocklist.file")}</bdi>
        <span className="when t12 faint">
          <At time={entry.created_at} />{" "}
          {entry.chat_id !== null && (
            <Link to="/inbox/$view/{-$chat}" params={{ view: "closed", chat: String(entry.chat_id) }}>
              {t("blocklist.chat")}
            </Link>
          )}
        </span>
      </td>
      <td className="end-n">
        {entry.state === "in_force" && !entry.managed && (
          <Button
            small
            variant="quiet"
            unavailable={offline ? page("page.offline") : busy}
            aria-label={t("blocklist.liftof", { value })}
            onClick={() => void lift()}
          >
            {t("blocklist.lift")}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Mark({ entry: { state, managed, lifted_by: by, lifted_at: at } }: { entry: BlacklistEntry }) {
  if (state === "over") return <Tag>{t("blocklist.mark.over")}</Tag>;
  if (state === "lifted") {
    const time = at === null ? "" : exactTime(at);
    return <Tag>{by === null ? t("blocklist.mark.lifted.file", { time }) : t("blocklist.mark.lifted", { name: by.name, time })}</Tag>;
  }
  return managed ? <Tag>{t("blocklist.file")}</Tag> : null;
}
