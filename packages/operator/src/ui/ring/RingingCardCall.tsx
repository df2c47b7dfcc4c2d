import type { CallWithVisitor } from "@parlour/protocol/api";
import { IconClock, IconPhoneCall, IconPhoneIncoming } from "@tabler/icons-react";
import { t } from "../calls/text.ts";
import { useTakeCall } from "../calls/use-calls.ts";
import { getVisitorName } from "../chat/visitor-name.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import { Button } from "../Button.tsx";
import { runOrToast } from "../mutation.ts";
import { Icon } from "../Icon.tsx";
import { PhoneNumber } from "../phone/PhoneNumber.tsx";
import { formatDuration, useNow } from "../time.ts";
import { RingingCardBody, RingingCardActions, RingingCardFrame } from "./RingingCardFrame.tsx";

interface CallCardProps {
  call: CallWithVisitor;
  /** Number of other waiting calls. */
  more: number;
  corner: boolean;
  offline: boolean;
}

/** Card for a visitor who waits to be called. It never takes the focus. */
export function CallCard({ call, more, corner, offline }: CallCardProps) {
  const live = useLiveClient();
  const now = useNow(1000);
  const { busy, take } = useTakeCall(call.id);
  const name = getVisitorName(call);
  return (
    <RingingCardFrame
      corner={corner}
      icon={IconPhoneIncoming}
      title={t("callring.title")}
      timer={
        <span className="timer num">
          <Icon of={IconClock} small />
          {formatDuration(now - Date.parse(call.created_at))}
        </span>
      }
      aria-label={t("callring.label", { name })}
    >
      <RingingCardBody name={name} channel={call.channel}>
        <br /> <PhoneNumber number={call.phone} />
      </RingingCardBody>
      <RingingCardActions
        more={more}
        linkText={t("callring.more", { n: more })}
        linkTarget={{ to: "/calls/{-$call}", params: { call: undefined } }}
      >
        <Button
          variant="primary"
          icon={IconPhoneCall}
          unavailable={offline ? t("call.offline") : busy}
          onClick={take}
        >
          {t("call.take")}
        </Button>
        <Button
          onClick={() =>
            void runOrToast(
              () => live.skip(call.chat_id),
              live.get().snapshot.chats.get(call.chat_id)?.chat,
            )
          }
        >
          {t("callring.skip")}
        </Button>
      </RingingCardActions>
    </RingingCardFrame>
  );
}
