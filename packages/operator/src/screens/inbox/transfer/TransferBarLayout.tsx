// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { ReactNode } from "react";
import { Icon, type IconType } from "../../../ui/Icon.tsx";
import { formatDuration, useNow } from "../../../ui/time.ts";
import { t } from "../../../ui/transfer/text.ts";

interface TransferBarLayoutProps {
  tone: "info" | "accent" | "bad";
  icon: IconType;
  role: "status" | "alert";
  text: ReactNode;
  comment?: string | null;
  /** Accessible name. By default that of a transfer. */
  label?: string;
  children: ReactNode;
}

/** Renders a bar across the chat. Screen readers announce only its text, and once. */
export function TransferBarLayout({
  tone,
  icon,
  role,
  text,
  comment = null,
  label = t("transfer.bar"),
  children,
}: TransferBarLayoutProps) {
  return (
    <section className={`banner transferbar ${tone}`} aria-label={label}>
      <Icon of={icon} />
      <p className="grow" role={role}>
        {text}
        {comment !== null && comment !== "" && (
          <span className="soft freetext" dir="auto">
            “{comment}”
          </span>
        )}
      </p>
      <div className="banneracts">{children}</div>
    </section>
  );
}

/** Renders a sentence in which `{name}` is highlighted. */
export function HighlightedName({
  textId,
  name,
}: {
  textId: "pending.bar" | "incoming.bar";
  name: string;
}) {
  const [textBefore = "", textAfter = ""] = t(textId, { name: "\u0000" }).split("\u0000");
  return (
    <>
      {textBefore}
      <bdi className="medium">{name}</bdi>
      {textAfter}
    </>
  );
}

const announceAtMs = 10_000;

/** Shows the remaining time. Announces it once when 10 s remain. */
export function RemainingTime({ until }: { until: string }) {
  const now = useNow(1000);
  // Rounds up to whole seconds, so that "0:00" is never shown.
  const remainingMs = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000) * 1000);
  return (
    <>
      <span className="num" aria-hidden="true">
        {remainingMs > 0 && formatDuration(remainingMs)}
      </span>
      <span className="vh" role="status">
        {remainingMs <= announceAtMs && t("pending.ten")}
      </span>
    </>
  );
}
