import type { Chat, ChatInvitation } from "@parlour/protocol";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useLive, useLiveStore } from "../state/live-context.tsx";
import { nameOf } from "../state/live-state.ts";
import { Button } from "../ui/Button.tsx";
import { wordsOf } from "../ui/Failure.tsx";
import { Icon } from "../ui/Icon.tsx";
import { toast } from "../ui/toast.tsx";
import { t } from "./text.ts";

interface InviteProps {
  chat: Chat;
  invitation: ChatInvitation;
  corner: boolean;
  onOpened: (chatId: number) => void;
}

/** A colleague asks this operator into a chat (API-025); nothing ends if he does not come. */
export function InviteCard({ chat, invitation, corner, onOpened }: InviteProps) {
  const live = useLiveStore();
  const { comment } = invitation;
  const by = invitation.by.name;
  const offline = useLive((state) => state.connection.kind === "offline");
  const name = nameOf(chat) ?? t("visitor.anonymous", { n: chat.visitor.number });
  const [busy, setBusy] = useState(false);
  const work = async (run: () => Promise<unknown>, words: "called.failed" | "called.stays") => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      toast(t(words, { why: wordsOf(error) }), { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  const join = async () => {
    await live.join(chat.id);
    onOpened(chat.id);
  };
  const unavailable = offline ? t("handed.offline") : busy;
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
        <Button variant="primary" unavailable={unavailable} onClick={() => void work(join, "called.failed")}>
          {t("called.join")}
        </Button>
        <Button unavailable={unavailable} onClick={() => void work(() => live.declineInvitation(chat.id), "called.stays")}>
          {t("called.later")}
        </Button>
      </div>
    </section>
  );
}
