import type { Operator } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { IconCalendarPlus, IconPhoneCall, IconPhoneCheck, IconPhoneX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { can } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { PostponeDialog } from "./PostponeDialog.tsx";
import { NotReachedDialog } from "./NotReachedDialog.tsx";
import { t } from "../../../ui/calls/text.ts";
import { runCallAction, type CallAction } from "../../../ui/calls/use-calls.ts";

interface CallActionsProps {
  call: CallWithVisitor;
  me: Operator;
  offline: boolean;
  driver: "desk" | "http";
}
/**
 * Shows the actions on a call in its current state: take it, mark it as connected, record the
 * result, postpone it (API-281).
 */
export function CallActions({ call, me, offline, driver }: CallActionsProps) {
  const { busy, run } = useApiMutation();
  const label = useId();
  const [dialog, setDialog] = useState<"missed" | "later" | null>(null);
  const isMine = call.operator?.id === me.id;
  // A telephony server retries automatically, and a connected call cannot be postponed.
  const canWait =
    driver === "desk" &&
    call.status === "start" &&
    can(me, "chats.answer") &&
    (isMine || call.operator === null);
  const blocked = offline ? t("call.offline") : busy;
  const runAction = (action: CallAction) => {
    if (offline) return;
    void run(async () => {
      if (await runCallAction(call.id, action)) setDialog(null);
    });
  };
  const controls: CallControls = { blocked, canWait, runAction, openDialog: setDialog };
  useCallShortcuts(
    call,
    {
      isMine,
      canTake: call.operator === null && can(me, "chats.answer"),
      isAsking: dialog !== null,
    },
    controls,
  );
  if (!can(me, "chats.answer")) return <Banner tone="info">{t("call.readonly")}</Banner>;
  if (call.operator !== null && !isMine)
    return <p className="soft">{t("call.hint.other", { name: call.operator.name })}</p>;
  return (
    <div className="field">
      {call.operator === null ? (
        <TakeButtons {...controls} />
      ) : (
        <>
          <span className="label" id={label}>
            {t("call.result")}
          </span>
          <OutcomeButtons isTalking={isTalking(call)} label={label} {...controls} />
        </>
      )}
      <p className="hint">{t(hintKey(call, driver))}</p>
      {call.operator !== null && canWait && <p className="hint">{t("call.hint.again")}</p>}
      {dialog === "later" && (
        <PostponeDialog
          call={call}
          blocked={blocked}
          onChoose={(due) => runAction({ do: "later", due_at: due })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "missed" && (
        <NotReachedDialog
          call={call}
          canWait={canWait}
          blocked={blocked}
          onAction={runAction}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

interface CallControls {
  /** Reason why the actions are unavailable, or true while an action runs. */
  blocked: string | boolean;
  canWait: boolean;
  runAction: (what: CallAction) => void;
  openDialog: (what: "missed" | "later") => void;
}

const isTalking = (call: CallWithVisitor): boolean => call.client_connected_at !== undefined;

function hintKey(call: CallWithVisitor, driver: "desk" | "http") {
  if (driver === "http") return "call.hint.http";
  if (call.operator === null) return "call.hint.take";
  return isTalking(call) ? "call.hint.talk" : "call.hint.dial";
}

function useCallShortcuts(
  call: CallWithVisitor,
  permissions: { isMine: boolean; canTake: boolean; isAsking: boolean },
  { canWait, runAction, openDialog }: CallControls,
): void {
  const on = (allowed: boolean, run: () => void) => () => {
    if (!allowed || permissions.isAsking) return false;
    run();
    return true;
  };
  useShortcuts({
    t: on(permissions.canTake, () => runAction({ do: "take" })),
    c: on(permissions.isMine && !isTalking(call), () => runAction({ do: "connected" })),
    e: on(permissions.isMine && isTalking(call), () => runAction({ do: "end" })),
    x: on(permissions.isMine, () => openDialog("missed")),
    l: on(canWait, () => openDialog("later")),
  });
}

function TakeButtons({ blocked, canWait, runAction, openDialog }: CallControls) {
  return (
    <div className={canWait ? "outcome" : "outcome one"}>
      <Button
        variant="primary"
        icon={IconPhoneCall}
        keys="T"
        unavailable={blocked}
        onClick={() => runAction({ do: "take" })}
      >
        {t("call.take")}
      </Button>
      {canWait && <PostponeButton blocked={blocked} openDialog={openDialog} />}
    </div>
  );
}

/** Renders buttons for the result: connected, reached, not reached or postponed. */
function OutcomeButtons({
  isTalking,
  label,
  blocked,
  canWait,
  runAction,
  openDialog,
}: CallControls & { isTalking: boolean; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is no grid container in all browsers
    <div className="outcome" role="group" aria-labelledby={label}>
      {isTalking ? (
        <Button
          variant="primary"
          icon={IconPhoneCheck}
          keys="E"
          unavailable={blocked}
          onClick={() => runAction({ do: "end" })}
        >
          {t("call.ended")}
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={IconPhoneCall}
          keys="C"
          unavailable={blocked}
          onClick={() => runAction({ do: "connected" })}
        >
          {t("call.connected")}
        </Button>
      )}
      <Button icon={IconPhoneX} keys="X" unavailable={blocked} onClick={() => openDialog("missed")}>
        {t("call.failed")}
      </Button>
      {canWait && <PostponeButton blocked={blocked} openDialog={openDialog} />}
    </div>
  );
}

function PostponeButton({ blocked, openDialog }: Pick<CallControls, "blocked" | "openDialog">) {
  return (
    <Button
      icon={IconCalendarPlus}
      keys="L"
      unavailable={blocked}
      onClick={() => openDialog("later")}
    >
      {t("call.later")}
    </Button>
  );
}
