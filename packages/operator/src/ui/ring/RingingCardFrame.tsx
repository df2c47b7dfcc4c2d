import type { Chat } from "@parlour/protocol";
import { IconWifiOff } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { useLiveState } from "../../state/live-context.tsx";
import { getErrorText } from "../loading/ErrorMessage.tsx";
import { Icon, type IconType } from "../Icon.tsx";
import { ChannelLabel } from "../chat/ChannelLabel.tsx";
import { toast } from "../dialog/toast.tsx";
import { useApiMutation } from "../mutation.ts";
import { t } from "./text.ts";

interface RingingCardFrameProps extends Omit<ComponentProps<"section">, "title"> {
  /** Whether the card is in the corner of another screen, not at the bottom of the list. */
  corner: boolean;
  icon: IconType;
  title: string;
  /** Elapsed or remaining time at the end of the title. */
  timer?: ReactNode;
  /** Button after the timer. */
  action?: ReactNode;
}

/**
 * Frame of a card that asks this operator to act. It never takes the focus by itself. Without a
 * connection it shows no time, because the request may have ended.
 */
export function RingingCardFrame({
  corner,
  icon,
  title,
  timer,
  action,
  className,
  children,
  ...section
}: RingingCardFrameProps) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const end = offline ? <OfflineMark /> : timer;
  return (
    <section
      {...section}
      className={["ring float", className, corner && "corner"].filter(Boolean).join(" ")}
    >
      <h2>
        <Icon of={icon} small /> {title}
        {(end !== undefined || action !== undefined) && (
          <>
            {" "}
            <span className="grow" />
            {end}
            {action}
          </>
        )}
      </h2>
      {children}
    </section>
  );
}

function OfflineMark() {
  return (
    <span className="timer warn">
      <Icon of={IconWifiOff} small />
      {t("ring.cut")}
    </span>
  );
}

/** Shows the visitor, the channel, and a message by them or another operator. */
export function RingingCardBody({
  name,
  channel,
  message = null,
  children,
}: {
  name: string;
  channel: Chat["channel"];
  message?: string | null;
  children?: ReactNode;
}) {
  return (
    <p className="about">
      <span className="medium" dir="auto">
        {name}
      </span>{" "}
      <span className="t12 faint">
        <ChannelLabel channel={channel} />
      </span>
      {children}
      {message !== null && (
        <>
          <br />
          <span className="soft freetext" dir="auto">
            {message}
          </span>
        </>
      )}
    </p>
  );
}

interface RingingCardActionsProps {
  children: ReactNode;
  /** Number of other ringing items. The link to them shows it. */
  more: number;
  linkText: string;
  linkTarget: LinkProps;
}

/** Renders the buttons of a card, and a link to the other ringing items. */
export function RingingCardActions({
  children,
  more,
  linkText,
  linkTarget,
}: RingingCardActionsProps) {
  return (
    <>
      <div className="acts">{children}</div>
      {more > 0 && (
        <Link className="morerings" {...linkTarget}>
          {linkText}
        </Link>
      )}
    </>
  );
}

/** Answers a transfer or invitation, one request at a time. An error names the chat. */
export function useCardAnswer(chat: Chat) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const { busy, run } = useApiMutation();
  return {
    /** Reason why the operator cannot answer now, or true while a request runs. */
    unavailable: offline ? t("handed.offline") : busy,
    answer: (request: () => Promise<unknown>, failureText: "called.stays") =>
      void run(request, (error) =>
        toast(t(failureText, { why: getErrorText(error) }), { tone: "bad", chat }),
      ),
  };
}
