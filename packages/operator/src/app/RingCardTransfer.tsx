import type { Chat } from "@parlour/protocol";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useLive, useLiveStore } from "../state/live-context.tsx";
import { nameOf } from "../state/live-state.ts";
import { Button } from "../ui/Button.tsx";
import { wordsOf } from "../ui/Failure.tsx";
import { TextField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { duration, useNow } from "../ui/Time.tsx";
import { toast } from "../ui/toast.tsx";
import { t } from "./text.ts";

/** A colleague hands a chat over: accept, or refuse with a reason that he reads (API-025). Never moves focus by itself. */
export function TransferCard({ chat, corner, onOpened }: { chat: Chat; corner: boolean; onOpened: (chatId: number) => void }) {
  const live = useLiveStore();
  const navigate = useNavigate();
  const asked = chat.transfer ?? null;
  const offline = useLive((state) => state.connection.kind === "offline");
  const now = useNow(1000);
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  if (asked === null) return null;
  const by = asked.by.name;
  const name = nameOf(chat) ?? t("visitor.anonymous", { n: chat.visitor.number });
  const left = Math.max(0, Date.parse(asked.until) - now);
  const work = async (run: () => Promise<unknown>, words: "handed.failed" | "handed.refusefailed") => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      toast(t(words, { why: wordsOf(error) }), { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  const accept = () =>
    void work(async () => {
      await live.acceptTransfer(chat.id);
      onOpened(chat.id);
    }, "handed.failed");
  const refuse = () => void work(() => live.refuseTransfer(chat.id, reason.trim()), "handed.refusefailed");
  return (
    <section className={`ring float handed ${corner ? "corner" : ""}`} aria-label={t("handed.label", { by, name })}>
      <h2>
        <Icon of={IconArrowsExchange} small /> {t("handed.by", { by })} <span className="grow" />
        <span className="timer num">{duration(left)}</span>
      </h2>
      <p className="about">
        <span className="medium" dir="auto">
          {name}
        </span>{" "}
        <span className="t12 faint">{chat.channel.name}</span>
        {asked.comment !== null && asked.comment !== "" && (
          <>
            <br />
            <span className="soft said" dir="auto">
              {asked.comment}
            </span>
          </>
        )}
      </p>
      {refusing ? (
        <form
          className="refusing"
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim() !== "" && !busy && !offline) refuse();
          }}
        >
          <TextField
            label={t("handed.reason")}
            hint={t("handed.reason.hint", { by })}
            value={reason}
            maxLength={300}
            // The person pressed Refuse: the reason is what comes next.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              setRefusing(false);
            }}
          />
          <div className="acts">
            <Button type="submit" variant="primary" unavailable={offline ? t("handed.offline") : busy || reason.trim() === ""}>
              {t("handed.refuse")}
            </Button>
            <Button onClick={() => setRefusing(false)}>{t("handed.cancel")}</Button>
          </div>
        </form>
      ) : (
        <div className="acts">
          <Button variant="primary" unavailable={offline ? t("handed.offline") : busy} onClick={accept}>
            {t("handed.accept")}
          </Button>
          <Button onClick={() => setRefusing(true)}>{t("handed.refuse")}</Button>
          <Button
            variant="text"
            small
            onClick={() => void navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(chat.id) } })}
          >
            {t("handed.look")}
          </Button>
        </div>
      )}
    </section>
  );
}
