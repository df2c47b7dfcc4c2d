import type { Chat } from "@parlour/protocol";
import {
  IconCode,
  IconFileImport,
  IconKeyboard,
  IconPencil,
  IconShieldCheck,
} from "@tabler/icons-react";
import { createContext, Fragment, use } from "react";
import { getKindLabel, type ChannelKind } from "../chat/channel-kinds.ts";
import { Icon, type IconType } from "../Icon.tsx";
import { PhoneNumber } from "../phone/PhoneNumber.tsx";
import { formatClock, formatExactTime } from "../time.ts";
import { contactNames, getContactLabel, getContactType, type ContactField } from "./contacts.ts";
import { toLink } from "@parlour/protocol/widget/links";
import { panelText as t } from "./panel-text.ts";

type Contact = NonNullable<Chat["visitor"]["name"]>;

/** Returns whether the visitor has a contact besides their name. */
export function hasContacts(visitor: Chat["visitor"]): boolean {
  return contactNames.some((field) => field !== "name" && visitor[field]);
}

/** Shows the visitor's contacts with their sources. `channel`: the kind of their channel. */
export function Contacts({ visitor, channel }: { visitor: Chat["visitor"]; channel: ChannelKind }) {
  return (
    <dl className="facts">
      {contactNames.map((field) => {
        const contact = visitor[field];
        return (
          contact && (
            <ContactFact
              key={field}
              label={getContactLabel(field)}
              contact={contact}
              kind={field}
              channel={channel}
            />
          )
        );
      })}
      {/* Mail knows customers by their address. */}
      {visitor.customer !== null && visitor.customer !== visitor.email?.value && (
        <div className="fact">
          <dt>{t("panel.customer")}</dt>
          <dd className="mono">{visitor.customer}</dd>
          <ChannelSource channel={channel} />
        </div>
      )}
    </dl>
  );
}

interface SourceStyle {
  readonly icon: IconType;
  readonly tone: string;
}
const trusted: SourceStyle = { icon: IconShieldCheck, tone: "trusted" };
const sourceStyles: Record<Exclude<Contact["source"], "channel">, SourceStyle> = {
  visitor: { icon: IconKeyboard, tone: "" },
  page: { icon: IconCode, tone: "forge" },
  signed: trusted,
  webhook: trusted,
  operator: { icon: IconPencil, tone: "" },
  import: { icon: IconFileImport, tone: "" },
};

/** Whether the service verified the sender of all messages. False without messages. */
export const VerifiedSenderContext = createContext(false);

/** Renders the channel as a source. The words are those beside the sender of an email. */
function ChannelSource({ channel, title }: { channel: ChannelKind; title?: string }) {
  const isVerified = use(VerifiedSenderContext);
  const { icon, isForgeable, source } = getKindLabel(channel);
  const style = isForgeable === true && !isVerified ? { icon, tone: "forge" } : trusted;
  return (
    <SourceLine style={style} title={title}>
      {source(isVerified)}
    </SourceLine>
  );
}

/** Renders a value with its source as text, then other values, trusted ones first (CORE-020). */
export function ContactFact({
  label,
  contact,
  kind,
  channel,
}: {
  label: string;
  contact: Contact;
  kind: ContactField;
  channel: ChannelKind;
}) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>
        <ContactValue contact={contact} kind={kind} />
      </dd>
      <ContactSource contact={contact} channel={channel} />
      {contact.others?.map((other) => (
        <Fragment key={other.source}>
          <dd className="also">
            <ContactValue contact={other} kind={kind} />
          </dd>
          <ContactSource contact={other} channel={channel} />
        </Fragment>
      ))}
    </div>
  );
}

type SourcedValue = Omit<Contact, "others">;

function ContactValue({ contact: { value }, kind }: { contact: SourcedValue; kind: ContactField }) {
  const type = getContactType(kind);
  const link =
    type === "email"
      ? toLink(`mailto:${value}`)
      : type === "tel"
        ? toLink(`tel:${value.replace(/\s/gu, "")}`)
        : null;
  const text = type === "tel" ? <PhoneNumber number={value} /> : <bdi>{value}</bdi>;
  return link ? (
    <a className="plainlink" href={link.href} rel="noopener noreferrer nofollow">
      {text}
    </a>
  ) : (
    text
  );
}

function ContactSource({ contact, channel }: { contact: SourcedValue; channel: ChannelKind }) {
  const { source, at, by } = contact;
  const values = { time: formatClock(at), name: by?.name ?? "" };
  const title = formatExactTime(at);
  if (source === "channel") return <ChannelSource channel={channel} title={title} />;
  return (
    <SourceLine style={sourceStyles[source]} title={title}>
      {by === undefined ? t(`source.${source}`, values) : t("source.operator.by", values)}
    </SourceLine>
  );
}

function SourceLine({
  style: { icon, tone },
  title,
  children,
}: {
  style: SourceStyle;
  title?: string | undefined;
  children: string;
}) {
  return (
    <dd className={`src ${tone}`} title={title}>
      <Icon of={icon} small />
      {children}
    </dd>
  );
}
