import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { usePreferences } from "../../state/browser/preferences.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { parseId } from "../../ui/address/parse-id.ts";
import { useTitle } from "../../ui/title.ts";
import { useAllChannels } from "../../state/api/queries.ts";
import { AllVisitors } from "./AllVisitors.tsx";
import { CompanyList } from "./companies/CompanyList.tsx";
import { t as companyText } from "./companies/text.ts";
import { OnlineVisitorList } from "./online/OnlineVisitorList.tsx";
import { t as here } from "./online/text.ts";
import { useOnlineVisitors } from "./online/use-online-visitors.ts";
import { VisitorPane } from "./VisitorPane.tsx";
import { t } from "./text.ts";
import type { VisitorsSearch } from "./visitors-search.ts";
import "../../ui/inbox.css";
import "./visitors.css";

type VisitorListKind = "online" | "everybody" | "companies";

/**
 * Renders `/visitors`: the visitors on the site now, all known visitors, or companies and the
 * people of one, and next to the list the open visitor. Without a widget there is no first list.
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
  const { list, company }: VisitorsSearch = useSearch({ strict: false });
  const listKind: VisitorListKind = list ?? (hasWidgets ? "online" : "everybody");
  /** Number of the visitor for whom the operator pressed Invite. */
  const [invited, setInvited] = useState<number | null>(null);
  const go = (to: number | null, search: VisitorsSearch) =>
    void navigate({
      to: "/visitors/{-$number}",
      params: { number: to === null ? undefined : String(to) },
      search,
    });
  const toSearch = (kind: VisitorListKind): VisitorsSearch =>
    kind === "companies" || (kind === "everybody" && hasWidgets) ? { list: kind } : {};
  const openSearch = { ...toSearch(listKind), ...omitAbsent({ company }) };
  const close = () => go(null, openSearch);
  const invite = (visitorNumber: number) => {
    setInvited(visitorNumber);
    go(visitorNumber, openSearch);
  };
  useShortcuts({
    escape: () => {
      if (number !== null) close();
      else if (company !== undefined) go(null, toSearch("companies"));
      else return false;
    },
    "/": () => document.querySelector<HTMLInputElement>(".visitors input[type=search]")?.focus(),
  });
  const choice = (
    <ListChoice
      kinds={hasWidgets ? ["online", "everybody", "companies"] : ["everybody", "companies"]}
      listKind={listKind}
      onChoose={(kind) => go(number, toSearch(kind))}
    />
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
      ) : listKind === "companies" && company === undefined ? (
        <CompanyList me={me} listChoice={choice} />
      ) : (
        <AllVisitors
          key={company}
          me={me}
          open={number}
          company={company ?? null}
          listChoice={choice}
        />
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

interface ListChoiceProps {
  kinds: readonly VisitorListKind[];
  listKind: VisitorListKind;
  onChoose: (listKind: VisitorListKind) => void;
}

function ListChoice({ kinds, listKind, onChoose }: ListChoiceProps) {
  const labels: Record<VisitorListKind, string> = {
    online: here("online.now"),
    everybody: here("online.everybody"),
    companies: companyText("companies.list"),
  };
  return (
    <fieldset className="seg">
      <legend className="vh">{here("online.which")}</legend>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={listKind === kind}
          onClick={() => onChoose(kind)}
        >
          {labels[kind]}
        </button>
      ))}
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
