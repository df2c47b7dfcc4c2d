import { toLink } from "@parlour/protocol/widget/links";
import type { Operator } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { IconPhone } from "@tabler/icons-react";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { PhoneNumber } from "../../../ui/phone/PhoneNumber.tsx";
import { formatDayTime, formatDuration } from "../../../ui/time.ts";
import { CallActions } from "./CallActions.tsx";
import { CallLog } from "./CallLog.tsx";
import { CallNote } from "./CallNote.tsx";
import { CallSteps } from "./CallSteps.tsx";
import { t } from "../../../ui/calls/text.ts";
import { isFinished, outcomeText, getCallPhase } from "../format.ts";

/** Shows the number, duration, steps and actions of a call. */
export function CallCard({
  call,
  me,
  now,
  offline,
  driver,
}: {
  call: CallWithVisitor;
  me: Operator;
  now: number;
  offline: boolean;
  driver: "desk" | "http";
}) {
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
