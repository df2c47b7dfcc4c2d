import type { Chat } from "@parlour/protocol";
import { IconCode } from "@tabler/icons-react";
import { t } from "../text.ts";
import { i18n } from "../../../text/index.ts";
import { Icon } from "../../../ui/Icon.tsx";

/**
 * Shows the attributes that the page set (WG-064). Anyone who has it open can forge them (WG-042).
 */
export function PageAttributes({ chat }: { chat: Chat }) {
  const entries = Object.entries(chat.attributes ?? {});
  if (entries.length === 0) return null;
  return (
    <section className="part" aria-label={t("panel.attributes")}>
      <dl className="facts">
        {entries.map(([name, value]) => (
          <div className="fact" key={name}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{formatValue(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="src forge">
        <Icon of={IconCode} small />
        {t("source.page.data")}
      </p>
    </section>
  );
}

function formatValue(value: string | number | boolean): string {
  if (typeof value === "boolean") return t(value ? "panel.yes" : "panel.no");
  return typeof value === "number" ? i18n.number(value) : value;
}
