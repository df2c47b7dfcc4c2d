import type { Chat, CustomData as Entry, Operator, CustomData } from "@parlour/protocol";
import { IconCheck, IconCode, IconExternalLink, IconLinkPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useLiveClient } from "../../state/live-context.tsx";
import { isAllowedLink, useSafeUrl } from "../../state/browser/safe-url.ts";
import { can } from "../../state/session.tsx";
import { Button } from "../Button.tsx";
import { getErrorText } from "../loading/ErrorMessage.tsx";
import { Icon } from "../Icon.tsx";
import { toast } from "../dialog/toast.tsx";
import { toLink } from "@parlour/protocol/widget/links";
import { BlockedLink, SafeLink } from "../chat/SafeLink.tsx";
import { panelText as t } from "./panel-text.ts";

/** Shows the CRM button, then custom fields, then the CRM card (WH-043, WH-045, WH-046). */
export function WebhookFields({ chat, me }: { chat: Chat; me: Operator }) {
  const fields = customFields(chat.custom_data);
  const crm = chat.crm.link === null ? null : toLink(chat.crm.link);
  const canAssign = crm !== null && chat.crm.assign;
  if (fields.length === 0 && !crm) return null;
  return (
    <section className="part" aria-label={t("panel.custom")}>
      {canAssign && <AssignCrmButton chat={chat} me={me} />}
      {fields.length > 0 && (
        <dl className="facts">
          {fields.map((field, index) => (
            <CustomField key={index} field={field} />
          ))}
        </dl>
      )}
      {crm && <CrmLink href={crm.href} />}
    </section>
  );
}

/** Assigns the chat to the CRM card of the link, once per link (API-236). */
function AssignCrmButton({ chat, me }: { chat: Chat; me: Operator }) {
  const live = useLiveClient();
  const [busy, setBusy] = useState(false);
  if (chat.crm.assigned)
    return (
      <Button wide icon={IconCheck} unavailable>
        {t("panel.assigned")}
      </Button>
    );
  if (!can(me, "chats.answer") || chat.state === "closed") return null;
  const assign = async () => {
    setBusy(true);
    try {
      await live.assignCrm(chat.id);
    } catch (error) {
      toast(t("panel.assign.failed", { why: getErrorText(error) }), { tone: "bad", chat });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button wide icon={IconLinkPlus} unavailable={busy} onClick={() => void assign()}>
      {t("panel.assign")}
    </Button>
  );
}

function CrmLink({ href }: { href: string }) {
  const policy = useSafeUrl();
  if (!isAllowedLink(policy, href, "webhook"))
    return (
      <p className="t13">
        <span className="faint">{t("panel.crm")}</span> <bdi className="mono wrap">{href}</bdi>{" "}
        <BlockedLink />
      </p>
    );
  return (
    <a className="btn wide" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {t("panel.crm")} <Icon of={IconExternalLink} flip />
    </a>
  );
}

function CustomField({ field }: { field: Entry }) {
  const link = field.link === null ? null : toLink(field.link);
  const content = field.content === "" ? (field.link ?? "") : field.content;
  return (
    <div className="fact">
      {field.title !== null && <dt dir="auto">{field.title}</dt>}
      <dd dir="auto">
        {field.key !== null && <span className="b">{field.key}: </span>}
        {link ? (
          <SafeLink href={link.href} source={field.source === "webhook" ? "webhook" : null} hasIcon>
            {content}
          </SafeLink>
        ) : (
          content
        )}
      </dd>
      {field.source === "page" && (
        <dd className="src forge">
          <Icon of={IconCode} small />
          {t("source.page.data")}
        </dd>
      )}
    </div>
  );
}

const maxVisibleFields = 100;

/** Returns custom fields that are not empty, those from webhooks first (WH-043). */
export function customFields(data: readonly CustomData[]): CustomData[] {
  const isFilled = (text: string | null) => text !== null && text.trim() !== "";
  const filled = data.filter(
    (field) =>
      isFilled(field.title) ||
      isFilled(field.key) ||
      isFilled(field.content) ||
      isFilled(field.link),
  );
  const fromSource = (source: CustomData["source"]) =>
    filled.filter((field) => field.source === source);
  return [...fromSource("webhook"), ...fromSource("page")].slice(0, maxVisibleFields);
}
