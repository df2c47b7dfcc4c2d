import type { Chat } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../state/api.ts";
import { exactTime, useNow } from "../../ui/Time.tsx";
import { useLate } from "../../ui/Bones.tsx";
import { Fold } from "./Fold.tsx";
import { t } from "./text.ts";
import { ago, lineOf } from "./words.ts";

const staysMs = 200;

/** Earlier chats of the same visitor. */
export function Previous({ chat }: { chat: Chat }) {
  const number = chat.visitor.number;
  // Who only passes by this chat asks for nothing.
  const stays = useLate(true, staysMs);
  const { data, error } = useQuery({
    queryKey: ["previous", number, chat.state],
    queryFn: ({ signal }) => api.chats({ visitor: number, sort: "created", limit: 50 }, signal),
    staleTime: 60_000,
    enabled: stays,
  });
  const now = useNow(60_000);
  const earlier = data?.items.filter((other) => other.id !== chat.id) ?? [];
  return (
    <Fold title={t("panel.previous")} {...(data && { n: earlier.length })}>
      {error ? (
        <p className="t13 danger">{t("panel.previous.failed")}</p>
      ) : data && earlier.length === 0 ? (
        <p className="t13 faint">{t("panel.previous.none")}</p>
      ) : (
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
