import { linkOf } from "@parlour/protocol/links";
import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import type { CallSeen } from "@parlour/protocol/api";
import { IconChevronLeft, IconLayoutSidebarRight, IconMessageCircle, IconPhone, IconPhoneOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/Copy.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Empty } from "../../ui/marks.tsx";
import { Phone } from "../../ui/Phone.tsx";
import { dayTime, duration } from "../../ui/Time.tsx";
import { useTitle } from "../../ui/title.ts";
import { useNarrow } from "../inbox/use-narrow.ts";
import { CallActions } from "./CallActions.tsx";
import { CallLog } from "./CallLog.tsx";
import { CallNote } from "./CallNote.tsx";
import { CallSteps } from "./CallSteps.tsx";
import { t } from "./text.ts";
import { useCall } from "./use-calls.ts";
import { visitorName } from "../../ui/visitor-name.ts";
import { isOver, outcomeOf, partOf } from "./words.ts";

interface PaneProps {
  id: number;
  me: Operator;
  now: number;
  offline: boolean;
  driver: "desk" | "http";
  onClose: () => void;
  isPanelOpen: boolean;
  onPanel: () => void;
}

/** One call: number, duration, steps and actions. */
export function CallPane({ id, me, now, offline, driver, onClose, isPanelOpen, onPanel }: PaneProps) {
  const read = useCall(id);
  const late = useLate(read.isPending);
  const gone = read.error instanceof ApiError && read.error.status === 404;
  const call = gone ? undefined : read.data;
  const name = nameOf(call);
  useTitle("page", name);
  return (
    <section className="pane one" aria-label={t("call.label", { name })}>
      <Head call={call} onClose={onClose} isPanelOpen={isPanelOpen} onPanel={onPanel} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("call.details")} aria-busy={read.isPending}>
        {late && <LineBones lines={6} />}
        {gone && <Empty icon={IconPhoneOff} title={t("calls.gone")} />}
        {read.isError && !gone && <Failure error={read.error} onRetry={() => void read.refetch()} />}
        {call && <Card call={call} me={me} now={now} offline={offline} driver={driver} />}
      </section>
    </section>
  );
}

const nameOf = (call: CallSeen | undefined): string => (call === undefined ? "" : visitorName(call));

type HeadProps = Pick<PaneProps, "onClose" | "isPanelOpen" | "onPanel"> & { call: CallSeen | undefined };

function Head({ call, onClose, isPanelOpen, onPanel }: HeadProps) {
  // The list is hidden at this width (calls.css).
  const alone = useNarrow(900);
  return (
    <header className="head">
      <Button variant="quiet" icon={IconChevronLeft} flipIcon className="back" aria-label={t("calls.back")} onClick={onClose} />
      <div className="grow lines">
        {alone && <h1 className="vh">{t("calls.title")}</h1>}
        <h2 className="t16 cut" dir="auto">
          {nameOf(call)}
        </h2>
        {call && (
          <p className="sub2 cut">
            {t("call.about", { type: t(`call.type.${call.type}`), chat: call.chat_id })} · <span dir="auto">{call.channel.name}</span>
          </p>
        )}
      </div>
      {call && (
        <Link className="btn" to="/inbox/$view/{-$chat}" params={{ view: "all", chat: String(call.chat_id) }}>
          <Icon of={IconMessageCircle} small /> {t("call.chat")}
        </Link>
      )}
      {!isPanelOpen && (
        <Button variant="quiet" icon={IconLayoutSidebarRight} flipIcon aria-label={t("call.panel.show")} keys="]" onClick={onPanel} />
      )}
    </header>
  );
}

function Card({ call, me, now, offline, driver }: { call: CallSeen } & Pick<PaneProps, "me" | "now" | "offline" | "driver">) {
  const over = isOver(call);
  const dials = !over && call.operator?.id === me.id && driver === "desk";
  return (
    <div className="talkcard">
      <div className="big">
        <Telephone phone={call.phone} dials={dials} />
        <Clock call={call} now={now} />
      </div>
      <CallSteps call={call} me={me} now={now} />
      {over ? <Ended call={call} /> : <CallActions call={call} me={me} offline={offline} driver={driver} />}
      <CallNote call={call} me={me} offline={offline} />
      <CallLog call={call} now={now} />
    </div>
  );
}

/** `canDial`: links for operators whose device can call. Others dial by hand. */
function Telephone({ phone, dials }: { phone: string; dials: boolean }) {
  const number = <Phone number={phone} />;
  const href = dials ? linkOf(`tel:${phone.replace(/\s/gu, "")}`)?.href : undefined;
  return (
    <div>
      <p className="soft t13">{t("call.number")}</p>
      <p className="tel num">{href === undefined ? number : <a href={href}>{number}</a>}</p>
      <p className="tools">
        <CopyButton small text={phone} label={t("call.copy")} />
        {href !== undefined && (
          <a className="btn small" href={href}>
            <Icon of={IconPhone} small /> {t("call.dial.here")}
          </a>
        )}
      </p>
    </div>
  );
}

/** The duration of waiting, ringing or talking, or the time to which the call was postponed. */
function Clock({ call, now }: { call: CallSeen; now: number }) {
  const part = partOf(call, now);
  if (isOver(call) && part.ms <= 0) return null;
  return (
    <div className="end">
      <p className="soft t13">{t(part.kind === "later" ? "call.putoff" : `call.${part.kind}`)}</p>
      <p className={`clock num ${part.kind === "talking" ? "success" : ""}`}>
        {call.due_at !== undefined && part.kind === "later" ? dayTime(call.due_at, now) : duration(part.ms)}
      </p>
    </div>
  );
}

function Ended({ call }: { call: CallSeen }) {
  return (
    <p aria-live="polite">
      <span className="medium">{outcomeOf(call)}</span>
      {call.record_url !== null && (
        <>
          {" "}
          ·{" "}
          <a href={call.record_url} target="_blank" rel="noopener noreferrer nofollow">
            {t("call.record")}
          </a>
        </>
      )}
    </p>
  );
}
