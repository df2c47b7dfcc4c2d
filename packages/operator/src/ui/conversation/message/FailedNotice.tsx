import type { Message, MessageDelivery } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import { use, useState } from "react";
import { useLiveClient } from "../../../state/live-context.tsx";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../Button.tsx";
import { CopyButton } from "../../copy/CopyButton.tsx";
import { toast } from "../../dialog/toast.tsx";
import { getErrorText } from "../../loading/ErrorMessage.tsx";
import { t as emailText } from "../email-text.ts";
import { reasonText } from "../format.ts";
import { ChannelKindContext } from "../channel-kind.ts";
import {
  countUnknownRecipients,
  getDeliveryStatus,
  type FailureReason,
} from "../delivery-status.ts";
import { t } from "../text.ts";

type FailedRecipient = NonNullable<MessageDelivery["failed_recipients"]>[number];

/** Shows why a message did not arrive, for each recipient, and what can be done (MAIL-146). */
export function FailedNotice({ message }: { message: Message }) {
  const channel = use(ChannelKindContext);
  const status = getDeliveryStatus(message, channel);
  const recipients = message.delivery?.failed_recipients ?? [];
  const failed = status?.kind === "failed" ? status : null;
  return (
    <div className="fail">
      <RecipientLines recipients={recipients} message={message} />
      {failed?.reason != null && recipients.length === 0 && (
        <Reason reason={failed.reason} attempts={failed.attempts} />
      )}
      {failed !== null && <FailedActions message={message} />}
    </div>
  );
}

function Reason({ reason, attempts }: { reason: FailureReason; attempts: number }) {
  const channel = use(ChannelKindContext);
  return (
    <p dir="auto">
      {reasonText(reason, channel)}
      {attempts > 1 && <> {t("fail.tries", { n: attempts })}</>}
      {"code" in reason ? "." : ""}
    </p>
  );
}

/** Shows a line for each recipient who did not get the email, and how many got it. */
function RecipientLines({
  recipients,
  message: { email },
}: {
  recipients: readonly FailedRecipient[];
  message: Message;
}) {
  if (recipients.length === 0) return null;
  const total = email === undefined ? 0 : email.to.length + email.cc.length + email.bcc.length;
  const others = total - recipients.length;
  return (
    <>
      {recipients.map((recipient) => (
        <p
          key={recipient.address}
          dir="auto"
          className={recipient.state === "failed" ? "danger" : ""}
        >
          {recipientText(recipient)}
        </p>
      ))}
      {others > 0 && <p>{emailText("failed.others", { n: others })}</p>}
    </>
  );
}

function recipientText({ address, code, message, state }: FailedRecipient): string {
  if (state !== "failed") return emailText(`failed.${state}`, { address });
  const known = reasons[code];
  if (known !== undefined) return emailText("failed.reason", { address, why: emailText(known) });
  return message === ""
    ? emailText("failed.plain", { address })
    : emailText("failed.reason", { address, why: emailText("failed.server", { text: message }) });
}
const reasons: Readonly<
  Record<string, "failed.unknown" | "failed.full" | "failed.refused" | undefined>
> = {
  "5.1.1": "failed.unknown",
  "5.1.10": "failed.unknown",
  "5.2.2": "failed.full",
  recipient_refused: "failed.refused",
};

function FailedActions({ message }: { message: Message }) {
  const live = useLiveClient();
  const me = useCurrentOperator();
  const [isAsking, setAsking] = useState(false);
  const { delivery } = message;
  const unknown = countUnknownRecipients(message);
  const retry = async () => {
    setAsking(false);
    try {
      await live.retryMessage(message);
    } catch (error) {
      const chat = live.get().snapshot.chats.get(message.chat_id)?.chat;
      toast(t("fail.againfailed", { why: getErrorText(error) }), { tone: "bad", chat });
    }
  };
  if (isAsking)
    return (
      <>
        <p>{emailText("failed.ask", { n: unknown })}</p>
        <span className="line">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone */}
          <Button variant="text" autoFocus onClick={() => void retry()}>
            {emailText("failed.ask.all", { n: unknown })}
          </Button>
          <Button variant="text" onClick={() => setAsking(false)}>
            {emailText("failed.ask.cancel")}
          </Button>
        </span>
      </>
    );
  return (
    <span className="line">
      {delivery && can(me, "chats.answer") && (
        <Button variant="text" onClick={() => (unknown > 0 ? setAsking(true) : void retry())}>
          {t("fail.again")}
        </Button>
      )}
      {message.text !== "" && (
        <CopyButton variant="text" text={message.text} label={t("fail.copy")} />
      )}
      {delivery && can(me, "deliveries.read") && (
        <Link to="/integrations/$" params={{ _splat: `deliveries/${delivery.id}` }}>
          {t("fail.details")}
        </Link>
      )}
    </span>
  );
}
