import type { Attachment } from "@parlour/client";
import type { NewEmail } from "@parlour/protocol/api";
import { maxEmailLength } from "@parlour/protocol/email/address";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import {
  toEmailContent,
  type EmailDraft,
  type EmailHeading,
  type RecipientHeader,
} from "../../../../state/drafts/email-draft.ts";
import { i18n } from "../../../../text/index.ts";
import { t } from "../../../../ui/email/text.ts";

/** The email that the operator is writing. It is stored on this device. */
export interface NewEmailDraft extends Pick<EmailDraft, RecipientHeader | "subject"> {
  readonly channelId?: number;
  readonly text?: string;
}

/** Drafts and files of the email are stored under this id, because it has no chat yet. */
export const newEmailChatId = 0;

/** Returns the draft as the headers of the composer show it. */
export const toHeading = ({ to, cc, bcc, subject }: NewEmailDraft): EmailHeading => ({
  form: "forward",
  to: to ?? [],
  cc: cc ?? [],
  bcc: bcc ?? [],
  subject: subject ?? "",
  quotes: null,
  isFormatted: false,
  attach: [],
});

export const hasContent = ({ to, cc, bcc, subject, text }: NewEmailDraft): boolean =>
  [to, cc, bcc].some((list) => list !== undefined && list.length > 0) ||
  `${subject ?? ""}${text ?? ""}`.trim() !== "";

/** Returns why the email cannot be sent yet, or null if it can. */
export function findObstacle(draft: NewEmailDraft, files: readonly Attachment[]): string | null {
  const text = draft.text ?? "";
  if (toEmailContent(toHeading(draft)) === null) return t("new.nobody");
  if (text.trim() === "") return t("new.empty");
  if (Array.from(text).length > maxEmailLength)
    return t("new.long", { n: i18n.number(maxEmailLength) });
  return files.some(({ state }) => state === "waiting" || state === "sending")
    ? t("new.uploading")
    : null;
}

/** Returns the request that sends the email. The caller has checked that nothing is missing. */
export function toNewEmail(
  channelId: number,
  draft: NewEmailDraft,
  files: readonly Attachment[],
): NewEmail {
  const { subject, to = [], cc, bcc } = toEmailContent(toHeading(draft)) ?? { subject: "" };
  const uploads = files.flatMap(({ upload }) => upload?.id ?? []);
  return {
    channel_id: channelId,
    email: { ...omitAbsent({ subject: subject || undefined }), to, ...omitAbsent({ cc, bcc }) },
    text: draft.text ?? "",
    ...omitAbsent({ upload_ids: uploads.length > 0 ? uploads : undefined }),
  };
}
