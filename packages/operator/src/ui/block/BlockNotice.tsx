import type { Operator, Visitor } from "@parlour/protocol";
import type { BlockCheckResult, BlockListEntry } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../state/api/api.ts";
import { can } from "../../state/session.tsx";
import { kindLabel } from "./kinds.ts";
import { Button } from "../Button.tsx";
import { getErrorText } from "../loading/ErrorMessage.tsx";
import { Banner } from "../badges.tsx";
import { formatFullTime } from "../time.ts";
import { toast } from "../dialog/toast.tsx";
import { useApiMutation } from "../mutation.ts";
import { getVisitorName } from "../chat/visitor-name.ts";
import { t } from "./text.ts";

/** Shows which entry blocks this visitor, and unblocks them if permitted (CORE-070, API-042). */
export function BlockNotice({ visitor, me }: { visitor: Visitor; me: Operator }) {
  const { busy, run } = useApiMutation();
  const { data } = useQuery({
    queryKey: ["visitor", visitor.number, "block"],
    queryFn: ({ signal }) =>
      api.post<BlockCheckResult>("/blacklist/check", { visitor: visitor.number }, { signal }),
  });
  const entry = data?.entry ?? null;
  if (entry === null) return null;
  const unblockUrl = unblockPath(entry, me);
  const unblock = async () => {
    if (unblockUrl === null || busy) return;
    const removeEntry = async () => {
      await api.delete(unblockUrl);
      toast(t("visitor.lifted", { name: getVisitorName({ visitor }) }));
    };
    await run(removeEntry, (error) =>
      toast(t("visitor.liftfailed", { why: getErrorText(error) }), { tone: "bad" }),
    );
    for (const key of ["visitor", "visitors", "blacklist"])
      void queryClient.invalidateQueries({ queryKey: [key] });
  };
  return (
    <Banner
      tone="bad"
      action={
        unblockUrl !== null && (
          <Button small unavailable={busy} onClick={() => void unblock()}>
            {t("visitor.lift")}
          </Button>
        )
      }
    >
      <EntryText entry={entry} />
    </Banner>
  );
}

function EntryText({ entry }: { entry: BlockListEntry }) {
  const { until, by, kind, value, created_at, reason } = entry;
  return (
    <>
      <p>
        <span className="medium">
          {until === null
            ? t("visitor.blocked")
            : t("visitor.blocked.until", { time: formatFullTime(until) })}
        </span>{" "}
        {by === null
          ? t("visitor.blocked.file")
          : t("visitor.blocked.by", { name: by.name, time: formatFullTime(created_at) })}
        {kind !== "visitor" && (
          <> · {t("visitor.blocked.match", { kind: kindLabel(kind), value })}</>
        )}
      </p>
      {reason !== null && <p dir="auto">{reason}</p>}
    </>
  );
}

/** Returns the path of the request that unblocks the visitor. Null if that is not allowed. */
function unblockPath({ id, chat_id, managed }: BlockListEntry, me: Operator): string | null {
  if (managed) return null;
  if (chat_id !== null && can(me, "chats.answer")) return `/chats/${chat_id}/block`;
  return can(me, "blacklist.manage") ? `/blacklist/${id}` : null;
}
