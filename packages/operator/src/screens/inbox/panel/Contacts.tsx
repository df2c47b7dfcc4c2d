import type { Chat } from "@parlour/protocol";
import { IconCode, IconKeyboard, IconPencil, IconShieldCheck } from "@tabler/icons-react";
import { Fragment } from "react";
import { Icon, type IconType } from "../../../ui/Icon.tsx";
import { PhoneNumber } from "../../../ui/phone/PhoneNumber.tsx";
import { formatClock, formatExactTime } from "../../../ui/time.ts";
import { toLink } from "@parlour/protocol/widget/links";
import { t } from "../text.ts";

type Contact = NonNullable<Chat["visitor"]["name"]>;

const fields = ["email", "phone", "description"] as const;

/** Returns whether the visitor has an email address, a phone number or a description. */
export function hasContacts(visitor: Chat["visitor"]): boolean {
  return fields.some((field) => visitor[field] !== null);
}

/** Shows the visitor's contact data with the source of each value. */
export function Contacts({ visitor }: { visitor: Chat["visitor"] }) {
  return (
    <dl className="facts">
      {visitor.name && <ContactFact label={t("panel.name")} contact={visitor.name} />}
      {fields.map((field) => {
        const contact = visitor[field];
        return (
          contact && (
            <ContactFact key={field} label={t(`panel.${field}`)} contact={contact} kind={field} />
          )
        );
      })}
      {visitor.customer !== null && (
        <div className="fact">
          <dt>{t("panel.customer")}</dt>
          <dd className="mono">{visitor.customer}</dd>
          <dd className="src trusted">
            <Icon of={IconShieldCheck} small />
            {t("source.channel")}
          </dd>
        </div>
      )}
    </dl>
  );
}

const sourceStyles: Record<Contact["source"], { icon: IconType; tone: string }> = {
  visitor: { icon: IconKeyboard, tone: "" },
  page: { icon: IconCode, tone: "forge" },
  signed: { icon: IconShieldCheck, tone: "trusted" },
  channel: { icon: IconShieldCheck, tone: "trusted" },
  webhook: { icon: IconShieldCheck, tone: "trusted" },
  operator: { icon: IconPencil, tone: "" },
};

/**
 * Renders a value with its source as text, never by colour alone. Values from other sources follow,
 * trusted sources first (CORE-020).
 */
export function ContactFact({
  label,
  contact,
  kind,
}: {
  label: string;
  contact: Contact;
  kind?: ContactField;
}) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>
        <ContactValue contact={contact} kind={kind} />
      </dd>
      <ContactSource contact={contact} />
      {contact.others?.map((other) => (
        <Fragment key={other.source}>
          <dd className="also">
            <ContactValue contact={other} kind={kind} />
          </dd>
          <ContactSource contact={other} />
        </Fragment>
      ))}
    </div>
  );
}

type ContactField = "email" | "phone" | "description";
type SourcedValue = Omit<Contact, "others">;

function ContactValue({
  contact: { value },
  kind,
}: {
  contact: SourcedValue;
  kind: ContactField | undefined;
}) {
  const link =
    kind === "email"
      ? toLink(`mailto:${value}`)
      : kind === "phone"
        ? toLink(`tel:${value.replace(/\s/gu, "")}`)
        : null;
  const text = kind === "phone" ? <PhoneNumber number={value} /> : <bdi>{value}</bdi>;
  return link ? (
    <a className="plainlink" href={link.href} rel="noopener noreferrer nofollow">
      {text}
    </a>
  ) : (
    text
  );
}

function ContactSource({ contact: { source, at, by: operator } }: { contact: SourcedValue }) {
  const { icon, tone } = sourceStyles[source];
  const values = { time: formatClock(at), name: operator?.name ?? "" };
  return (
    <dd className={`src ${tone}`} title={formatExactTime(at)}>
      <Icon of={icon} small />
      {operator === undefined ? t(`source.${source}`, values) : t("source.operator.by", values)}
    </dd>
  );
}
