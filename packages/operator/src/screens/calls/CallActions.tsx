import type { Operator } from "@parlour/protocol";
import type { CallSeen } from "@parlour/protocol/api";
import { IconPhoneCall, IconPhoneCheck, IconPhoneX } from "@tabler/icons-react";
import { useState } from "react";
import { useKeys } from "../../app/keys.ts";
import { may } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Banner } from "../../ui/marks.tsx";
import { t } from "./text.ts";
import { stepCall, type CallStep } from "./use-calls.ts";

interface ActionsProps {
  call: CallSeen;
  me: Operator;
  offline: boolean;
  driver: "desk" | "http";
}
const reasons = ["no_answer_client", "busy", "wrong_number", "cancelled"] as const;

/** What an operator may do with a call as it stands: take it, say that it is connected, how it ended (API-060). */
export function CallActions({ call, me, offline, driver }: ActionsProps) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const isMine = call.operator?.id === me.id;
  const isTalking = call.client_connected_at !== undefined;
  const blocked = offline ? t("call.offline") : busy;
  const step = async (what: CallStep) => {
    if (offline || busy) return;
    setBusy(true);
    await stepCall(call.id, what);
    setAsking(false);
    setBusy(false);
  };
  const on = (allowed: boolean, run: () => void) => () => {
    if (!allowed || asking) return false;
    run();
    return true;
  };
  useKeys({
    t: on(call.operator === null && may(me, "chat"), () => void step({ do: "take" })),
    c: on(isMine && !isTalking, () => void step({ do: "connected" })),
    e: on(isMine && isTalking, () => void step({ do: "end" })),
    x: on(isMine, () => setAsking(true)),
  });
  if (!may(me, "chat")) return <Banner tone="info">{t("call.readonly")}</Banner>;
  if (call.operator !== null && !isMine) return <p className="soft">{t("call.hint.other", { name: call.operator.name })}</p>;
  if (call.operator === null)
    return (
      <div className="field">
        <p className="hint">{t(driver === "http" ? "call.hint.http" : "call.hint.take")}</p>
        <div className="outcome one">
          <Button variant="primary" icon={IconPhoneCall} keys="T" unavailable={blocked} onClick={() => void step({ do: "take" })}>
            {t("call.take")}
          </Button>
        </div>
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
        <Button icon={IconPhoneX} keys="X" unavailable={blocked} onClick={() => setAsking(true)}>
          {t("call.failed")}
        </Button>
      </div>
      <Dialog
        title={t("call.why.title")}
        open={asking}
        onClose={() => setAsking(false)}
        actions={<Button onClick={() => setAsking(false)}>{t("call.cancel")}</Button>}
      >
        <div className="whys">
          {reasons.map((reason) => (
            <Button key={reason} unavailable={blocked} onClick={() => void step({ do: "fail", reason })}>
              {t(`call.reason.${reason}`)}
            </Button>
          ))}
        </div>
      </Dialog>
    </div>
  );
}
