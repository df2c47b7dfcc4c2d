import { IconMailOff } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useLiveState } from "../../state/live-context.tsx";
import { usePreferences } from "../../state/browser/preferences.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { parseId } from "../../ui/address/parse-id.ts";
import { EmptyState } from "../../ui/badges.tsx";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { useNow } from "../../ui/time.ts";
import { useTitle } from "../../ui/title.ts";
import "../offline/offline.css";
import { EmailList } from "./EmailList.tsx";
import { EmailPane } from "./EmailPane.tsx";
import { t } from "../../ui/ignored-emails/text.ts";

/**
 * Renders `/ignored-emails`: emails that started no chat, newest first, and next to them the open
 * one (API-417).
 */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  useTitle("section", t("ignored.title"));
  const me = useCurrentOperator();
  const navigate = useNavigate();
  const id = parseId(useParams({ strict: false }).id);
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const now = useNow(30_000);
  const close = () => void navigate({ to: "/ignored-emails/{-$id}", params: { id: undefined } });
  useShortcuts({
    escape: () => {
      if (id === null) return false;
      close();
    },
  });
  return (
    <main className="offline" data-at={id === null ? "list" : "one"}>
      {/* On a phone the email replaces the list. */}
      <h1 className="vh">{t("ignored.title")}</h1>
      <EmailList {...{ id, now }} />
      {id === null ? (
        <section className="pane none" aria-label={t("ignored.choose")}>
          <EmptyState icon={IconMailOff} title={t("ignored.choose")}>
            {t("ignored.choose.text")}
          </EmptyState>
        </section>
      ) : (
        <EmailPane key={id} id={id} me={me} now={now} offline={offline} onClose={close} />
      )}
    </main>
  );
}
