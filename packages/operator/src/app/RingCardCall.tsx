import type { CallSeen } from "@parlour/protocol/api";
import { IconClock, IconPhoneCall, IconPhoneIncoming } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../screens/calls/text.ts";
import { stepCall } from "../screens/calls/use-calls.ts";
import { callerName, readable } from "../screens/calls/words.ts";
import { useLiveStore } from "../state/live-context.tsx";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { duration, useNow } from "../ui/Time.tsx";

interface CardProps {
  call: CallSeen;
  /** How many others wait. */
  more: number;
  corner: boolean;
  offline: boolean;
}

/** A visitor waits to be called: who, which number, how long; Take and Skip. Never moves focus. */
export function CallCard({ call, more, corner, offline }: CardProps) {
  const live = useLiveStore();
  const navigate = useNavigate();
  const now = useNow(1000);
  const [busy, setBusy] = useState(false);
  const name = callerName(call);
  const take = async () => {
    setBusy(true);
    if (await stepCall(call.id, { do: "take" })) await navigate({ to: "/calls/{-$call}", params: { call: String(call.id) } });
    setBusy(false);
  };
  return (
    <section className={`ring float ${corner ? "corner" : ""}`} aria-label={t("callring.label", { name })}>
      <h2>
        <Icon of={IconPhoneIncoming} small /> {t("callring.title")} <span className="grow" />
        <span className="timer num">
          <Icon of={IconClock} small />
          {duration(now - Date.parse(call.created_at))}
        </span>
      </h2>
      <p className="about">
        <span className="medium" dir="auto">
          {name}
        </span>{" "}
        <span className="t12 faint">{call.channel.name}</span>
        <br /> <bdi className="num">{readable(call.phone)}</bdi>
      </p>
      <div className="acts">
        <Button variant="primary" icon={IconPhoneCall} unavailable={offline ? t("call.offline") : busy} onClick={() => void take()}>
          {t("call.take")}
        </Button>
        <Button onClick={() => live.skip(call.chat_id)}>{t("callring.skip")}</Button>
      </div>
      {more > 0 && (
        <Link className="morerings" to="/calls/{-$call}" params={{ call: undefined }}>
          {t("callring.more", { n: more })}
        </Link>
      )}
    </section>
  );
}
