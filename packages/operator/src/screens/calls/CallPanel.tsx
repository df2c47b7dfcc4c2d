import type { Operator } from "@parlour/protocol";
import type { AccountHours, CallSeen, CallSettings } from "@parlour/protocol/api";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { i18n } from "../../text/index.ts";
import { may } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Avatar } from "../../ui/marks.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { useNow } from "../../ui/Time.tsx";
import { Contacts } from "../inbox/Contacts.tsx";
import { CustomData } from "../inbox/CustomData.tsx";
import { Visit } from "../inbox/Visit.tsx";
import { VisitorHead } from "../inbox/VisitorHead.tsx";
import { useOperators, usePresenceOf } from "../settings/data.ts";
import { callers } from "./callers.ts";
import { hoursOverview, type OpenDay } from "./hours-days.ts";
import { hoursInForce } from "./HoursTag.tsx";
import { t } from "./text.ts";
import { useChatOf } from "./use-call-chat.ts";
import { useCall, useCalls, useVisitorsCalls } from "./use-calls.ts";
import { callDay, intervalText, outcomeOf, weekday } from "./words.ts";

interface PanelProps {
  readonly id: number;
  readonly me: Operator;
  readonly settings: CallSettings | undefined;
  readonly hours: AccountHours | undefined;
  readonly onClose: () => void;
}

/**
 * The visitor of a call, earlier calls, hours, operators who can call, and the remaining minutes.
 */
export function CallPanel({ id, me, settings, hours, onClose }: PanelProps) {
  const call = useCall(id).data;
  return (
    <aside className="pane panel" aria-labelledby="call-panel" data-pane>
      <header className="head">
        <h2 className="grow" id="call-panel">
          {t("call.panel")}
        </h2>
        <Button variant="quiet" icon={IconX} aria-label={t("call.panel.hide")} keys="]" onClick={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("call.panel.details")}>
        {call && <Visitor call={call} me={me} />}
        {call && <Earlier call={call} me={me} />}
        {settings && <Hours hours={hoursInForce(settings, hours)} openNow={settings.open_now} me={me} />}
        <Callers me={me} />
        {typeof settings?.balance_min === "number" && (
          <section className="part minutes">
            <h3>{t("call.minutes")}</h3>
            <span className="num t13">{i18n.number(settings.balance_min)}</span>
          </section>
        )}
      </section>
    </aside>
  );
}

function Visitor({ call, me }: { call: CallSeen; me: Operator }) {
  const chat = useChatOf(call);
  const { visitor } = call;
  return (
    <>
      <div className="part">
        <VisitorHead of={call} number={t("call.visitor", { n: visitor.number })} />
        <Contacts visitor={visitor} />
      </div>
      {chat && <CustomData chat={chat} me={me} />}
      {chat && <Visit chat={chat} />}
    </>
  );
}

const shownCalls = 3;

/** Finished calls of this visitor, newest first. */
function Earlier({ call, me }: { call: CallSeen; me: Operator }) {
  const read = useVisitorsCalls(call.visitor.number);
  const earlier = read.data?.filter((other) => other.id !== call.id);
  return (
    <Part title={t("call.earlier")} {...(earlier && { n: earlier.length })}>
      <Loaded read={read} items={earlier} failed={t("call.earlier.failed")} none={t("call.earlier.none")}>
        {(calls) => (
          <Cut rows={calls} first={shownCalls}>
            {(other) => (
              <li key={other.id} className="t13">
                <Link to="/calls/{-$call}" params={{ call: String(other.id) }}>
                  <span className="num">{callDay(other.created_at)}</span>
                </Link>
                {` · ${outcomeOf(other)}`}
                {other.operator && ` · ${other.operator.id === me.id ? t("calls.you") : other.operator.name}`}
                {other.note && (
                  <span className="soft said" dir="auto">
                    {other.note.text}
                  </span>
                )}
              </li>
            )}
          </Cut>
        )}
      </Loaded>
    </Part>
  );
}

function Hours({ hours, openNow, me }: { hours: ReturnType<typeof hoursInForce>; openNow: boolean; me: Operator }) {
  const now = useNow(60_000);
  if (hours === undefined) return null;
  const overview = hours === null ? null : hoursOverview(hours, now);
  return (
    <Part title={t("call.hours")}>
      {overview === null ? (
        <p className="t13">{t("call.hours.always")}</p>
      ) : (
        <dl className="pair">
          <Day name={t("call.hours.today")} day={overview.today} isOpen={openNow} />
          <Day name={t("call.hours.tomorrow")} day={overview.tomorrow} />
          {overview.dayOff && <Day name={weekday(overview.dayOff.date, "long")} day={overview.dayOff} />}
        </dl>
      )}
      {may(me, "team") && (
        <Link className="t13" to="/settings/$" params={{ _splat: "hours" }}>
          {t("call.hours.go")}
        </Link>
      )}
    </Part>
  );
}

function Day({ name, day: { open }, isOpen = false }: { name: string; day: OpenDay; isOpen?: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="num">
        {open.length === 0 ? t("call.hours.closed") : open.map(intervalText).join(", ")}{" "}
        {isOpen && <span className="success t12">{t("call.hours.open")}</span>}
      </dd>
    </>
  );
}

const shownCallers = 8;

/** Operators who can take a call now, those in a call first. */
function Callers({ me }: { me: Operator }) {
  const operators = useOperators().data;
  const presenceOf = usePresenceOf();
  const running = useCalls("running").data ?? [];
  if (operators === undefined) return null;
  const rows = callers(operators, presenceOf, running);
  return (
    <Part title={t("call.people")}>
      {rows.length === 0 && <p className="soft t13">{t("call.people.none")}</p>}
      <Cut rows={rows} first={shownCallers}>
        {({ operator, state }) => (
          <li key={operator.id} className="line t13">
            <Avatar name={operator.name} me={operator.id === me.id} size={20} photo={operator.photo ?? ""} />
            <span className="grow cut" dir="auto">
              {operator.id === me.id ? t("call.people.you") : operator.name}
            </span>
            <span className={state === "available" ? "success t12" : "faint t12"}>{t(`call.people.${state}`)}</span>
          </li>
        )}
      </Cut>
    </Part>
  );
}

function Part({ title, n, children }: { title: string; n?: number; children: ReactNode }) {
  return (
    <section className="part" aria-label={title}>
      <h3>
        {title} {n !== undefined && n > 0 && <span className="faint num">{i18n.number(n)}</span>}
      </h3>
      {children}
    </section>
  );
}

/** The first rows of a list, with a button that shows all. */
function Cut<Row>({ rows, first, children }: { rows: readonly Row[]; first: number; children: (row: Row) => ReactNode }) {
  const [areAllShown, showAll] = useState(false);
  if (rows.length === 0) return null;
  return (
    <>
      <ul className="cutlist">{(areAllShown ? rows : rows.slice(0, first)).map(children)}</ul>
      {rows.length > first && !areAllShown && (
        <Button variant="text" small onClick={() => showAll(true)}>
          {t("call.all")}
        </Button>
      )}
    </>
  );
}
