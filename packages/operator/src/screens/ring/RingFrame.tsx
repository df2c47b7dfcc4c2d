import type { Chat } from "@parlour/protocol";
import { IconWifiOff } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { useLive } from "../../state/live-context.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { toast } from "../../ui/toast.tsx";
import { useDeed } from "../../ui/deed.ts";
import { t } from "./text.ts";

interface FrameProps extends Omit<ComponentProps<"section">, "title"> {
  /** In the corner of other screens, else at the foot of the list. */
  corner: boolean;
  icon: IconType;
  title: string;
  /** At the end of the title: how long, how long still. */
  timer?: ReactNode;
  /** A button behind it. */
  action?: ReactNode;
}

/**
 * A card that asks for this operator: what it is, then the rest. Never moves focus by itself. Without a connection no time runs on it:
 * nobody knows whether it still asks.
 */
export function RingFrame({ corner, icon, title, timer, action, className, children, ...section }: FrameProps) {
  const offline = useLive((state) => state.connection.kind === "offline");
  const end = offline ? <Cut /> : timer;
  return (
    <section {...section} className={["ring float", className, corner && "corner"].filter(Boolean).join(" ")}>
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

function Cut() {
  return (
    <span className="timer warn">
      <Icon of={IconWifiOff} small />
      {t("ring.cut")}
    </span>
  );
}

/** Who, and by which channel; below it what he or a colleague said. */
export function RingAbout({
  name,
  channel,
  said = null,
  children,
}: {
  name: string;
  channel: string;
  said?: string | null;
  children?: ReactNode;
}) {
  return (
    <p className="about">
      <span className="medium" dir="auto">
        {name}
      </span>{" "}
      <span className="t12 faint">{channel}</span>
      {children}
      {said !== null && (
        <>
          <br />
          <span className="soft said" dir="auto">
            {said}
          </span>
        </>
      )}
    </p>
  );
}

interface FootProps {
  /** What can be done. */
  children: ReactNode;
  /** How many others ring; the link to them says so. */
  more: number;
  words: string;
  others: Pick<LinkProps, "to" | "params">;
}

/** What can be done now, and the way to the others that ring. */
export function RingFoot({ children, more, words, others }: FootProps) {
  return (
    <>
      <div className="acts">{children}</div>
      {more > 0 && (
        <Link className="morerings" {...others}>
          {words}
        </Link>
      )}
    </>
  );
}

/** Answers what a colleague asked for, one answer at a time. A failure names the chat, because another one may be open by then. */
export function useAnswer(chat: Pick<Chat, "id" | "visitor">) {
  const offline = useLive((state) => state.connection.kind === "offline");
  const { busy, run } = useDeed();
  return {
    /** Why nothing can be answered now, or that it is being answered. */
    unavailable: offline ? t("handed.offline") : busy,
    answer: (work: () => Promise<unknown>, words: "called.failed" | "called.stays" | "handed.failed") =>
      void run(work, (error) => toast(t(words, { why: wordsOf(error) }), { tone: "bad", chat })),
  };
}
