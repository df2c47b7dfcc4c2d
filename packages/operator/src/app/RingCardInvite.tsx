import type { Chat } from "@parlour/protocol";
import { IconUserPlus } from "@tabler/icons-react";
import { useLive, useLiveStore } from "../state/live-context.tsx";
import { nameOf } from "../state/live-state.ts";
import { Button } from "../ui/Button.tsx";
import { wordsOf } from "../ui/Failure.tsx";
import { Icon } from "../ui/Icon.tsx";
import { toast } from "../ui/toast.tsx";
import { t } from "./text.ts";

interface InviteProps {
  chat: Chat;
  by: string;
  comment: string | null;
  corner: boolean;
  onOpened: (chatId: number) => void;
}

/** A colleague asks this operator into a chat (API-025); nothing ends if he does not come. */
export function InviteCard({ chat, by, comment, corner, onOpened }: InviteProps) {
  const live = useLiveStore();
  const offline = useLive((state) => state.connection.kind === "offline");
  const name = nameOf(chat) ?? t("visitor.anonymous", { n: chat.visitor.number });
  const join = async () => {
    try {
      await live.join(chat.id);
      onOpened(chat.id);
    } catch (error) {
      toast(t("called.failed", { why: wordsOf(error) }), { tone: "bad" });
    }
  };
  return (
    <section className={`ring float ${corner ? "corner" : ""}`} aria-label={t("called.label", { by, name })}>
      <h2>
        <Icon of={IconUserPlus} small /> {t("called.title", { by })}
      </h2>
      <p className="about">
        <span className="medium" dir="auto">
          {name}
        </span>{" "}
        <span className="t12 faint">{chat.channel.name}</span>
        {comment !== null && (
          <>
            <br />
            <span className="soft said" dir="auto">
              {comment}
            </span>
          </>
        )}
      </p>
      <div className="acts">
        <Button variant="primary" unavailable={offline && t("handed.offline")} onClick={() => void join()}>
          {t("called.join")}
        </Button>
        <Button onClick={() => live.declineInvitation(chat.id)}>{t("called.later")}</Button>
      </div>
    </section>
  );
}
