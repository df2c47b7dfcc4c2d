import type { Chat, Operator } from "@parlour/protocol";
import type { ScheduledMessage } from "@parlour/protocol/api";
import { Suspense, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { refetchPersonal } from "../../../state/api/personal.ts";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { runOrToast, useApiMutation } from "../../../ui/mutation.ts";
import { t as inbox } from "../text.ts";
import { toScheduledPath } from "./scheduled-path.ts";
import { ScheduleDialog } from "./SendLaterButton.tsx";
import { t } from "./text.ts";

export interface ScheduledItemProps {
  chat: Chat;
  me: Operator;
  message: ScheduledMessage;
}

/** Buttons that change a scheduled message, send it now or cancel it. */
export function ScheduledActions({ chat, me, message }: ScheduledItemProps) {
  const [isEditing, setEditing] = useState(false);
  const { busy, run } = useApiMutation();
  const path = toScheduledPath(message);
  const act = (request: () => Promise<unknown>) =>
    void run(async () => {
      await runOrToast(request, chat);
      refetchPersonal();
    });
  const { text, send_at } = message;
  const restore = () =>
    act(() => api.post(`/chats/${chat.id}/scheduled-messages`, { text, send_at }));
  const cancel = () =>
    act(async () => {
      await api.delete(path);
      toast(t("later.cancelled"), {
        chat,
        action: { label: inbox("conversation.undo"), run: restore },
      });
    });
  return (
    <>
      <Button variant="text" aria-haspopup="dialog" onClick={() => setEditing(true)}>
        {t("later.edit")}
      </Button>
      <Button
        variant="text"
        unavailable={busy}
        onClick={() => act(() => api.post(`${path}/send-now`))}
      >
        {t("later.now")}
      </Button>
      <Button variant="text" unavailable={busy} onClick={cancel}>
        {t("later.cancel")}
      </Button>
      {isEditing && (
        <Suspense fallback={null}>
          <ScheduleDialog {...{ chat, me, message }} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
