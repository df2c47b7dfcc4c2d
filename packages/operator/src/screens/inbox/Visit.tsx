import type { Chat } from "@parlour/protocol";
import { IconExternalLink } from "@tabler/icons-react";
import { Icon } from "../../ui/Icon.tsx";
import { exactTime } from "../../ui/Time.tsx";
import { Fold } from "./Fold.tsx";
import { linkOf } from "./links.ts";
import { t } from "./text.ts";

/** The page the visitor is on, and what the visit and the chat are like. */
export function Visit({ chat }: { chat: Chat }) {
  return (
    <Fold title={t("panel.page")} open>
      <dl className="pair">
        <dt>{t("panel.page")}</dt>
        <dd className="cut">
          <PageLink page={chat.page} />
        </dd>
        <dt>{t("panel.since")}</dt>
        <dd>
          <time dateTime={chat.visitor.created_at}>{exactTime(chat.visitor.created_at)}</time>
        </dd>
        {chat.participants.length > 0 && (
          <>
            <dt>{t("panel.participants")}</dt>
            <dd dir="auto">{chat.participants.map((person) => person.name).join(", ")}</dd>
          </>
        )}
        {chat.rating && (
          <>
            <dt>{t("panel.rating")}</dt>
            <dd>{t(`panel.rating.${chat.rating}`)}</dd>
          </>
        )}
        {sessionFacts(chat.session).map(([key, value]) => (
          <SessionFact key={key} name={key} value={value} />
        ))}
      </dl>
    </Fold>
  );
}

function PageLink({ page }: { page: Chat["page"] }) {
  if (!page) return <span className="faint">{t("panel.page.none")}</span>;
  const link = linkOf(page.url);
  const words = page.title ?? page.url.replace(/^https?:\/\//, "");
  return link ? (
    <a href={link.href} target="_blank" rel="noopener noreferrer" title={page.url}>
      {words}
      <Icon of={IconExternalLink} small flip className="inl" />
    </a>
  ) : (
    <span>{words}</span>
  );
}

function sessionFacts(session: Chat["session"]): [string, string][] {
  return Object.entries(session ?? {})
    .flatMap(([key, value]) => (typeof value === "string" || typeof value === "number" ? [[key, String(value)] as [string, string]] : []))
    .slice(0, 20);
}

function SessionFact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="cut">{name.replaceAll("_", " ")}</dt>
      <dd className="cut" dir="auto" title={value}>
        {value}
      </dd>
    </>
  );
}
