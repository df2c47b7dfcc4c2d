import type { Uploads } from "@parlour/client";
import type { MarkdownNode, Message, Operator } from "@parlour/protocol";
import { api } from "../../../../state/api/api.ts";
import { getDraft, setDraft } from "../../../../state/drafts/drafts.ts";
import type { EmailDraft } from "./email-draft.ts";

/**
 * Undoes an email that waits to be sent, and puts it back into the composer before what is there:
 * text, recipients, subject and file. Rejects, and changes nothing, if it was sent meanwhile.
 * Resolves with false, and changes nothing, if its file cannot be read.
 */
export async function undoEmail(
  uploads: Pick<Uploads, "add">,
  me: Pick<Operator, "id">,
  message: Message,
): Promise<boolean> {
  const { chat_id: chatId, seq, text, email } = message;
  // The file is read before, because the message has no file afterwards.
  const file = await readFile(message);
  if (file === "failed") return false;
  await api.post<Message>(`/chats/${chatId}/messages/${seq}/undo`);
  const written = getDraft(me.id, chatId, "text");
  setDraft(
    me.id,
    chatId,
    "text",
    [message.nodes === undefined ? text : toMarkdown(message.nodes), written]
      .filter((part) => part.trim() !== "")
      .join("\n\n"),
  );
  if (email !== undefined) {
    const draft = { ...toEmailDraft(email), ...(message.nodes && { isFormatted: true }) };
    setDraft(me.id, chatId, "email", JSON.stringify(draft));
  }
  if (file !== null) uploads.add(chatId, [file]);
  return true;
}

/** Returns the draft from which the composer makes this email again. */
export function toEmailDraft({
  subject,
  to,
  cc,
  bcc,
  quotes,
  attach,
}: NonNullable<Message["email"]>): EmailDraft {
  const list = (recipients: typeof to) =>
    recipients.map(({ address, name }) => ({ address, name }));
  return {
    ...(attach !== undefined && { form: "forward", attach }),
    subject,
    to: list(to),
    cc: list(cc),
    bcc: list(bcc),
    leavesOutQuote: quotes === undefined,
    // The operator was asked about these before.
    accepted: [...to, ...cc, ...bcc].map(({ address }) => address),
  };
}

/** Returns the text with its marks. Characters that would be marks are escaped. */
export function toMarkdown(nodes: readonly MarkdownNode[]): string {
  return nodes.map(formatNode).join("");
}
function formatNode(node: MarkdownNode): string {
  if (node.type === "text") return node.text.replaceAll(/[\\*_[\]]/gu, "\\$&");
  const inner = toMarkdown(node.nodes);
  if (node.type === "link") return `[${inner}](${node.url})`;
  return node.type === "bold" ? `**${inner}**` : `*${inner}*`;
}

/** Reads the file of a message. Null if it has none. */
async function readFile({ media }: Message): Promise<File | "failed" | null> {
  if (typeof media?.file !== "string") return null;
  const response = await fetch(new URL(media.file, location.href).pathname).catch(() => null);
  const bytes = response?.ok === true ? await response.blob().catch(() => null) : null;
  if (bytes === null) return "failed";
  return new File([bytes], media.file_name ?? media.type, { type: bytes.type });
}
