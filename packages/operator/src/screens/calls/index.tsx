import { IconPhone } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { usePreferences } from "../../state/browser/preferences.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { parseId } from "../../ui/address/parse-id.ts";
import { EmptyState } from "../../ui/badges.tsx";
import { useNow } from "../../ui/time.ts";
import { useTitle } from "../../ui/title.ts";
import { useHours } from "../../state/api/queries.ts";
import { useVisitorPanel } from "../../ui/visitor/use-visitor-panel.ts";
import { CallPane } from "./pane/CallPane.tsx";
import { CallPanel } from "./CallPanel.tsx";
import { t } from "../../ui/calls/text.ts";
import "../../ui/inbox.css";
import "./calls.css";
import { CallList } from "./CallList.tsx";
import { useCallSettings } from "./use-call-settings.ts";

/**
 * Renders `/calls`: the call queue, the open call, and the panel of its visitor (CORE-104,
 * CORE-193).
 */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  useTitle("section", t("calls.title"));
  const me = useCurrentOperator();
  const navigate = useNavigate();
  const id = parseId(useParams({ strict: false }).call);
  const settings = useCallSettings().data;
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const now = useNow(1000);
  const hours = useHours().data;
  const panel = useVisitorPanel(id);
  const close = () => void navigate({ to: "/calls/{-$call}", params: { call: undefined } });
  const hasPanel = id !== null && panel.isOpen;
  useShortcuts({
    "]": () => {
      if (id === null) return false;
      panel.toggle();
      return true;
    },
    escape: () => {
      if (panel.closeDrawer()) return true;
      if (id === null) return false;
      close();
      return true;
    },
  });
  return (
    <main
      className={hasPanel && !panel.isDrawer ? "calls with-panel" : "calls"}
      data-at={id === null ? "list" : "one"}
    >
      <CallList {...{ me, id, now, offline, settings, hours }} />
      {id === null ? (
        <section className="pane none" aria-label={t("calls.choose")}>
          <EmptyState icon={IconPhone} title={t("calls.choose")}>
            {t("calls.choose.text")}
          </EmptyState>
        </section>
      ) : (
        <CallPane
          key={id}
          {...{ id, me, now, offline }}
          driver={settings?.driver ?? "desk"}
          onClose={close}
          isPanelOpen={panel.isOpen}
          onPanel={panel.toggle}
        />
      )}
      {hasPanel && panel.isDrawer && (
        <button
          type="button"
          className="drawerscrim"
          aria-label={t("call.panel.hide")}
          tabIndex={-1}
          onClick={panel.toggle}
        />
      )}
      {hasPanel && (
        <CallPanel key={`panel ${id}`} {...{ id, me, settings, hours }} onClose={panel.toggle} />
      )}
    </main>
  );
}
