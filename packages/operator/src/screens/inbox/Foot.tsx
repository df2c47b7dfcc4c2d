// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Chat } from "@parlour/protocol";
import { IconRobot } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useLive } from "../../state/live-context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { duration, useNow } from "../../ui/Time.tsx";
import { Composer } from "./Composer.tsx";
import type { PartProps } from "./conversation-props.ts";
import { Held } from "./Held.tsx";
import { t } from "./text.ts";

/** Area below the messages: pending close, unsent replies, and the composer. */
export function Foot(props: PartProps) {
  const { chat, footing, actions } = props;
  const closing = useLive((state) => state.closing.get(chat.id));
  if (closing !== undefined) return <ClosingBar until={closing} onUndo={actions.undoClose} />;
  if (footing === "read") return null;
  return (
    <>
      <Waiting {...props} />
      {footing === "closed" ? (
        <Bar words={`${t("talk.isclosed")} ${t("talk.continue.hint")}`}>
          <Button variant="primary" onClick={actions.continueChat}>
            {t("talk.continue")}
          </Button>
        </Bar>
      ) : (
        <Writing {...props} footing={footing} />
      )}
    </>
  );
}

function ClosingBar({ until, onUndo }: { until: number; onUndo: () => void }) {
  const now = useNow(500);
  const offline = useLive((state) => state.connection.kind === "offline");
  return (
    <Bar words={offline ? t("talk.closing.offline") : t("talk.closing", { s: Math.max(0, Math.ceil((until - now) / 1000)) })}>
      <Button onClick={onUndo}>{t("talk.undo")}</Button>
    </Bar>
  );
}

/**
 * Unsent replies of this chat: held because another operator replied first, or waiting for the
 * connection.
 */
function Waiting({ chat, onMode, field }: PartProps) {
  const outbox = useLive((state) => state.outbox);
  const offline = useLive((state) => state.connection.kind === "offline");
  const mine = outbox.filter((item) => item.chatId === chat.id);
  const held = mine.filter((item) => item.state === "held");
  const queued = mine.filter((item) => item.state === "queued").length;
  const edit = () => {
    onMode("text");
    field.current?.focus();
  };
  return (
    <>
      {held.length > 0 && (
        <ul className="heldbox" aria-label={t("held.list")}>
          {held.map((item) => (
            <Held key={item.clientId} item={item} onEdit={edit} />
          ))}
        </ul>
      )}
      {offline && queued > 0 && (
        <p className="sys waits" role="note">
          {t("composer.offline", { n: queued })}
        </p>
      )}
    </>
  );
}

/** In another operator's chat only notes can be written until this operator joins. */
function Writing({ chat, me, footing, mode, onMode, actions, field }: PartProps & { footing: "take" | "reply" | "other" }) {
  return (
    <>
      {chat.state === "waiting" && chat.wait?.invited_until !== undefined && (
        <Invited chat={chat} until={chat.wait.invited_until} onTake={actions.take} />
      )}
      {footing === "other" && (
        <Bar words={whoAnswers(chat)}>
          <Button small onClick={actions.join}>
            {t("talk.join")}
          </Button>
        </Bar>
      )}
      <Composer
        key={chat.id}
        {...{ chat, me, footing, onMode, field }}
        mode={footing === "other" ? "note" : mode}
        onSendAndClose={actions.close}
      />
    </>
  );
}

function whoAnswers(chat: Chat): string {
  if (chat.state === "bot") return chat.bot ? t("talk.other.bot", { name: chat.bot.name }) : t("talk.other.bot.plain");
  return chat.assignee ? t("talk.other", { name: chat.assignee.name }) : t("talk.other.nobody");
}

/** Invitation by a bot (BOT-070): its remaining time, and a button to take the chat. */
function Invited({ chat, until, onTake }: { chat: Chat; until: string; onTake: () => void }) {
  const now = useNow(500);
  const left = Date.parse(until) - now;
  return (
    <section className="footbar invited" aria-label={t("invited.title", { name: chat.bot?.name ?? "" })}>
      <Icon of={IconRobot} />
      <p className="grow">
        <span className="medium">{t("invited.title", { name: chat.bot?.name ?? "" })}</span>{" "}
        <span className="soft num">{left > 0 ? t("invited.left", { left: duration(left) }) : t("invited.over")}</span>
      </p>
      <Button small onClick={onTake}>
        {t("talk.reply")}
      </Button>
    </section>
  );
}

function Bar({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="footbar">
      <p className="grow soft">{words}</p>
      {children}
    </div>
  );
}
