import { ApiError } from "@parlour/client";
import { useOpenChat } from "../../../../ui/open-chat/open-chat.ts";
import { Button } from "../../../../ui/Button.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { t } from "../../../../ui/email/text.ts";

/** Says why the email was not sent, and leads to the chat that the visitor has already. */
export function FailureNotice({
  failure,
  address,
  onClose,
}: {
  failure: unknown;
  address: string;
  onClose: () => void;
}) {
  const openChat = useOpenNewChat();
  if (failure === null) return null;
  const chatId = findRunningChat(failure);
  if (chatId === null) return <ErrorMessage error={failure}>{t("new.failed")}</ErrorMessage>;
  return (
    <div className="sendbar" role="alert">
      <p className="grow">{t("new.running", { address })}</p>
      <Button
        small
        onClick={() => {
          onClose();
          openChat(chatId);
        }}
      >
        {t("new.open")}
      </Button>
    </div>
  );
}

/** Returns the open chat because of which an email was refused, or null for another failure. */
function findRunningChat(failure: unknown): number | null {
  if (!(failure instanceof ApiError) || failure.code !== "already_running") return null;
  return (failure.body as { error?: { chat_id?: number } }).error?.chat_id ?? null;
}

/** Returns the function that opens the chat of the new email. */
export function useOpenNewChat(): (chatId: number) => void {
  const openChat = useOpenChat();
  return (chatId) => openChat({ chatId, view: "mine" });
}
