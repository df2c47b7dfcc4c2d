import { IconLock } from "@tabler/icons-react";
import type { Operator } from "@parlour/protocol";
import { Icon } from "../../ui/Icon.tsx";
import { Avatar } from "../../ui/marks.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { Bubble, SendingBubble } from "./Bubble.tsx";
import type { Group } from "./groups.ts";
import { useOperatorPhoto } from "./people.ts";
import { SystemLines } from "./SystemLines.tsx";
import { t } from "./text.ts";
import { dayName } from "./words.ts";

export interface ArticleProps {
  group: Group;
  me: Pick<Operator, "id">;
  visitor: string | null;
  /** URLs of the pictures of visitor and bot. Empty without one. */
  visitorPhoto: string;
  botPhoto: string;
  /** Ids of pressed buttons, by the number of their message. */
  pressed: ReadonlyMap<number, string>;
  now: number;
  position: number;
  stop: boolean;
}

/** Article of the feed: messages of one author within a minute, or consecutive system messages. */
export function Article({ group, me, visitor, visitorPhoto, botPhoto, pressed, now, position, stop }: ArticleProps) {
  const day =
    group.day === null ? null : (
      <p className="day">
        <time dateTime={group.day.slice(0, 10)}>{dayName(group.day, now)}</time>
      </p>
    );
  const time = clockTime(group.at);
  const shared = { "aria-posinset": position, "aria-setsize": -1, tabIndex: stop ? 0 : -1, "data-article": group.key } as const;
  if (group.kind === "system") {
    return (
      <article {...shared} className="sysgroup" aria-label={t("article.system", { time })}>
        {day}
        <SystemLines lines={group.lines} />
      </article>
    );
  }
  const mine = group.own && (group.name === "" || group.lines.some((line) => "item" in line || line.message.author.id === me.id));
  const by = byLine(group, mine, visitor);
  const names = ["msg", group.own || group.note ? "own" : group.kind, group.note && "note", group.kind === "bot" && "bot"]
    .filter(Boolean)
    .join(" ");
  return (
    <article {...shared} className={names} aria-label={t("article", { name: by, time })}>
      {day}
      {!group.own && !group.note && (
        <Avatar
          name={group.kind === "bot" ? null : visitor}
          bot={group.kind === "bot"}
          photo={group.kind === "bot" ? botPhoto : visitorPhoto}
          size={28}
        />
      )}
      <p className={group.note || (group.own && !mine) ? "by line4" : "by"} dir="auto">
        {group.note && <Icon of={IconLock} small />}
        {group.own && !mine && <Colleague id={authorOf(group)} name={group.name} />}
        {by}
      </p>
      <div className="stack">
        {group.lines.map((line) =>
          "message" in line ? (
            <Bubble key={`m${line.message.seq}`} message={line.message} pressed={pressed.get(line.message.seq) ?? null} />
          ) : line.item.state === "held" ? null : (
            <SendingBubble key={line.item.clientId} item={line.item} />
          ),
        )}
      </div>
    </article>
  );
}

function Colleague({ id, name }: { id: number | null; name: string }) {
  return <Avatar name={name} photo={useOperatorPhoto(id)} size={20} />;
}
function authorOf({ lines: [line] }: Group): number | null {
  return line && "message" in line ? line.message.author.id : null;
}

function byLine(group: Group, mine: boolean, visitor: string | null): string {
  if (group.note) return mine ? t("by.note.you") : t("by.note", { name: group.name });
  if (mine) return t("by.you");
  if (group.kind === "bot") return t("by.bot", { name: group.name });
  return group.kind === "visitor" ? (visitor ?? group.name) : group.name;
}
