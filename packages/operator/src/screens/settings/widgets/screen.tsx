import type { Channel } from "@parlour/protocol";
import { widget } from "@parlour/protocol/settings/kinds/channels/widget";
import { IconMessageCircle } from "@tabler/icons-react";
import { Tag } from "../../../ui/badges.tsx";
import { listHoursFields, toApiHours, toHoursValues, validateHours } from "../hours/hours-form.ts";
import { CustomHours } from "../hours/CustomHours.tsx";
import { LogoField } from "../kit/controls/LogoField.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { Timestamp } from "../kit/resource/parts.tsx";
import { ScriptPrefixes, StrictCspSection } from "./form/ApiFields.tsx";
import { Accent, LanguageTexts, Radius, Segments } from "./form/AppearanceFields.tsx";
import { BotScope } from "./form/BotScope.tsx";
import { ChatPage } from "./form/ChatPage.tsx";
import { ContactMode, Departments, FormFields, Language, NamedChoices } from "./form/choices.tsx";
import { InstallGuide } from "./install/InstallGuide.tsx";
import { removeEmptyTexts } from "./form/language-texts.ts";
import { SignedIdentity } from "./form/SignedIdentity.tsx";
import { listFields } from "../kit/setting-field.ts";
import { t } from "./text.ts";

/** Settings → Site widgets (WG-090). A new one has three inputs; all others have defaults. */
export const widgetScreen = kindScreen<Channel>()({
  kind: widget,
  prefix: "widget",
  t,
  icon: IconMessageCircle,
  page: "widgets",
  labels: [
    { label: "scope.group", tab: "general" },
    ...listHoursFields({ group: "widget.group.hours", tab: "general" }),
    { label: "texts.group", tab: "look" },
    ...listFields(
      ["title", "label", "greeting", "offline", "call", "consent"].map((name) => `text.${name}`),
      { group: "texts.group", tab: "look" },
    ),
    { label: "texts.language", group: "texts.group", tab: "look" },
    ...listFields(["snippet.group", "csp.group", "identity.group"], { tab: "api" }),
    ...listFields(["snippet.line", "snippet.code"], { group: "snippet.group", tab: "api" }),
    ...listFields(["csp.nonce", "csp.code", "csp.policy"], { group: "csp.group", tab: "api" }),
    { label: "identity.secret", group: "identity.group", tab: "api" },
    { label: "chatpage.address", group: "widget.group.chatpage", tab: "api" },
    { label: "widget.preview.title" },
    ...listFields(["widget.preview.view", "widget.preview.scheme"], {
      group: "widget.preview.title",
    }),
  ],
  sections: [
    {
      id: "widget",
      tab: "general",
      fields: ["name", "widget.origins", "operators", "widget.departments", "widget.language"],
    },
    {
      tab: "general",
      bare: true,
      fields: [],
      below: ({ id }: Channel) => <BotScope channel={id} />,
    },
    { id: "hours", tab: "general", fields: ["widget.hours"] },
    {
      id: "hidden",
      tab: "general",
      fields: ["widget.hidden.urls", "widget.hidden.countries", "widget.hidden.devices"],
    },
    {
      id: "look",
      tab: "look",
      fields: [
        "widget.accent",
        "widget.scheme",
        "widget.side",
        "widget.launcher",
        ["widget.offset", "widget.offset_bottom"],
        "widget.radius",
      ],
    },
    {
      id: "header",
      tab: "look",
      fields: ["widget.header", "widget.logo", "widget.show_operators"],
    },
    { tab: "look", bare: true, fields: ["widget.texts"] },
    {
      id: "behaviour",
      tab: "look",
      fields: ["widget.open_on_reply", "widget.teaser_text", "widget.title_badge", "widget.sound"],
    },
    {
      id: "form",
      tab: "form",
      fields: [
        "widget.contacts.when",
        [
          "widget.contacts.name",
          "widget.contacts.email",
          "widget.contacts.phone",
          "widget.contacts.description",
        ],
        "widget.contact_fields",
        "widget.consent_url",
      ],
    },
    {
      id: "chat",
      tab: "form",
      fields: [
        "widget.files",
        "widget.file_kinds",
        "widget.voice",
        "widget.rating",
        "widget.transcript",
        "widget.typing_preview",
      ],
    },
    {
      id: "invitations",
      tab: "form",
      fields: [
        "widget.invitations.per_visit",
        "widget.invitations.after_close_min",
        "widget.invitation_pause_h",
      ],
    },
    {
      id: "offline",
      tab: "offline",
      fields: [
        "widget.offline.enabled",
        ["widget.offline.name", "widget.offline.email", "widget.offline.phone"],
        "widget.offline_fields",
      ],
    },
    { id: "calls", tab: "calls", fields: ["widget.calls"] },
    {
      tab: "api",
      bare: true,
      fields: [],
      below: (channel: Channel) => (
        <>
          <InstallGuide channel={channel} />
          <StrictCspSection snippet={channel.snippet ?? ""} />
        </>
      ),
    },
    {
      id: "chatpage",
      tab: "api",
      fields: [
        "widget.chat_page.enabled",
        "widget.chat_page.title",
        "widget.chat_page.opens_with",
        "widget.chat_page.index",
      ],
      below: (channel: Channel, { values }) =>
        values["widget.chat_page.enabled"] === true ? <ChatPage channel={channel} /> : null,
    },
    { id: "api", tab: "api", fields: ["widget.prefixes", "widget.analytics_ids"] },
    {
      tab: "api",
      bare: true,
      fields: [],
      below: (channel: Channel) => <SignedIdentity channel={channel} />,
    },
  ],
  first: ["name", "widget.origins", "operators"],
  isShown: (name, values) =>
    (!/^widget\.contact(?:_fields|s\.(?!when))/.test(name) ||
      values["widget.contacts.when"] !== "off") &&
    (!/^widget\.offline(?:_fields|\.(?!enabled))/.test(name) ||
      values["widget.offline.enabled"] === true) &&
    (!/^widget\.chat_page\.(?!enabled)/.test(name) ||
      values["widget.chat_page.enabled"] === true) &&
    (name !== "widget.file_kinds" || values["widget.files"] === true),
  controls: {
    "widget.departments": Departments,
    "widget.language": Language,
    "widget.hours": (props) => <CustomHours {...props} />,
    "widget.hidden.devices": NamedChoices,
    "widget.accent": Accent,
    "widget.scheme": Segments,
    "widget.side": Segments,
    "widget.launcher": Segments,
    "widget.header": Segments,
    "widget.radius": Radius,
    "widget.logo": LogoField,
    "widget.texts": LanguageTexts,
    "widget.contact_fields": FormFields,
    "widget.offline_fields": FormFields,
    "widget.contacts.name": ContactMode,
    "widget.contacts.email": ContactMode,
    "widget.contacts.phone": ContactMode,
    "widget.contacts.description": ContactMode,
    "widget.file_kinds": NamedChoices,
    "widget.offline.name": ContactMode,
    "widget.offline.email": ContactMode,
    "widget.offline.phone": ContactMode,
    "widget.prefixes": ScriptPrefixes,
  },
  custom: {
    "widget.hours": { toForm: toHoursValues, toSent: toApiHours, findError: validateHours },
    "widget.texts": {
      toForm: (texts: object) => texts,
      toSent: removeEmptyTexts,
      findError: () => null,
    },
  },
  newValues: ({ id }) => ({ operators: [id] }),
  findErrors: (values) =>
    values["widget.offline.enabled"] === true &&
    values["widget.offline.email"] === "off" &&
    values["widget.offline.phone"] === "off"
      ? { "widget.offline.email": t("widget.offline.wrong") }
      : {},
  isOfKind: ({ kind }) => kind === "widget",
  about: (stored) => (stored === null ? t("widget.new.about") : undefined),
  below: ({ public_id }) => <small className="mono">{public_id}</small>,
  columns: () => [
    {
      head: t("widgets.status"),
      className: "whole",
      cell: (channel) => <WidgetStatus channel={channel} />,
    },
    { head: t("widgets.sites"), cell: formatSites },
    { head: t("widgets.operators"), className: "num", cell: ({ operators }) => operators.length },
    { head: t("widgets.last"), cell: (channel) => <Timestamp time={channel.last_inbound_at} /> },
  ],
  // The code for pages is the next step of the setup.
  opensCreated: { tab: "api" },
});

function WidgetStatus({ channel }: { channel: Channel }) {
  if (!channel.enabled) return <Tag>{t("widgets.off")}</Tag>;
  return channel.status === 1 ? (
    <Tag tone="ok">{t("widgets.on")}</Tag>
  ) : (
    <Tag tone="warn">{t("widgets.nobody")}</Tag>
  );
}

function formatSites({ widget }: Channel): string {
  const [first, ...more] = widget?.origins ?? [];
  if (first === undefined) return t("widgets.everywhere");
  return more.length === 0 ? first : `${first} +${more.length}`;
}
