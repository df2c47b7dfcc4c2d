import type { Message } from "@parlour/protocol";
import { IconArrowForwardUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { clockTime, exactTime } from "../../ui/Time.tsx";
import { useOperatorNames } from "./people.ts";
import { foldReminders } from "./reminders.ts";
import { t } from "./text.ts";
import { t as desk } from "./transfer/text.ts";
import { WhyLine } from "./transfer/WhyLine.tsx";
import { systemText } from "./words.ts";

/** System lines in a row; reminders that follow each other are one line that opens (CORE-035). */
export function SystemLines({ messages }: { messages: readonly Message[] }) {
  return foldReminders(messages).map(([first, ...more]) =>
    more.length === 0 ? <SystemLine key={first.seq} message={first} /> : <Reminders key={first.seq} lines={[first, ...more]} />,
  );
}

function SystemLine({ message }: { message: Message }) {
  // Some lines name operators: they are drawn again when the names are here.
  useOperatorNames();
  const earlier = message.line?.code === "continued" ? Number(message.line.detail) : 0;
  return (
    <p className="sys">
      {message.line?.code === "continued" && <Icon of={IconArrowForwardUp} small flip />}
      <span dir="auto">{systemText(message)}</span>
      {earlier > 0 && (
        <Link to="/inbox/$view/{-$chat}" params={{ view: "closed", chat: String(earlier) }}>
          {t("line.continued.link")}
        </Link>
      )}
      {message.line?.assignment && <WhyLine assignment={message.line.assignment} at={message.created_at} />}
      <LineTime at={message.created_at} />
    </p>
  );
}

/** How often administrators were reminded, and when last; each reminder on demand. */
function Reminders({ lines }: { lines: readonly Message[] }) {
  const [open, setOpen] = useState(false);
  const last = lines.at(-1);
  return (
    <>
      <p className="sys">
        <span>{desk("line.reminded", { n: lines.length })}</span>
        {last && <LineTime at={last.created_at} />}
        <Button variant="text" small aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? desk("line.reminded.less") : desk("line.reminded.all")}
        </Button>
      </p>
      {open && lines.map((message) => <SystemLine key={message.seq} message={message} />)}
    </>
  );
}

function LineTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {clockTime(at)}
    </time>
  );
}
