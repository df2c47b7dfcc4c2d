import { IconMoon } from "@tabler/icons-react";
import { api } from "../state/api/api.ts";
import { computeInboxCounts } from "../state/inbox/counts.ts";
import { useLiveState } from "../state/live-context.tsx";
import { useOwnPresence } from "../state/live/presence.ts";
import { useCurrentOperator } from "../state/session.tsx";
import { defineTexts } from "../text/index.ts";
import { Button } from "../ui/Button.tsx";
import { useApiMutation } from "../ui/mutation.ts";
import { getErrorText } from "../ui/loading/ErrorMessage.tsx";
import { Banner } from "../ui/badges.tsx";
import { toast } from "../ui/dialog/toast.tsx";

const t = defineTexts({
  en: {
    "away.banner": "You are away.",
    "away.offline": "You are offline.",
    "away.waiting":
      "{n, plural, one {# chat is waiting, but does not ring for you.} other {# chats are waiting, but do not ring for you.}}",
    "away.online": "Go online",
  },
  ru: {
    "away.banner": "Вы отошли.",
    "away.offline": "Вы не в сети.",
    "away.waiting":
      "{n, plural, one {# чат ждёт, но для вас не звонит.} few {# чата ждут, но для вас не звонят.} other {# чатов ждут, но для вас не звонят.}}",
    "away.online": "Стать доступным",
  },
});

/** Tells an operator who is not online that chats wait and do not ring (CORE-152). */
export function AwayBanner() {
  const me = useCurrentOperator();
  const presence = useOwnPresence(me);
  const n = useLiveState((state) => computeInboxCounts(state, me.id).waiting);
  const isConnected = useLiveState((state) => state.connection.kind === "live");
  const { busy, run } = useApiMutation();
  if (presence === "online" || n === 0 || !isConnected) return null;
  const goOnline = () =>
    run(
      () => api.setPresence({ status: "online" }),
      (error) => toast(getErrorText(error), { tone: "bad" }),
    );
  const statusText = t(presence === "away" ? "away.banner" : "away.offline");
  return (
    <section aria-label={statusText}>
      <Banner
        icon={IconMoon}
        closable
        action={
          <Button small unavailable={busy} onClick={() => void goOnline()}>
            {t("away.online")}
          </Button>
        }
      >
        <p>
          <strong className="medium">{statusText}</strong> {t("away.waiting", { n })}
        </p>
      </Banner>
    </section>
  );
}
