import type { Chat, ChatNotice } from "@parlour/protocol";
import { defineTexts, joinTexts } from "../../text/index.ts";
import { t as transferText } from "./text.ts";

/** Apart from the texts of transfers, which every first load needs. */
const noticeText = defineTexts({
  en: {
    "notice.yours": "The chat is still yours.",
    "notice.theirs": "{name} still has the chat.",
    "declined.title": "{name} declined the transfer",
    "declined.bar": "{name} declined:",
    "declined.bar.plain": "{name} declined.",
    "expired.title": "No answer to your transfer",
    "expired.bar": "{name} did not answer within 30 s.",
    "reassigned.title": "Your chat was reassigned",
    "reassigned.bar": "You did not answer for {n} min, so the chat was offered to others.",
  },
  ru: {
    "notice.yours": "Чат остаётся у вас.",
    "notice.theirs": "Чат остаётся у оператора {name}.",
    "declined.title": "{name}: передача отклонена",
    "declined.bar": "{name}: отказ.",
    "declined.bar.plain": "{name}: отказ.",
    "expired.title": "Передача осталась без ответа",
    "expired.bar": "{name}: нет ответа за 30 с.",
    "reassigned.title": "Ваш чат переназначен",
    "reassigned.bar": "Вы не отвечали {n} мин, поэтому чат предложен другим.",
  },
});
const t = joinTexts(transferText, noticeText);

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
