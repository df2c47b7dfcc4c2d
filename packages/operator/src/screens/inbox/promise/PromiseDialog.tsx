import type { Chat } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { browserClock } from "../../../state/clock.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { Switch, TextArea } from "../../../ui/Field.tsx";
import { TimeDialog } from "../../../ui/time-words/TimeDialog.tsx";
import { formatUpcoming } from "../../../ui/time.ts";
import { t } from "./text.ts";

/** Stands in the message for the promised time, which is chosen last. */
const timeVariable = "{time}";

/** Promises the visitor an answer by a time (PROM-013). A message can tell them. */
export function PromiseDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const hasWindow = getCapabilities(chat.channel.kind).chat_window;
  const [isSent, setSent] = useState(false);
  const [text, setText] = useState(() => t("promise.message", { time: timeVariable }));
  const promise = async (at: number) => {
    const time = formatUpcoming(at, browserClock.now(), "long");
    await api.put(`/chats/${chat.id}/promise`, {
      until: new Date(at).toISOString(),
      text: isSent ? text.replaceAll(timeVariable, time) : undefined,
    });
    toast(t("promise.done", { time }), { chat });
  };
  return (
    <TimeDialog
      title={t("promise.title", { name: getVisitorName(chat) })}
      label={t("promise.when")}
      button={t("promise.verb")}
      unavailable={isSent && text.trim() === "" && t("promise.text.missing")}
      present={chat.promise && Date.parse(chat.promise.until)}
      onTime={promise}
      onClose={onClose}
      after={
        hasWindow ? (
          <p className="t13 soft">{t("promise.window")}</p>
        ) : (
          <>
            <Switch
              label={t("promise.send")}
              checked={isSent}
              onChange={(event) => setSent(event.target.checked)}
            />
            {isSent && (
              <TextArea
                label={t("promise.text")}
                hint={t("promise.text.hint", { time: timeVariable })}
                dir="auto"
                rows={2}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </>
        )
      }
    />
  );
}
