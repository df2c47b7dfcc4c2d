import type { Operator } from "@parlour/protocol";
import type { CallSeen } from "@parlour/protocol/api";
import { IconCalendarPlus, IconPhoneCall, IconPhoneCheck, IconPhoneX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useKeys } from "../../ui/keys.ts";
import { may } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks.tsx";
import { useDeed } from "../../ui/deed.ts";
import { LaterDialog } from "./LaterDialog.tsx";
import { MissedDialog } from "./MissedDialog.tsx";
import { t } from "./text.ts";
import { stepCall, type CallStep } from "./use-calls.ts";

interface ActionsProps {
  call: CallSeen;
  me: Operator;
  offline: boolean;
  driver: "desk" | "http";
}
/**
 * The actions on a call in its current state: take it, mark it as connected, record the result,
 * postpone it (API-060).
 */
export function CallActions({ call, me, offline, driver }: ActionsProps) {
  const { busy, run } = useDeed();
  const label = useId();
  const [asking, setAsking] = useState<"missed" | "later" | null>(null);
  const isMine = call.operator?.id === me.id;
  // A telephony server retries on its own, and a connected call cannot be postponed.
  const canWait = driver === "desk" && call.status === "start" && may(me, "chat") && (isMine || call.operator === null);
  const blocked = offline ? t("call.offline") : busy;
  const step = (what: CallStep) => {
    if (offline) return;
    void run(async () => {
      if (await stepCall(call.id, what)) setAsking(null);
    });
  };
  const deeds: Deeds = { blocked, canWait, step, ask: setAsking };
  useCallKeys(call, { isMine, mayTake: call.operator === null && may(me, "chat"), isAsking: asking !== null }, deeds);
  if (!may(me, "chat")) return <Banner tone="info">{t("call.readonly")}</Banner>;
  if (call.operator !== null && !isMine) return <p className="soft">{t("call.hint.other", { name: call.operator.name })}</p>;
  return (
    <div className="field">
      {call.operator === null ? (
        <Take {...deeds} />
      ) : (
        <>
          <span className="label" id={label}>
            {t("call.result")}
          </span>
          <Outcome isTalking={isTalking(call)} label={label} {...deeds} />
        </>
      )}
      <p className="hint">{t(hintOf(call, driver))}</p>
      {call.operator !== null && canWait && <p className="hint">{t("call.hint.again")}</p>}
      {asking === "later" && (
        <LaterDialog call={call} blocked={blocked} onChoose={(due) => step({ do: "later", due_at: due })} onClose={() => setAsking(null)} />
      )}
      {asking === "missed" && (
        <MissedDialog call={call} canWait={canWait} blocked={blocked} onStep={step} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

interface Deeds {
  /** Why nothing can be done now, or true while an action runs. */
  blocked: string | boolean;
  canWait: boolean;
  step: (what: CallStep) => void;
  ask: (what: "missed" | "later") => void;
}

const isTalking = (call: CallSeen): boolean => call.client_connected_at !== undefined;

function hintOf(call: CallSeen, driver: "desk" | "http") {
  if (driver === "http") return "call.hint.http";
  if (call.operator === null) return "call.hint.take";
  return isTalking(call) ? "call.hint.talk" : "call.hint.dial";
}

function useCallKeys(call: CallSeen, who: { isMine: boolean; mayTake: boolean; isAsking: boolean }, { canWait, step, ask }: Deeds): void {
  const on = (allowed: boolean, run: () => void) => () => {
    if (!allowed || who.isAsking) return false;
    run();
    return true;
  };
  useKeys({
    t: on(who.mayTake, () => step({ do: "take" })),
    c: on(who.isMine && !isTalking(call), () => step({ do: "connected" })),
    e: on(who.isMine && isTalking(call), () => step({ do: "end" })),
    x: on(who.isMine, () => ask("missed")),
    l: on(canWait, () => ask("later")),
  });
}

function Take({ blocked, canWait, step, ask }: Deeds) {
  return (
    <div className={canWait ? "outcome" : "outcome one"}>
      <Button variant="primary" icon={IconPhoneCall} keys="T" unavailable={blocked} onClick={() => step({ do: "take" })}>
        {t("call.take")}
      </Button>
      {canWait && <LaterButton blocked={blocked} ask={ask} />}
    </div>
  );
}

/** Buttons for the result: connected, reached, not reached or postponed. */
function Outcome({ isTalking: talks, label, blocked, canWait, step, ask }: Deeds & { isTalking: boolean; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is no grid container in all browsers
    <div className="outcome" role="group" aria-labelledby={label}>
      {talks ? (
        <Button variant="primary" icon={IconPhoneCheck} keys="E" unavailable={blocked} onClick={() => step({ do: "end" })}>
          {t("call.ended")}
        </Button>
      ) : (
        <Button variant="primary" icon={IconPhoneCall} keys="C" unavailable={blocked} onClick={() => step({ do: "connected" })}>
          {t("call.connected")}
        </Button>
      )}
      <Button icon={IconPhoneX} keys="X" unavailable={blocked} onClick={() => ask("missed")}>
        {t("call.failed")}
      </Button>
      {canWait && <LaterButton blocked={blocked} ask={ask} />}
    </div>
  );
}

function LaterButton({ blocked, ask }: Pick<Deeds, "blocked" | "ask">) {
  return (
    <Button icon={IconCalendarPlus} keys="L" unavailable={blocked} onClick={() => ask("later")}>
      {t("call.later")}
    </Button>
  );
}
