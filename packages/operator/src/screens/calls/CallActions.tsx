import type { Operator } from "@parlour/protocol";
import type { CallSeen } from "@parlour/protocol/api";
import { IconCalendarPlus, IconPhoneCall, IconPhoneCheck, IconPhoneX } from "@tabler/icons-react";
import { useState } from "react";
import { useKeys } from "../../app/keys.ts";
import { may } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks.tsx";
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
/** What an operator may do with a call as it stands: take it, say that it is connected, how it ended, put it off (API-060). */
export function CallActions({ call, me, offline, driver }: ActionsProps) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<"missed" | "later" | null>(null);
  const isMine = call.operator?.id === me.id;
  const isTalking = call.client_connected_at !== undefined;
  // A telephony server tries again by itself, and who talks needs no other time.
  const canWait = driver === "desk" && call.status === "start" && may(me, "chat") && (isMine || call.operator === null);
  const blocked = offline ? t("call.offline") : busy;
  const step = async (what: CallStep) => {
    if (offline || busy) return;
    setBusy(true);
    if (await stepCall(call.id, what)) setAsking(null);
    setBusy(false);
  };
  const on = (allowed: boolean, run: () => void) => () => {
    if (!allowed || asking !== null) return false;
    run();
    return true;
  };
  useKeys({
    t: on(call.operator === null && may(me, "chat"), () => void step({ do: "take" })),
    c: on(isMine && !isTalking, () => void step({ do: "connected" })),
    e: on(isMine && isTalking, () => void step({ do: "end" })),
    x: on(isMine, () => setAsking("missed")),
    l: on(canWait, () => setAsking("later")),
  });
  if (!may(me, "chat")) return <Banner tone="info">{t("call.readonly")}</Banner>;
  if (call.operator !== null && !isMine) return <p className="soft">{t("call.hint.other", { name: call.operator.name })}</p>;
  const later = canWait && (
    <Button icon={IconCalendarPlus} keys="L" unavailable={blocked} onClick={() => setAsking("later")}>
      {t("call.later")}
    </Button>
  );
  const dialogs = (
    <>
      {asking === "later" && (
        <LaterDialog
          call={call}
          blocked={blocked}
          onChoose={(due) => void step({ do: "later", due_at: due })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "missed" && (
        <MissedDialog call={call} canWait={canWait} blocked={blocked} onStep={(what) => void step(what)} onClose={() => setAsking(null)} />
      )}
    </>
  );
  if (call.operator === null)
    return (
      <div className="field">
        <p className="hint">{t(driver === "http" ? "call.hint.http" : "call.hint.take")}</p>
        <div className={later === false ? "outcome one" : "outcome"}>
          <Button variant="primary" icon={IconPhoneCall} keys="T" unavailable={blocked} onClick={() => void step({ do: "take" })}>
            {t("call.take")}
          </Button>
          {later}
        </div>
        {dialogs}
      </div>
    );
  return (
    <div className="field">
      <p className="hint">{t(driver === "http" ? "call.hint.http" : isTalking ? "call.hint.talk" : "call.hint.dial")}</p>
      <div className="outcome">
        {isTalking ? (
          <Button variant="primary" icon={IconPhoneCheck} keys="E" unavailable={blocked} onClick={() => void step({ do: "end" })}>
            {t("call.ended")}
          </Button>
        ) : (
          <Button variant="primary" icon={IconPhoneCall} keys="C" unavailable={blocked} onClick={() => void step({ do: "connected" })}>
            {t("call.connected")}
          </Button>
        )}
        <Button icon={IconPhoneX} keys="X" unavailable={blocked} onClick={() => setAsking("missed")}>
          {t("call.failed")}
        </Button>
        {later}
      </div>
      {dialogs}
    </div>
  );
}
