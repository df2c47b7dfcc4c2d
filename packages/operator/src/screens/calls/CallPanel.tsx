import type { Operator } from "@parlour/protocol";
import type { AccountHours, CallWithVisitor, CallSettings } from "@parlour/protocol/api";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { i18n } from "../../text/index.ts";
import { can } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Avatar } from "../../ui/badges.tsx";
import { QueryList } from "../../ui/loading/QueryList.tsx";
import { useNow } from "../../ui/time.ts";
import { Contacts } from "../../ui/visitor/Contacts.tsx";
import { WebhookFields } from "../../ui/visitor/WebhookFields.tsx";
import { CurrentVisit } from "../../ui/visitor/CurrentVisit.tsx";
import { VisitorSummary } from "../../ui/visitor/VisitorSummary.tsx";
import { useOperators, useOperatorPresence } from "../settings/queries.ts";
import { listCallers } from "./callers.ts";
import { getHoursOverview, type OpenDay } from "./hours-overview.ts";
import { getEffectiveCallHours } from "./HoursTag.tsx";
import { t } from "../../ui/calls/text.ts";
import { useCallChat } from "./use-call-chat.ts";
import { useCall, useCalls, useVisitorCalls } from "../../ui/calls/use-calls.ts";
import { formatCallDay, formatInterval, outcomeText, formatWeekday } from "./format.ts";

interface CallPanelProps {
  readonly id: number;
  readonly me: Operator;
  readonly settings: CallSettings | undefined;
  readonly hours: AccountHours | undefined;
  readonly onClose: () => void;
}

/** Shows the visitor of a call, earlier calls, hours, available operators, and minutes. */
export function CallPanel({ id, me, settings, hours, onClose }: CallPanelProps) {
  const call = useCall(id).data;
  return (
    <aside className="pane panel" aria-labelledby="call-panel" data-pane>
      <header className="head">
        <h2 className="grow" id="call-panel">
          {t("call.panel")}
        </h2>
        <Button
          variant="quiet"
          icon={IconX}
          aria-label={t("call.panel.hide")}
          keys="]"
          onClick={onClose}
        />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("call.panel.details")}>
        {call && <VisitorPart call={call} me={me} />}
        {call && <EarlierCalls call={call} me={me} />}
        {settings && (
          <HoursPart
            hours={getEffectiveCallHours(settings, hours)}
            openNow={settings.open_now}
            me={me}
          />
        )}
        <CallersPart me={me} />
        {typeof settings?.balance_min === "number" && (
          <MinutesPart minutes={settings.balance_min} />
        )}
      </section>
    </aside>
  );
}

function MinutesPart({ minutes }: { minutes: number }) {
  return (
    <section className="part minutes">
      <h3>{t("call.minutes")}</h3>
      <span className="num t13">{i18n.number(minutes)}</span>
    </section>
  );
}

function VisitorPart({ call, me }: { call: CallWithVisitor; me: Operator }) {
  const chat = useCallChat(call);
  const { visitor } = call;
  return (
    <>
      <div className="part">
        <VisitorSummary chat={call} />
        <Contacts visitor={visitor} channel={call.channel.kind} />
      </div>
      {chat && <WebhookFields chat={chat} me={me} />}
      {chat && <CurrentVisit chat={chat} />}
    </>
  );
}

const maxShownCalls = 3;

/** Lists finished calls of the same visitor, newest first. */
function EarlierCalls({ call, me }: { call: CallWithVisitor; me: Operator }) {
  const read = useVisitorCalls(call.visitor.number);
  const earlier = read.data?.filter((other) => other.id !== call.id);
  return (
    <PanelPart title={t("call.earlier")} n={earlier?.length}>
      <QueryList
        query={read}
        items={earlier}
        errorText={t("call.earlier.failed")}
        emptyText={t("call.earlier.none")}
      >
        {(calls) => (
          <ExpandableList rows={calls} limit={maxShownCalls}>
            {(other) => <EarlierCall key={other.id} call={other} me={me} />}
          </ExpandableList>
        )}
      </QueryList>
    </PanelPart>
  );
}

function EarlierCall({ call, me }: { call: CallWithVisitor; me: Operator }) {
  const { id, operator, note, created_at: at } = call;
  return (
    <li className="t13">
      <Link to="/calls/{-$call}" params={{ call: String(id) }}>
        <span className="num">{formatCallDay(at)}</span>
      </Link>
      {` · ${outcomeText(call)}`}
      {operator && ` · ${operator.id === me.id ? t("calls.you") : operator.name}`}
      {note && (
        <span className="soft said" dir="auto">
          {note.text}
        </span>
      )}
    </li>
  );
}

interface HoursPartProps {
  hours: ReturnType<typeof getEffectiveCallHours>;
  openNow: boolean;
  me: Operator;
}

function HoursPart({ hours, openNow, me }: HoursPartProps) {
  const now = useNow(60_000);
  if (hours === undefined) return null;
  const overview = hours === null ? null : getHoursOverview(hours, now);
  return (
    <PanelPart title={t("call.hours")}>
      {overview === null ? (
        <p className="t13">{t("call.hours.always")}</p>
      ) : (
        <dl className="pair">
          <DayHours name={t("call.hours.today")} day={overview.today} isOpen={openNow} />
          <DayHours name={t("call.hours.tomorrow")} day={overview.tomorrow} />
          {overview.dayOff && (
            <DayHours name={formatWeekday(overview.dayOff.date, "long")} day={overview.dayOff} />
          )}
        </dl>
      )}
      {can(me, "team") && (
        <Link className="t13" to="/settings/$" params={{ _splat: "hours" }}>
          {t("call.hours.go")}
        </Link>
      )}
    </PanelPart>
  );
}

function DayHours({
  name,
  day: { open },
  isOpen = false,
}: {
  name: string;
  day: OpenDay;
  isOpen?: boolean;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="num">
        {open.length === 0 ? t("call.hours.closed") : open.map(formatInterval).join(", ")}{" "}
        {isOpen && <span className="success t12">{t("call.hours.open")}</span>}
      </dd>
    </>
  );
}

const maxShownCallers = 8;

/** Lists operators who can take a call now. Operators in a call come first. */
function CallersPart({ me }: { me: Operator }) {
  const operators = useOperators().data;
  const presenceOf = useOperatorPresence();
  const running = useCalls("running").data ?? [];
  if (operators === undefined) return null;
  const rows = listCallers(operators, presenceOf, running);
  return (
    <PanelPart title={t("call.people")}>
      {rows.length === 0 && <p className="soft t13">{t("call.people.none")}</p>}
      <ExpandableList rows={rows} limit={maxShownCallers}>
        {({ operator, state }) => (
          <li key={operator.id} className="line t13">
            <Avatar
              name={operator.name}
              me={operator.id === me.id}
              size={20}
              photo={operator.photo ?? ""}
            />
            <span className="grow cut" dir="auto">
              {operator.id === me.id ? t("call.people.you") : operator.name}
            </span>
            <span className={state === "available" ? "success t12" : "faint t12"}>
              {t(`call.people.${state}`)}
            </span>
          </li>
        )}
      </ExpandableList>
    </PanelPart>
  );
}

function PanelPart({
  title,
  n,
  children,
}: {
  title: string;
  n?: number | undefined;
  children: ReactNode;
}) {
  return (
    <section className="part" aria-label={title}>
      <h3>
        {title} {n !== undefined && n > 0 && <span className="faint num">{i18n.number(n)}</span>}
      </h3>
      {children}
    </section>
  );
}

/** Shows the first rows of a list and a button that shows all of them. */
function ExpandableList<Row>({
  rows,
  limit,
  children,
}: {
  rows: readonly Row[];
  limit: number;
  children: (row: Row) => ReactNode;
}) {
  const [areAllShown, showAll] = useState(false);
  if (rows.length === 0) return null;
  return (
    <>
      <ul className="cutlist">{(areAllShown ? rows : rows.slice(0, limit)).map(children)}</ul>
      {rows.length > limit && !areAllShown && (
        <Button variant="text" small onClick={() => showAll(true)}>
          {t("call.all")}
        </Button>
      )}
    </>
  );
}
