import type { Chat } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { describeUserAgent } from "../../state/browser/device.ts";
import { getLanguageName } from "../../text/language-name.ts";
import { formatFullTime } from "../time.ts";
import { CollapsibleSection } from "./CollapsibleSection.tsx";
import { toLink } from "@parlour/protocol/widget/links";
import { SafeLink } from "../chat/SafeLink.tsx";
import { panelText as t } from "./panel-text.ts";
import { Disclosure } from "../disclosure/Disclosure.tsx";

/** Shows the current page and the details of the visit and the chat. */
export function CurrentVisit({ chat }: { chat: Chat }) {
  // Customers of mail and messengers visit no page.
  const { chat_window, integrator_endpoint } = getCapabilities(chat.channel.kind);
  const hasPages = chat_window || integrator_endpoint || chat.page !== null;
  return (
    <CollapsibleSection title={t(hasPages ? "panel.page" : "panel.chat")} open>
      <dl className="pair">
        {hasPages && (
          <>
            <dt>{t("panel.page")}</dt>
            <dd className="cut">
              <PageLink page={chat.page} />
            </dd>
          </>
        )}
        <dt>{t("panel.since")}</dt>
        <dd>
          <time dateTime={chat.visitor.created_at}>{formatFullTime(chat.visitor.created_at)}</time>
        </dd>
        {chat.visitor.came_from !== undefined && (
          <>
            <dt>{t("panel.camefrom")}</dt>
            <dd dir="auto">{chat.visitor.came_from}</dd>
          </>
        )}
        {chat.bot !== null && (
          <>
            <dt>{t("panel.bot")}</dt>
            <dd dir="auto">
              {chat.bot.attached ? chat.bot.name : t("panel.bot.left", { name: chat.bot.name })}
            </dd>
          </>
        )}
        {chat.department !== null && (
          <>
            <dt>{t("panel.department")}</dt>
            <dd dir="auto">{chat.department.name}</dd>
          </>
        )}
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
        {chat.rating_comment !== undefined && (
          <>
            <dt>{t("panel.rating.comment")}</dt>
            <dd dir="auto">{chat.rating_comment}</dd>
          </>
        )}
        <VisitDetails session={chat.session} />
      </dl>
    </CollapsibleSection>
  );
}

function PageLink({ page }: { page: Chat["page"] }) {
  if (!page) return <span className="faint">{t("panel.page.none")}</span>;
  const link = toLink(page.url);
  const text = page.title ?? page.url.replace(/^https?:\/\//, "");
  return link ? (
    <SafeLink href={link.href} title={page.url} hasIcon>
      {text}
    </SafeLink>
  ) : (
    <span>{text}</span>
  );
}

/** The known details of a visit as rows of a `<dl>`. The device is shown by its name (CORE-149). */
export function VisitDetails({ session }: { session: Chat["session"] }) {
  return listVisitDetails(session).map(([name, value]) => (
    <VisitDetail key={name} name={name} value={value} />
  ));
}

/** Returns the known details of a visit, without those that are empty (WH-025). */
function listVisitDetails(session: Chat["session"]): [string, string][] {
  if (session === null) return [];
  const { geoip, utm, analytics } = session;
  const facts: [string, string][] = [
    [
      t("panel.place"),
      [geoip.city, geoip.region, geoip.country].filter((part) => part !== "").join(", "),
    ],
    [t("panel.network"), geoip.organization],
    [t("panel.ip"), session.ip_addr],
    [t("panel.language"), session.language === undefined ? "" : getLanguageName(session.language)],
    [t("panel.device"), session.user_agent],
    [
      t("panel.utm"),
      [utm.source, utm.medium, utm.campaign, utm.term, utm.content]
        .filter((part) => part !== "")
        .join(" · "),
    ],
    [t("panel.ga"), analytics.ga ?? ""],
    [t("panel.ym"), analytics.ym ?? ""],
  ];
  return facts.filter(([, value]) => value !== "");
}

function VisitDetail({ name, value }: { name: string; value: string }) {
  const device = name === t("panel.device") ? describeUserAgent(value) : null;
  if (device !== null)
    return (
      <>
        <dt className="cut">{name}</dt>
        <dd>
          <Disclosure title={device}>
            <span className="soft t12" dir="ltr">
              {value}
            </span>
          </Disclosure>
        </dd>
      </>
    );
  return (
    <>
      <dt className="cut">{name}</dt>
      <dd className="cut" dir="auto" title={value}>
        {value}
      </dd>
    </>
  );
}
