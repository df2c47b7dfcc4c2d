import type { Uploads } from "@parlour/client";
import type { MarkdownNode, Message, MessageEmail, Operator } from "@parlour/protocol";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { api } from "../../../../state/api/api.ts";
import { getDraft, setDraft } from "../../../../state/drafts/drafts.ts";
import type { EmailDraft } from "../../../../state/drafts/email-draft.ts";

/**
 * Undoes the messages of an email that waits to be sent, and puts them back into the composer
 * before what is there: text, recipients, subject and files. Rejects if it was sent meanwhile.
 * Resolves with false, and changes nothing, if a file cannot be read.
 */
export async function undoEmail(
  uploads: Uploads,
  me: Operator,
  messages: readonly Message[],
): Promise<boolean> {
  // Files are read before, because the messages have none afterwards.
  const files = new Map<Message, File>();
  for (const message of messages) {
    const file = await readFile(message);
    if (file === "failed") return false;
    if (file !== null) files.set(message, file);
  }
  const undone: Message[] = [];
  try {
    // The first one decides when the email is sent. After it is undone, the others wait longer.
    for (const message of messages) {
      await api.post<Message>(`/chats/${message.chat_id}/messages/${message.seq}/undo`);
      undone.push(message);
    }
  } finally {
    restore(uploads, me, undone, files);
  }
  return true;
}

/** Puts undone messages of one email back into the composer. */
function restore(
  uploads: Uploads,
  me: Operator,
  undone: readonly Message[],
  files: ReadonlyMap<Message, File>,
): void {
  const [first] = undone;
  if (first === undefined) return;
  const chatId = first.chat_id;
  const written = getDraft(me.id, chatId, "text");
  setDraft(me.id, chatId, "text", joinTexts([...toTexts(undone), written]));
  const email = mergeEmails(undone);
  if (email !== null) {
    const isFormatted = undone.some(({ nodes }) => nodes !== undefined);
    const draft = { ...toEmailDraft(email), format: isFormatted ? "markdown" : undefined };
    setDraft(me.id, chatId, "email", JSON.stringify(draft));
  }
  const chosen = undone.flatMap((message) => files.get(message) ?? []);
  if (chosen.length > 0) uploads.add(chatId, chosen);
}

const joinTexts = (texts: readonly string[]): string =>
  texts.filter((text) => text.trim() !== "").join("\n\n");

/** Returns the texts. If one of them is formatted, all of them have marks. */
export function toTexts(messages: readonly Pick<Message, "text" | "nodes">[]): readonly string[] {
  const isFormatted = messages.some(({ nodes }) => nodes !== undefined);
  return messages.map(({ text, nodes = [{ type: "text", text }] }) =>
    isFormatted ? toMarkdown(nodes) : text,
  );
}

/** Returns the email of the messages, with the quote and the forwarded files of each. */
function mergeEmails(messages: readonly Message[]): MessageEmail | null {
  const emails = messages.flatMap(({ email }) => email ?? []);
  const email = emails.find(({ quotes }) => quotes !== undefined) ?? emails[0];
  if (email === undefined) return null;
  const attach = [...new Set(emails.flatMap((one) => one.attach ?? []))];
  return attach.length > 0 ? { ...email, attach } : email;
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
    ...omitAbsent({ form: attach && "forward", attach }),
    subject,
    to: list(to),
    cc: list(cc),
    bcc: list(bcc),
    leaves_out_quote: quotes === undefined,
    // The operator was asked about these before.
    asked: [...to, ...cc, ...bcc].map(({ address }) => address),
  };
}

/** Returns the text with its marks. Characters that would be marks are escaped. */
function toMarkdown(nodes: readonly MarkdownNode[]): string {
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
