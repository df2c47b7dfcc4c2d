import type { Chat, Operator } from "@parlour/protocol";
import {
  IconChevronRight,
  IconCode,
  IconExternalLink,
  IconKeyboard,
  IconLayoutSidebarRight,
  IconPencil,
  IconShieldCheck,
  IconX,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api } from "../../state/api.ts";
import { useLive } from "../../state/live-context.tsx";
import { nameOf } from "../../state/live-state.ts";
import { may } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { Avatar, Empty } from "../../ui/marks.tsx";
import { clockTime, exactTime, useNow } from "../../ui/Time.tsx";
import { CustomData } from "./CustomData.tsx";
import { EditContact } from "./EditContact.tsx";
import { linkOf } from "./links.ts";
import { useOperatorNames } from "./people.ts";
import { t } from "./text.ts";
import { ago, lineOf, visitorName } from "./words.ts";

type Contact = NonNullable<Chat["visitor"]["name"]>;
const fields = ["email", "phone", "description"] as const;

/** Who asks, and where each value comes from. */
export function Panel({ chat, me, open, onClose }: { chat: Chat; me: Operator; open: boolean; onClose: () => void }) {
  const [editing, setEditing] = useState(false);
  const offlineSince = useLive((state) => (state.connection.kind === "offline" ? state.connection.since : null));
  const known = fields.filter((field) => chat.visitor[field] !== null);
  const nothing = known.length === 0 && chat.visitor.name === null && chat.page === null && chat.custom_data.length === 0;
  const name = visitorName(chat);
  return (
    <aside className={open ? "pane panel open" : "pane panel"} aria-labelledby="panel-h" data-pane hidden={!open}>
      <header className="head">
        <h2 className="grow" id="panel-h">
          {t("panel.title")}
        </h2>
        {offlineSince !== null && <span className="t12 faint num">{t("panel.asof", { time: clockTime(offlineSince) })}</span>}
        <Button variant="quiet" icon={IconX} className="only-narrow" aria-label={t("panel.close")} onClick={onClose} />
        <Button
          variant="quiet"
          icon={IconLayoutSidebarRight}
          flipIcon
          className="hide-narrow"
          aria-label={t("panel.hide")}
          keys="]"
          onClick={onClose}
        />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("panel.details")}>
        <div className="part">
          <div className="person">
            <Avatar name={nameOf(chat)} size={48} />
            <div className="grow">
              <p className="t16 bold cut" dir="auto">
                {name}
              </p>
              <p className="t13 faint cut">
                {t("panel.number", { n: chat.visitor.number })} · {chat.channel.name}
              </p>
            </div>
            {may(me, "chat") && (
              <Button variant="quiet" small icon={IconPencil} aria-label={t("panel.edit")} onClick={() => setEditing(true)} />
            )}
          </div>
          {nothing ? (
            <Empty icon={IconKeyboard} title={t("panel.empty")}>
              {t("panel.empty.text")}
            </Empty>
          ) : (
            <dl className="facts">
              {chat.visitor.name && <Fact label={t("panel.name")} contact={chat.visitor.name} />}
              {known.map((field) => {
                const contact = chat.visitor[field];
                return contact && <Fact key={field} label={t(`panel.${field}`)} contact={contact} kind={field} />;
              })}
              {chat.visitor.customer !== null && (
                <div className="fact">
                  <dt>{t("panel.customer")}</dt>
                  <dd className="mono">{chat.visitor.customer}</dd>
                  <dd className="src trusted">
                    <Icon of={IconShieldCheck} small />
                    {t("source.channel")}
                  </dd>
                </div>
              )}
            </dl>
          )}
        </div>
        <CustomData data={chat.custom_data} crmLink={chat.crm.link} />
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
        <Previous chat={chat} />
        <WhyHere chat={chat} />
      </section>
      {editing && <EditContact chat={chat} onClose={() => setEditing(false)} />}
    </aside>
  );
}

const sources: Record<Contact["source"], { icon: IconType; tone: string }> = {
  visitor: { icon: IconKeyboard, tone: "" },
  page: { icon: IconCode, tone: "forge" },
  channel: { icon: IconShieldCheck, tone: "trusted" },
  webhook: { icon: IconShieldCheck, tone: "trusted" },
  operator: { icon: IconPencil, tone: "" },
};

/** A value with its source in words, never by colour alone. */
function Fact({ label, contact, kind }: { label: string; contact: Contact; kind?: "email" | "phone" | "description" }) {
  const { icon, tone } = sources[contact.source];
  const link =
    kind === "email"
      ? linkOf(`mailto:${contact.value}`)
      : kind === "phone"
        ? linkOf(`tel:${contact.value.replace(/[^+0-9*#]/g, "")}`)
        : null;
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>
        {link ? (
          <a className="plainlink" href={link.href} rel="noopener noreferrer">
            <bdi dir={kind === "phone" ? "ltr" : "auto"}>{contact.value}</bdi>
          </a>
        ) : (
          <bdi>{contact.value}</bdi>
        )}
      </dd>
      <dd className={`src ${tone}`} title={exactTime(contact.at)}>
        <Icon of={icon} small />
        {t(`source.${contact.source}`, { time: clockTime(contact.at) })}
      </dd>
    </div>
  );
}

function Fold({ title, n, open = false, children }: { title: string; n?: number; open?: boolean; children: ReactNode }) {
  return (
    <details open={open}>
      <summary>
        <Icon of={IconChevronRight} small flip className="chev" /> {title}
        {n !== undefined && <span className="n num">{n}</span>}
      </summary>
      <div className="in">{children}</div>
    </details>
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

/** Earlier chats of the same visitor. */
function Previous({ chat }: { chat: Chat }) {
  const number = chat.visitor.number;
  const { data, error } = useQuery({
    queryKey: ["previous", number, chat.state],
    queryFn: ({ signal }) => api.chats({ q: String(number), sort: "created", limit: 50 }, signal),
    staleTime: 60_000,
  });
  const now = useNow(60_000);
  const earlier = data?.items.filter((other) => other.visitor.id === chat.visitor.id && other.id !== chat.id) ?? [];
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

const reasons = ["offline", "away", "at_limit", "not_in_department", "not_on_channel"] as const;

/** Which rules brought the chat here, who could take it and why others could not (CORE-037). */
function WhyHere({ chat }: { chat: Chat }) {
  const names = useOperatorNames();
  const { assignment } = chat;
  if (!assignment) return null;
  const name = (id: number) => names.get(id) ?? `#${id}`;
  const word = (reason: string) => {
    const known = reasons.find((one) => one === reason);
    return known ? t(`reason.${known}`) : reason;
  };
  return (
    <Fold title={t("panel.why")}>
      {assignment.rules.length > 0 && <p className="t13">{assignment.rules.join(" · ")}</p>}
      {assignment.eligible.length > 0 && (
        <p className="t13">
          <span className="faint">{t("panel.why.eligible")}</span> <bdi>{assignment.eligible.map(name).join(", ")}</bdi>
        </p>
      )}
      {assignment.others.length > 0 && (
        <div className="t13">
          <span className="faint">{t("panel.why.others")}</span>
          <ul>
            {assignment.others.slice(0, 30).map((other) => (
              <li key={other.operator_id}>
                <bdi>{name(other.operator_id)}</bdi>: {other.reasons.map(word).join(", ")}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Fold>
  );
}
