import type { Operator } from "@parlour/protocol";
import type { VisitorWithActivity } from "@parlour/protocol/api";
import { formatPhoneForReading } from "../../ui/phone/phone-number.ts";
import { formatAge, formatExactTime } from "../../ui/time.ts";
import { visitorLocation, getVisitorState } from "./visitor-state.ts";
import { t } from "./text.ts";
import {
  VisitorTableRow,
  OpenChatLink,
  TwoLines,
  VisitorTableLayout,
  type VisitorListProps,
} from "./VisitorTableLayout.tsx";

/** Lists all known visitors, one per row. */
export function VisitorTable({
  rows,
  me,
  now,
  open,
}: VisitorListProps<VisitorWithActivity> & { now: number }) {
  return (
    <VisitorTableLayout
      heads={{ page: t("visitors.page"), time: t("visitors.seen"), count: t("visitors.chats") }}
    >
      {rows.map((visitor) => (
        <Row
          key={visitor.number}
          visitor={visitor}
          me={me}
          now={now}
          open={visitor.number === open}
        />
      ))}
    </VisitorTableLayout>
  );
}

/** Returns the contact data and the location of a visitor as text. */
function aboutText({ email, phone, chat }: VisitorWithActivity): string {
  return [
    email?.value ?? (phone === null ? "" : formatPhoneForReading(phone.value)),
    visitorLocation(chat),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

interface RowProps {
  visitor: VisitorWithActivity;
  me: Operator;
  now: number;
  open: boolean;
}

/** Renders one visitor: name, page, time, source and state. */
function Row({ visitor, me, now, open }: RowProps) {
  const { chat, last_seen_at } = visitor;
  const utm = chat?.session?.utm;
  return (
    <VisitorTableRow
      visitor={visitor}
      open={open}
      about={aboutText(visitor)}
      page={<Page page={chat?.page ?? null} />}
      time={
        last_seen_at !== null && (
          <time dateTime={last_seen_at} title={formatExactTime(last_seen_at)}>
            {formatAge(last_seen_at, now)}
          </time>
        )
      }
      source={
        <TwoLines
          first={chat?.channel.name ?? ""}
          second={
            utm === undefined || utm.source === ""
              ? ""
              : [utm.source, utm.campaign].filter((part) => part !== "").join(" · ")
          }
        />
      }
      count={visitor.chats}
      state={getVisitorState(visitor, me)}
      action={
        chat !== null && (
          <OpenChatLink
            visitor={visitor}
            chat={chat}
            view={chat.state === "closed" ? "closed" : "all"}
          />
        )
      }
    />
  );
}

function Page({ page }: { page: { url: string; title: string | null } | null }) {
  if (page === null) return <span className="faint">{t("visitors.nopage")}</span>;
  const path = page.url.replace(/^https?:\/\//, "");
  return (
    <TwoLines
      first={page.title ?? path}
      second={page.title === null ? "" : path}
      title={page.url}
    />
  );
}
