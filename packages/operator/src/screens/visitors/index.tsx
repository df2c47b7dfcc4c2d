import { IconSearch, IconSnowflake, IconUsers } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useKeys } from "../../app/keys.ts";
import { useLive } from "../../state/live-context.tsx";
import { usePreferences } from "../../state/preferences.ts";
import { useMe } from "../../state/session.tsx";
import { RowBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Banner, Empty } from "../../ui/marks.tsx";
import { clockTime, useNow } from "../../ui/Time.tsx";
import { useTitle } from "../../ui/title.ts";
import { useInside } from "../../ui/use-inside.ts";
import { VisitorPane } from "./VisitorPane.tsx";
import { VisitorTable } from "./VisitorTable.tsx";
import { t } from "./text.ts";
import { useRested, useVisitors } from "./use-visitors.ts";
import "../../ui/inbox.css";
import "./visitors.css";

/** `/visitors`: everybody known, newest activity first; one of them beside the list. */
export function Screen() {
  // Draws all below again in another language.
  usePreferences();
  useTitle("section", t("visitors.title"));
  const me = useMe();
  const navigate = useNavigate();
  const given = useParams({ strict: false }).number ?? "";
  const number = /^[1-9]\d{0,15}$/.test(given) ? Number(given) : null;
  const [typed, setTyped] = useState("");
  const q = useRested(typed.trim());
  const [list, setList] = useState<HTMLElement | null>(null);
  const held = useInside(list);
  const { head, rows, changes, show, more, busy, failure } = useVisitors(q, held);
  const late = useLate(head.isPending);
  const offline = useLive((state) => state.connection.kind === "offline");
  const now = useNow(10_000);
  const close = () => void navigate({ to: "/visitors/{-$number}", params: { number: undefined } });
  useKeys({
    escape: () => {
      if (number === null) return false;
      close();
    },
    "/": () => document.querySelector<HTMLInputElement>(".visitors input[type=search]")?.focus(),
  });
  return (
    <main className="visitors" data-at={number === null ? "list" : "one"}>
      <section className="pane" aria-label={t("visitors.title")}>
        <header className="head">
          <h1 className="grow">{t("visitors.title")}</h1>
          {held && changes > 0 && (
            <span className="still">
              <Icon of={IconSnowflake} small />
              <span className="hide-narrow">{t("visitors.held")}</span>
              <button type="button" onClick={show}>
                {t("visitors.changes", { n: changes })}
              </button>
            </span>
          )}
        </header>
        <search className="filters">
          <span className="with">
            <Icon of={IconSearch} small />
            <input
              className="input"
              type="search"
              aria-label={t("visitors.filter")}
              placeholder={t("visitors.filter.hint")}
              value={typed}
              maxLength={200}
              onChange={(event) => setTyped(event.target.value)}
            />
          </span>
        </search>
        {head.isError && rows === undefined && <Failure error={head.error} onRetry={() => void head.refetch()} />}
        {(head.isError || head.isPaused || offline) && rows !== undefined && (
          <Banner tone="warn">{t("visitors.asof", { time: clockTime(head.dataUpdatedAt) })}</Banner>
        )}
        {failure !== null && <Failure error={failure} />}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <section className="scroll" tabIndex={0} aria-label={t("visitors.list")} aria-busy={head.isPending} ref={setList}>
          {late && <RowBones rows={8} />}
          {rows?.length === 0 && (
            <Empty
              icon={IconUsers}
              title={t(q === "" ? "visitors.empty" : "visitors.none")}
              action={q !== "" && <Button onClick={() => setTyped("")}>{t("visitors.none.clear")}</Button>}
            >
              {q === "" && t("visitors.empty.text")}
            </Empty>
          )}
          {rows !== undefined && rows.length > 0 && <VisitorTable rows={rows} me={me} now={now} open={number} />}
          {more !== null && (
            <div className="older">
              <Button unavailable={busy} onClick={more}>
                {t("visitors.more")}
              </Button>
            </div>
          )}
        </section>
      </section>
      {number !== null && <VisitorPane key={number} number={number} me={me} onClose={close} />}
    </main>
  );
}
