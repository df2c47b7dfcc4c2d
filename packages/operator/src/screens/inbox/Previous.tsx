import type { Chat } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../state/api.ts";
import { exactTime, useNow } from "../../ui/Time.tsx";
import { atLeast } from "../../ui/at-least.ts";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Fold } from "./Fold.tsx";
import { t } from "./text.ts";
import { ago, lineOf } from "./words.ts";

const staysMs = 200;

/** Earlier chats of the same visitor. */
export function Previous({ chat }: { chat: Chat }) {
  const number = chat.visitor.number;
  // Who only passes by this chat asks for nothing.
  const stays = useLate(true, staysMs);
  const { data, error, refetch } = useQuery({
    queryKey: ["previous", number, chat.state],
    queryFn: ({ signal }) => api.chats({ visitor: number, sort: "created", limit: 50 }, signal),
    staleTime: 60_000,
    enabled: stays,
  });
  const late = useLate(data === undefined && error === null);
  const now = useNow(60_000);
  const earlier = data?.items.filter((other) => other.id !== chat.id) ?? [];
  return (
    <Fold title={t("panel.previous")} {...(data && { n: atLeast(earlier.length, data.next_cursor !== null) })}>
      {error && (
        <Failure error={error} onRetry={() => void refetch()}>
          {t("panel.previous.failed")}
        </Failure>
      )}
      {late && <LineBones lines={2} />}
      {data && earlier.length === 0 && <p className="t13 faint">{t("panel.previous.none")}</p>}
      {earlier.length > 0 && (
        <ol className="visits">
          {earlier.map((other) => (
            <li key={other.id}>
              <Link
                className="cut"
                dir="auto"
                to="/inbox/$view/{-$chat}"
                params={{ view: other.state === "closed" ? "closed" : "all", chat: String(other.id) }}
              >
                {other.last_message ? lineOf(other.last_message) : t("panel.chat")}
              </Link>
              <time className="faint num" dateTime={other.created_at} title={exactTime(other.created_at)}>
                {ago(other.created_at, now)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Fold>
  );
}
