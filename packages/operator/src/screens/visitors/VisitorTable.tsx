import type { Operator } from "@parlour/protocol";
import type { VisitorSeen } from "@parlour/protocol/api";
import { phoneText } from "../../ui/phone-text.ts";
import { exactTime } from "../../ui/Time.tsx";
import { formatAge } from "../inbox/format.ts";
import { placeOf, stateOf } from "./state-words.ts";
import { t } from "./text.ts";
import { FrameRow, OpenChat, TwoLines, VisitorFrame, type ListProps } from "./VisitorFrame.tsx";

/** All known visitors, one per row. */
export function VisitorTable({ rows, me, now, open }: ListProps<VisitorSeen> & { now: number }) {
  return (
    <VisitorFrame heads={{ page: t("visitors.page"), time: t("visitors.seen"), count: t("visitors.chats") }}>
      {rows.map((visitor) => (
        <Row key={visitor.number} visitor={visitor} me={me} now={now} open={visitor.number === open} />
      ))}
    </VisitorFrame>
  );
}

/** Returns contact and location of a visitor. */
function aboutOf({ email, phone, chat }: VisitorSeen): string {
  return [email?.value ?? (phone === null ? "" : phoneText(phone.value)), placeOf(chat)].filter((part) => part !== "").join(" · ");
}

/** One visitor: name, page, time, source and state. */
function Row({ visitor, me, now, open }: { visitor: VisitorSeen; me: Operator; now: number; open: boolean }) {
  const { chat, last_seen_at: seenAt } = visitor;
  const utm = chat?.session?.utm;
  return (
    <FrameRow
      visitor={visitor}
      open={open}
      about={aboutOf(visitor)}
      page={<Page page={chat?.page ?? null} />}
      time={
        seenAt !== null && (
          <time dateTime={seenAt} title={exactTime(seenAt)}>
            {formatAge(seenAt, now)}
          </time>
        )
      }
      source={
        <TwoLines
          first={chat?.channel.name ?? ""}
          second={utm === undefined || utm.source === "" ? "" : [utm.source, utm.campaign].filter((part) => part !== "").join(" · ")}
        />
      }
      count={visitor.chats}
      state={stateOf(visitor, me)}
      action={chat !== null && <OpenChat visitor={visitor} chat={chat} view={chat.state === "closed" ? "closed" : "all"} />}
    />
  );
}

function Page({ page }: { page: { url: string; title: string | null } | null }) {
  if (page === null) return <span className="faint">{t("visitors.nopage")}</span>;
  const path = page.url.replace(/^https?:\/\//, "");
  return <TwoLines first={page.title ?? path} second={page.title === null ? "" : path} title={page.url} />;
}
