import type { BotTest } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { Tag } from "../../badges.tsx";
import { formatClock } from "../../time.ts";
import type { TestResult } from "./test-event.ts";
import { resultText as t } from "./result-text.ts";

const pollIntervalMs = 1_000;

interface BotPostsProps {
  botId: number;
  started: TestResult & { readonly started_at: string };
}

/** Shows the posts of the bot in the test chat, polled while the test is open (BOT-090). */
export function BotPosts({ botId, started }: BotPostsProps) {
  const initialTest: BotTest = {
    started_at: started.started_at,
    open_until: started.open_until ?? null,
    is_open: started.is_open ?? false,
    posts: started.posts ?? [],
  };
  const { data } = useQuery({
    queryKey: ["bot-test", botId, started.started_at],
    queryFn: () => api.get<BotTest>(`/bots/${botId}/test`),
    initialData: initialTest,
    // Stops polling after a newer test of the same bot has replaced this one.
    refetchInterval: (query) =>
      query.state.data?.is_open === true && query.state.data.started_at === started.started_at
        ? pollIntervalMs
        : false,
    staleTime: pollIntervalMs,
    gcTime: 0,
  });
  const isReplaced = data.started_at !== started.started_at;
  return (
    <section className="botposts" aria-label={t("posts.title")} aria-live="polite">
      <h3 className="t13">{t("posts.title")}</h3>
      {!isReplaced && data.posts.length > 0 && (
        <ol>
          {data.posts.map((post, index) => (
            <BotPost key={index} post={post} />
          ))}
        </ol>
      )}
      {isReplaced ? (
        <p className="t13 soft">{t("posts.replaced")}</p>
      ) : data.is_open ? (
        <p className="t13 soft">
          {t("posts.waiting", { time: formatClock(data.open_until ?? "") })}
        </p>
      ) : (
        data.posts.length === 0 && <p className="t13 warning">{t("posts.none")}</p>
      )}
    </section>
  );
}

function BotPost({
  post: { event, message, warnings, error, at },
}: {
  post: BotTest["posts"][number];
}) {
  return (
    <li>
      <p className="line">
        <Tag tone={error === null ? "ok" : "bad"}>{event ?? t("posts.unreadable")}</Tag>
        {message !== null && <span className="t13 faint">{message.type}</span>}
        <time className="num faint" dateTime={at}>
          {formatClock(at)}
        </time>
      </p>
      {error !== null && (
        <p className="t13 danger" dir="auto">
          {t("posts.refused", { reason: error.message })}
        </p>
      )}
      {event === "INVITE_AGENT" && error === null && (
        <p className="t13 soft">{t("posts.invited")}</p>
      )}
      {message !== null && (
        <div className="freetext" dir="auto">
          {message.title !== "" && <p className="medium">{message.title}</p>}
          {message.text !== "" && <p>{message.text}</p>}
          {message.buttons.length > 0 && (
            <ul className="line" aria-label={t("posts.buttons")}>
              {message.buttons.map(({ id, text }) => (
                <li key={id}>
                  <Tag>{text}</Tag>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {warnings.map(({ code, message }) => (
        <p key={code} className="t13 warning" dir="auto">
          {message}
        </p>
      ))}
    </li>
  );
}
