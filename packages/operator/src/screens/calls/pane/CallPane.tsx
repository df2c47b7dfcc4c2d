import { DetailsBody, getExisting } from "../../../ui/loading/DetailsBody.tsx";
import { toLink } from "@parlour/protocol/widget/links";
import type { Operator } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import {
  IconChevronLeft,
  IconLayoutSidebarRight,
  IconMessageCircle,
  IconPhone,
  IconPhoneOff,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { PhoneNumber } from "../../../ui/phone/PhoneNumber.tsx";
import { formatDayTime, formatDuration } from "../../../ui/time.ts";
import { useTitle } from "../../../ui/title.ts";
import { useMaxWidth } from "../../../state/browser/use-max-width.ts";
import { CallActions } from "./CallActions.tsx";
import { CallLog } from "./CallLog.tsx";
import { CallNote } from "./CallNote.tsx";
import { CallSteps } from "./CallSteps.tsx";
import { t } from "../../../ui/calls/text.ts";
import { useCall } from "../../../ui/calls/use-calls.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { isFinished, outcomeText, getCallPhase } from "../format.ts";

interface CallPaneProps {
  id: number;
  me: Operator;
  now: number;
  offline: boolean;
  driver: "desk" | "http";
  onClose: () => void;
  isPanelOpen: boolean;
  onPanel: () => void;
}

/** Shows one call: number, duration, steps and actions. */
export function CallPane({
  id,
  me,
  now,
  offline,
  driver,
  onClose,
  isPanelOpen,
  onPanel,
}: CallPaneProps) {
  const query = useCall(id);
  const call = getExisting(query);
  const name = callName(call);
  useTitle("page", name);
  return (
    <section className="pane one" aria-label={t("call.label", { name })}>
      <CallHeader call={call} onClose={onClose} isPanelOpen={isPanelOpen} onPanel={onPanel} />
      <DetailsBody
        query={query}
        label={t("call.details")}
        goneText={t("calls.gone")}
        goneIcon={IconPhoneOff}
        lines={6}
      >
        {(found) => <CallCard call={found} me={me} now={now} offline={offline} driver={driver} />}
      </DetailsBody>
    </section>
  );
}

const callName = (call: CallWithVisitor | undefined): string =>
  call === undefined ? "" : getVisitorName(call);

type CallHeaderProps = Pick<CallPaneProps, "onClose" | "isPanelOpen" | "onPanel"> & {
  call: CallWithVisitor | undefined;
};

function CallHeader({ call, onClose, isPanelOpen, onPanel }: CallHeaderProps) {
  // Below this width the list is hidden (calls.css).
  const isListHidden = useMaxWidth(900);
  return (
    <header className="head">
      <Button
        variant="quiet"
        icon={IconChevronLeft}
        flipIcon
        className="back"
        aria-label={t("calls.back")}
        onClick={onClose}
      />
      <div className="grow lines">
        {isListHidden && <h1 className="vh">{t("calls.title")}</h1>}
        <h2 className="t16 cut" dir="auto">
          {callName(call)}
        </h2>
        {call && (
          <p className="sub2 cut">
            {t(`call.type.${call.type}`)} · <span dir="auto">{call.channel.name}</span>
          </p>
        )}
      </div>
      {call && (
        <Link
          className="btn"
          to="/inbox/$view/{-$chat}"
          params={{ view: "all", chat: String(call.chat_id) }}
        >
          <Icon of={IconMessageCircle} small /> {t("call.chat")}
        </Link>
      )}
      {!isPanelOpen && (
        <Button
          variant="quiet"
          icon={IconLayoutSidebarRight}
          flipIcon
          aria-label={t("call.panel.show")}
          keys="]"
          onClick={onPanel}
        />
      )}
    </header>
  );
}

function CallCard({
  call,
  me,
  now,
  offline,
  driver,
}: { call: CallWithVisitor } & Pick<CallPaneProps, "me" | "now" | "offline" | "driver">) {
  const hasEnded = isFinished(call);
  const canDial = !hasEnded && call.operator?.id === me.id && driver === "desk";
  return (
    <div className="talkcard">
      <div className="big">
        <PhoneLinks phone={call.phone} canDial={canDial} />
        <CallClock call={call} now={now} />
      </div>
      <CallSteps call={call} me={me} now={now} />
      {hasEnded ? (
        <FinishedCall call={call} />
      ) : (
        <CallActions call={call} me={me} offline={offline} driver={driver} />
      )}
      <CallNote call={call} me={me} offline={offline} />
      <CallLog call={call} now={now} />
    </div>
  );
}

/** Shows the phone number. `canDial` adds links for operators whose device can place calls. */
function PhoneLinks({ phone, canDial }: { phone: string; canDial: boolean }) {
  const number = <PhoneNumber number={phone} />;
  const href = canDial ? toLink(`tel:${phone.replace(/\s/gu, "")}`)?.href : undefined;
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

/** Shows how long the call is waiting, ringing or connected, or when it is due. */
function CallClock({ call, now }: { call: CallWithVisitor; now: number }) {
  const phase = getCallPhase(call, now);
  if (isFinished(call) && phase.ms <= 0) return null;
  return (
    <div className="end">
      <p className="soft t13">{t(phase.kind === "later" ? "call.putoff" : `call.${phase.kind}`)}</p>
      <p className={`clock num ${phase.kind === "talking" ? "success" : ""}`}>
        {call.due_at !== undefined && phase.kind === "later"
          ? formatDayTime(call.due_at, now)
          : formatDuration(phase.ms)}
      </p>
    </div>
  );
}

function FinishedCall({ call }: { call: CallWithVisitor }) {
  return (
    <p aria-live="polite">
      <span className="medium">{outcomeText(call)}</span>
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
