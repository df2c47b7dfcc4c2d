// oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the key of its buttons bubbles.
import { IconPlayerPause } from "@tabler/icons-react";
import { useEffect, useState, type KeyboardEvent } from "react";
import { api } from "../../../state/api/api.ts";
import { refetchPersonal } from "../../../state/api/personal.ts";
import { appendToDraft } from "../../../state/drafts/drafts.ts";
import { undoCloseMs } from "../../../state/live/sending/delayed-close.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { runOrToast, useApiMutation } from "../../../ui/mutation.ts";
import { focusComposer } from "../../../ui/open-chat/keys.ts";
import { formatClock } from "../../../ui/time.ts";
import { delayRun } from "../bulk/delay-run.ts";
import type { ScheduledItemProps } from "./ScheduledActions.tsx";
import { toScheduledPath } from "./scheduled-path.ts";
import { t } from "./text.ts";

/**
 * A scheduled reply that is held because the chat changed after it was written (CORE-476). The
 * operator who has the chat decides about it. Its author sees who decides.
 */
export function CrossedReply({ chat, me, message }: ScheduledItemProps) {
  const [isDiscarded, setDiscarded] = useState(false);
  const { busy, run } = useApiMutation();
  const { operator, text, send_at, error } = message;
  const decider = chat.assignee ?? operator;
  const isAsked = decider.id === me.id;
  const by = error?.by;
  const isOwnAnswer = by?.id === me.id;
  const why = t(`later.held.${error?.reason ?? "answered"}${isOwnAnswer ? ".you" : ""}`, {
    name: by?.name ?? "",
  });
  const title = t("later.held", { time: formatClock(send_at), why });
  useEffect(() => announce(title), [title]);
  const path = toScheduledPath(message);
  const act = (request: () => Promise<unknown>) =>
    void run(async () => {
      await runOrToast(request, chat);
      refetchPersonal();
    });
  const remove = () => api.delete(path);
  const edit = () => {
    appendToDraft(me.id, chat.id, text);
    act(remove);
    focusComposer(me.id, chat.id);
  };
  const discard = () => {
    setDiscarded(true);
    focusComposer(me.id, chat.id);
    delayRun({
      text: t("later.held.discarded"),
      ms: undoCloseMs,
      me,
      chat,
      run: () => act(remove),
      onUndo: () => setDiscarded(false),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Delete" && isAsked) discard();
  };
  if (isDiscarded) return null;
  return (
    <section className="conflict" aria-label={title} onKeyDown={onKeyDown}>
      <h3>
        <Icon of={IconPlayerPause} small /> {title}
      </h3>
      <p className="t12 soft">
        {operator.id === me.id
          ? t("later.held.yours")
          : t("later.held.of", { name: operator.name })}
      </p>
      <blockquote dir="auto">{text}</blockquote>
      {isAsked ? (
        <div className="line">
          <Button small unavailable={busy} onClick={() => act(() => api.post(`${path}/send-now`))}>
            {t("later.held.anyway")}
          </Button>
          <Button small unavailable={busy} onClick={edit}>
            {t("later.edit")}
          </Button>
          <Button small variant="primary" keys="Del" unavailable={busy} onClick={discard}>
            {t("later.held.discard")}
          </Button>
          {operator.id !== me.id && (
            <span className="t12 faint">{t("later.held.told", { name: operator.name })}</span>
          )}
        </div>
      ) : (
        <p className="t12">{t("later.held.decides", { name: decider.name })}</p>
      )}
    </section>
  );
}
