import type { Operator } from "@parlour/protocol";
import type { AccountHours, CallWithVisitor, CallSettings } from "@parlour/protocol/api";
import { IconX } from "@tabler/icons-react";
import { i18n } from "../../text/index.ts";
import { Button } from "../../ui/Button.tsx";
import { Contacts } from "../../ui/visitor/Contacts.tsx";
import { WebhookFields } from "../../ui/visitor/WebhookFields.tsx";
import { CurrentVisit } from "../../ui/visitor/CurrentVisit.tsx";
import { VisitorSummary } from "../../ui/visitor/VisitorSummary.tsx";
import { getEffectiveCallHours } from "./HoursTag.tsx";
import { t } from "../../ui/calls/text.ts";
import { useCallChat } from "./use-call-chat.ts";
import { useCall } from "../../ui/calls/use-calls.ts";
import { HoursPart } from "./panel/HoursPart.tsx";
import { CallersPart } from "./panel/CallersPart.tsx";
import { EarlierCalls } from "./panel/EarlierCalls.tsx";

interface CallPanelProps {
  readonly id: number;
  readonly me: Operator;
  readonly settings: CallSettings | undefined;
  readonly hours: AccountHours | undefined;
  readonly onClose: () => void;
}

/** Shows the visitor of a call, earlier calls, hours, available operators, and minutes. */
export function CallPanel({ id, me, settings, hours, onClose }: CallPanelProps) {
  const call = useCall(id).data;
  return (
    <aside className="pane panel" aria-labelledby="call-panel" data-pane>
      <header className="head">
        <h2 className="grow" id="call-panel">
          {t("call.panel")}
        </h2>
        <Button
          variant="quiet"
          icon={IconX}
          aria-label={t("call.panel.hide")}
          keys="]"
          onClick={onClose}
        />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("call.panel.details")}>
        {call && <VisitorPart call={call} me={me} />}
        {call && <EarlierCalls call={call} me={me} />}
        {settings && (
          <HoursPart
            hours={getEffectiveCallHours(settings, hours)}
            openNow={settings.open_now}
            me={me}
          />
        )}
        <CallersPart me={me} />
        {typeof settings?.balance_min === "number" && (
          <MinutesPart minutes={settings.balance_min} />
        )}
      </section>
    </aside>
  );
}

function MinutesPart({ minutes }: { minutes: number }) {
  return (
    <section className="part minutes">
      <h3>{t("call.minutes")}</h3>
      <span className="num t13">{i18n.number(minutes)}</span>
    </section>
  );
}

function VisitorPart({ call, me }: { call: CallWithVisitor; me: Operator }) {
  const chat = useCallChat(call.chat_id);
  const { visitor } = call;
  return (
    <>
      <div className="part">
        <VisitorSummary chat={call} />
        <Contacts visitor={visitor} channel={call.channel.kind} />
      </div>
      {chat && <WebhookFields chat={chat} me={me} />}
      {chat && <CurrentVisit chat={chat} />}
    </>
  );
}
