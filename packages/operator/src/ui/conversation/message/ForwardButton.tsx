import type { Message } from "@parlour/protocol";
import { IconMailForward } from "@tabler/icons-react";
import { appendToDraft, setDraft } from "../../../state/drafts/drafts.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../Button.tsx";
import { formatExactTime } from "../../time.ts";
import type { EmailDraft } from "../../../state/drafts/email-draft.ts";
import { t } from "../email-text.ts";

/** Puts a letter with its files into the composer, to send it to others (MAIL-101). */
export function ForwardButton({ message }: { message: Message }) {
  const me = useCurrentOperator();
  const messages = useLiveState((state) => state.snapshot.logs.get(message.chat_id)?.messages);
  const isOpen = useLiveState(
    (state) => state.snapshot.chats.get(message.chat_id)?.chat.state !== "closed",
  );
  if (message.erased || !isOpen || !can(me, "chats.answer")) return null;
  const forward = () => {
    const chatId = message.chat_id;
    const subject = message.origin?.subject ?? "";
    const draft: EmailDraft = {
      form: "forward",
      subject: /^fwd?:/iu.test(subject) ? subject : `Fwd: ${subject}`.trim(),
      attach: listFiles(messages ?? [], message),
    };
    setDraft(me.id, chatId, "email", JSON.stringify(draft));
    appendToDraft(me.id, chatId, formatForwarded(message));
    document.querySelector<HTMLInputElement>(".mailpills input")?.focus();
  };
  return (
    <Button variant="text" className="t12 forward" icon={IconMailForward} onClick={forward}>
      {t("forward.verb")}
    </Button>
  );
}

/** Lists the messages with the files of a letter: itself, and those that follow it at once. */
function listFiles(messages: readonly Message[], letter: Message): number[] {
  const from = messages.findIndex(({ seq }) => seq === letter.seq);
  const files: number[] = [];
  for (const [index, message] of messages.slice(Math.max(from, 0)).entries()) {
    const isPart =
      index === 0 ||
      (message.author.kind === "visitor" &&
        message.origin === undefined &&
        message.media !== undefined);
    if (!isPart) break;
    if (message.media !== undefined) files.push(message.seq);
  }
  return files;
}

function formatForwarded({ origin, author, text, created_at }: Message): string {
  const name = origin?.from_name ?? author.name;
  const to = (origin?.to ?? []).map(({ address }) => address).join(", ");
  return [
    `---------- ${t("forward.line")} ----------`,
    t("forward.from", { from: `${name} <${origin?.from ?? ""}>`.trim() }),
    t("forward.date", { date: formatExactTime(created_at) }),
    t("forward.subject", { subject: origin?.subject ?? "" }),
    ...(to === "" ? [] : [t("forward.to", { to })]),
    "",
    text,
  ].join("\n");
}
