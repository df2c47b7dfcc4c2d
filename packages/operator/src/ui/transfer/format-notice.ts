import type { Chat, ChatNotice } from "@parlour/protocol";
import { t } from "./text.ts";

/** Returns a notice as title, first sentence of its bar, and the rest of both. */
export function formatNotice(
  { kind, by, detail }: ChatNotice,
  { assignee }: Chat,
  me: number,
): { readonly title: string; readonly bar: string; readonly rest: string } {
  const { name } = by;
  const assigneeText =
    assignee === null
      ? ""
      : assignee.id === me
        ? t("notice.yours")
        : t("notice.theirs", { name: assignee.name });
  switch (kind) {
    case "transfer_declined":
      return {
        title: t("declined.title", { name }),
        bar: t(detail === null ? "declined.bar.plain" : "declined.bar", { name }),
        rest: [detail === null ? "" : `“${detail}”`, assigneeText].filter(Boolean).join(" "),
      };
    case "transfer_expired":
      return { title: t("expired.title"), bar: t("expired.bar", { name }), rest: assigneeText };
    case "transfer_offline":
      return { title: t("expired.title"), bar: t("offline.bar", { name }), rest: assigneeText };
    case "assigned":
      return {
        title: t("assigned.title", { name }),
        bar: t("assigned.bar", { name }),
        rest: detail === null ? "" : `“${detail}”`,
      };
    case "reassigned":
      return {
        title: t("reassigned.title"),
        bar: t("reassigned.bar", { n: Number(detail ?? 0) }),
        rest: "",
      };
  }
}
