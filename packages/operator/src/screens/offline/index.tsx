import { IconMail } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { usePreferences } from "../../state/browser/preferences.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { parseId } from "../../ui/address/parse-id.ts";
import { EmptyState } from "../../ui/badges.tsx";
import { useNow } from "../../ui/time.ts";
import { useTitle } from "../../ui/title.ts";
import { MessagePane } from "./MessagePane.tsx";
import { t } from "./text.ts";
import "./offline.css";
import { MessageList } from "./MessageList.tsx";

/**
 * Renders `/offline`: the messages that visitors left while no operator was available, newest
 * first, and next to them the open message (CORE-110).
 */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  useTitle("section", t("offlinemessage.title"));
  const me = useCurrentOperator();
  const navigate = useNavigate();
  const id = parseId(useParams({ strict: false }).id);
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const now = useNow(30_000);
  const close = () => void navigate({ to: "/offline/{-$id}", params: { id: undefined } });
  useShortcuts({
    escape: () => {
      if (id === null) return false;
      close();
    },
  });
  return (
    <main className="offline" data-at={id === null ? "list" : "one"}>
      {/* On a phone the message replaces the list. */}
      <h1 className="vh">{t("offlinemessage.title")}</h1>
      <MessageList {...{ me, id, now }} />
      {id === null ? (
        <EmptyPane />
      ) : (
        <MessagePane key={id} id={id} me={me} now={now} offline={offline} onClose={close} />
      )}
    </main>
  );
}

function EmptyPane() {
  return (
    <section className="pane none" aria-label={t("offlinemessage.choose")}>
      <EmptyState icon={IconMail} title={t("offlinemessage.choose")}>
        {t("offlinemessage.choose.text")}
      </EmptyState>
    </section>
  );
}
