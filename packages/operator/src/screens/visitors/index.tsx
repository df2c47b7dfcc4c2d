import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { usePreferences } from "../../state/browser/preferences.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { parseId } from "../../ui/address/parse-id.ts";
import { useTitle } from "../../ui/title.ts";
import { useAllChannels } from "../../state/api/queries.ts";
import { AllVisitors } from "./AllVisitors.tsx";
import { OnlineVisitorList } from "./online/OnlineVisitorList.tsx";
import { t as here } from "./online/text.ts";
import { useOnlineVisitors } from "./online/use-online-visitors.ts";
import { VisitorPane } from "./VisitorPane.tsx";
import { t } from "./text.ts";
import "../../ui/inbox.css";
import "./visitors.css";

type VisitorListKind = "online" | "everybody";

/**
 * Renders `/visitors`: the visitors on the site now, or all known visitors, and next to the list
 * the open visitor. Without a widget there is only the second list.
 */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  useTitle("section", t("visitors.title"));
  const me = useCurrentOperator();
  const navigate = useNavigate();
  const number = parseId(useParams({ strict: false }).number);
  const hasWidgets = useHasWidgets();
  const online = useOnlineVisitors(hasWidgets);
  const { list } = useSearch({ strict: false });
  const listKind: VisitorListKind = hasWidgets && list !== "everybody" ? "online" : "everybody";
  /** Number of the visitor for whom the operator pressed Invite. */
  const [invited, setInvited] = useState<number | null>(null);
  const go = (to: number | null, kind: VisitorListKind) =>
    void navigate({
      to: "/visitors/{-$number}",
      params: { number: to === null ? undefined : String(to) },
      search: kind === "everybody" && hasWidgets ? { list: "everybody" } : {},
    });
  const close = () => go(null, listKind);
  const invite = (visitorNumber: number) => {
    setInvited(visitorNumber);
    go(visitorNumber, listKind);
  };
  useShortcuts({
    escape: () => {
      if (number === null) return false;
      close();
    },
    "/": () => document.querySelector<HTMLInputElement>(".visitors input[type=search]")?.focus(),
  });
  const choice = hasWidgets && (
    <ListChoice listKind={listKind} onChoose={(kind) => go(number, kind)} />
  );
  return (
    <main className="visitors" data-at={number === null ? "list" : "one"}>
      {listKind === "online" ? (
        <OnlineVisitorList
          query={online}
          me={me}
          open={number}
          onInvite={invite}
          listChoice={choice}
        />
      ) : (
        <AllVisitors me={me} open={number} listChoice={choice} />
      )}
      {number !== null && (
        <VisitorPane
          key={number}
          number={number}
          me={me}
          online={online.data?.items.find((one) => one.number === number)}
          isInviting={invited === number}
          onClose={close}
        />
      )}
    </main>
  );
}

function useHasWidgets(): boolean {
  const channels = useAllChannels();
  const has = channels.data?.some(({ kind }) => kind === "widget") ?? loadHasWidgets();
  useEffect(() => {
    if (channels.isSuccess) saveHasWidgets(has);
  }, [channels.isSuccess, has]);
  return has;
}

function ListChoice({
  listKind,
  onChoose,
}: {
  listKind: VisitorListKind;
  onChoose: (listKind: VisitorListKind) => void;
}) {
  return (
    <fieldset className="seg">
      <legend className="vh">{here("online.which")}</legend>
      <button type="button" aria-pressed={listKind === "online"} onClick={() => onChoose("online")}>
        {here("online.now")}
      </button>
      <button
        type="button"
        aria-pressed={listKind === "everybody"}
        onClick={() => onChoose("everybody")}
      >
        {here("online.everybody")}
      </button>
    </fieldset>
  );
}

/**
 * Storage key. The value says whether the account had widgets when this screen was last open, so
 * that the correct list is rendered first.
 */
const storageKey = "parlour.widgets";
function loadHasWidgets(): boolean {
  try {
    return localStorage.getItem(storageKey) === "yes";
  } catch {
    // Assumes no widgets if storage is not available.
    return false;
  }
}
function saveHasWidgets(has: boolean): void {
  try {
    localStorage.setItem(storageKey, has ? "yes" : "no");
  } catch (error) {
    console.warn("what list comes first could not be kept on this device", error);
  }
}
