// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Chat, Operator } from "@parlour/protocol";
import { IconArrowsExchange } from "@tabler/icons-react";
import { Icon } from "../../../ui/Icon.tsx";
import { duration, useNow } from "../../../ui/Time.tsx";
import { t } from "./text.ts";
import "./transfer.css";

/** A transfer that waits for its answer, above the composer: the sender sees to whom and how long (API-025). */
export function TransferBar({ chat, me }: { chat: Chat; me: Operator }) {
  const asked = chat.transfer ?? null;
  const now = useNow(1000, asked !== null);
  if (asked === null || chat.state === "closed") return null;
  const left = Math.max(0, Date.parse(asked.until) - now);
  return (
    <section className="footbar asked" aria-label={t("handed.title")}>
      <Icon of={IconArrowsExchange} />
      <p className="grow" role="status">
        {asked.to.id === me.id ? t("asked.to.you", { name: asked.by.name }) : t("asked.bar", { name: asked.to.name })}
        {asked.comment !== null && asked.comment !== "" && (
          <span className="soft" dir="auto">
            {" "}
            “{asked.comment}”
          </span>
        )}
      </p>
      <span className="num soft">{t("asked.left", { left: duration(left) })}</span>
    </section>
  );
}
