import { IconClock, IconInfoCircle, IconLock, IconSend2 } from "@tabler/icons-react";
import { useLive } from "../../../state/live-context.tsx";
import type { Footing } from "../../../state/live-state.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { t } from "../text.ts";
import type { Amount } from "./amount.ts";
import { Tools } from "./Tools.tsx";
import type { Writing } from "./writing.ts";

interface FootProps {
  writing: Writing;
  amount: Amount;
  delay: Delay;
  footing: Footing;
  id: string;
}

/**
 * Tools, length, Send button, and the reason for a delay. Element ids: `<id>-count` and `<id>-why`.
 */
export function Foot({ writing, amount, delay, footing, id }: FootProps) {
  const isNote = writing.mode === "note";
  const { why, isLater } = delay;
  const verb = isNote ? t("composer.addnote") : amount.count > 1 ? t("composer.split", { n: amount.count }) : t("composer.send");
  return (
    <>
      <div className="tools">
        <Tools writing={writing} />
        {isNote && (
          <span className="line4 t12 notehint">
            <Icon of={IconLock} small />
            {t("composer.note.placeholder")}
          </span>
        )}
        <Count amount={amount} id={`${id}-count`} />
        <Button
          type="submit"
          variant={isNote || (footing === "take" && amount.isEmpty) ? undefined : "primary"}
          icon={isLater ? IconClock : IconSend2}
          iconEnd
          flipIcon
          unavailable={amount.isTooLong}
          aria-describedby={why ? `${id}-why` : undefined}
        >
          {verb}
        </Button>
      </div>
      {why && (
        <p id={`${id}-why`} className="t12 soft line4 whynot">
          <Icon of={IconInfoCircle} small /> {why}
        </p>
      )}
    </>
  );
}

interface Delay {
  /** Text of the reason. Null if there is none to show. */
  readonly why: string | null;
  /** Whether sending waits. */
  readonly isLater: boolean;
}

/** Returns whether sending waits for the connection. */
export function useDelay({ isEmpty }: Amount): Delay {
  const connection = useLive((state) => state.connection).kind;
  const isAway = connection === "offline" || connection === "connecting";
  const isCatchingUp = connection === "catching_up";
  const why = isCatchingUp ? t("composer.catching") : isAway && !isEmpty ? t("composer.queued") : null;
  return { why, isLater: isAway || isCatchingUp };
}

function Count({ amount: { length, limit, isTooLong, isCounted }, id }: { amount: Amount; id: string }) {
  return (
    <span className={length > limit ? "count num warning" : "count num"} id={id}>
      {isTooLong ? t("composer.over", { n: length - limit, limit }) : isCounted ? `${length}/${limit}` : ""}
    </span>
  );
}
