import type { Operator } from "@parlour/protocol";
import { IconChevronDown } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { t as app } from "../../app/text.ts";
import { useLive } from "../../state/live-context.tsx";
import { countsOf, type Counts, type View } from "../../state/live-state.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { t } from "./text.ts";
import { closedViews, isClosedView } from "./view-kind.ts";

const tabs = ["mine", "waiting", "bot", "all"] as const;

/** The views with their numbers. An open chat stays open when the view changes. */
export function Views({ me, view, chat }: { me: Operator; view: View; chat: number | null }) {
  const loaded = useLive((state) => state.running === "ready" || state.snapshot.chats.size > 0);
  // As a text: equal while no number changes, however many messages come.
  const numbers = useLive((state) => {
    const { mine, waiting, bot, all } = countsOf(state, me.id);
    return JSON.stringify({ mine, waiting, bot, all });
  });
  const counts = JSON.parse(numbers) as Pick<Counts, "mine" | "waiting" | "bot" | "all">;
  const navigate = useNavigate();
  const keep = chat === null ? {} : { chat: String(chat) };
  return (
    <nav className="head tabs views" aria-label={t("inbox.views")}>
      {tabs.map((name) => (
        <Link
          key={name}
          to="/inbox/$view/{-$chat}"
          params={{ view: name, ...keep }}
          aria-current={view === name ? "page" : undefined}
          activeProps={{}}
        >
          {app(`view.${name}`)}{" "}
          {loaded && <span className={name === "waiting" && counts.waiting > 0 ? "n warning" : "n"}>{counts[name]}</span>}
        </Link>
      ))}
      <Menu
        label={`${isClosedView(view) ? app(`view.${view}`) : t("inbox.more")}, ${t("inbox.moreviews")}`}
        className={isClosedView(view) ? "more on" : "more"}
        placement="bottom end"
        onAction={(id) =>
          void (id === "calls"
            ? navigate({ to: "/calls/{-$call}", params: { call: undefined } })
            : id === "offline"
              ? navigate({ to: "/offline/{-$id}", params: { id: undefined } })
              : navigate({ to: "/inbox/$view/{-$chat}", params: { view: id } }))
        }
        groups={[
          { entries: closedViews.map((id) => ({ id, label: app(`view.${id}`), chosen: id === view })) },
          {
            entries: [
              { id: "offline", label: app("view.offline") },
              { id: "calls", label: app("view.calls") },
            ],
          },
        ]}
      >
        {isClosedView(view) ? app(`view.${view}`) : t("inbox.more")} <Icon of={IconChevronDown} small />
      </Menu>
    </nav>
  );
}
