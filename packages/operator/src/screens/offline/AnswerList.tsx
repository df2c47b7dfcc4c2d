import type { Delivery, Operator } from "@parlour/protocol";
import type { OfflineMessageWithDeliveries } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { ChatLink } from "../../ui/open-chat/parts.tsx";
import { api } from "../../state/api/api.ts";
import { can } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Tag, type Tone } from "../../ui/badges.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { formatFullTime } from "../../ui/time.ts";
import { t } from "./text.ts";
import { runMessageAction } from "./use-offline-messages.ts";

/** Maximum number of attempts per delivery, as in mail/policy.ts of the server. */
const maxAttempts = 8;

interface AnswerListProps {
  message: OfflineMessageWithDeliveries;
  me: Operator;
  offline: boolean;
}

/** Lists the team's answers and the delivery state of each email. */
export function AnswerList({ message, me, offline }: AnswerListProps) {
  const { answers = [], deliveries } = message;
  if (answers.length === 0) return null;
  return (
    <section aria-labelledby="left-answers">
      <h3 id="left-answers">{t("answers.title")}</h3>
      <ol className="answers">
        {answers.map((answer, n) => (
          <li key={answer.at}>
            <p className="medium" dir="auto">
              {answer.via === "mail"
                ? t("answers.mail", { name: answer.by.name, to: answer.to ?? "" })
                : t("answers.chat", { name: answer.by.name })}{" "}
              <time className="t12 faint" dateTime={answer.at}>
                {formatFullTime(answer.at)}
              </time>
            </p>
            {answer.via === "mail" && (
              <>
                <p className="freetext" dir="auto">
                  <b>{answer.subject}</b>
                  {"\n"}
                  {answer.text}
                </p>
                <MailDelivery delivery={deliveries[n] ?? null} me={me} offline={offline} />
              </>
            )}
            {answer.chat_id !== undefined && (
              <ChatLink chatId={answer.chat_id} view="all">
                {t("answers.open")}
              </ChatLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface MailDeliveryProps {
  delivery: Delivery | null;
  me: Operator;
  offline: boolean;
}

/** Shows the delivery state of an email, in the terms of CORE-052. */
function MailDelivery({ delivery, me, offline }: MailDeliveryProps) {
  const { busy, run } = useApiMutation();
  if (delivery === null) return null;
  const { state, attempts } = delivery;
  const tone: Tone | undefined =
    state === "delivered" ? "ok" : state !== "pending" ? "bad" : attempts > 0 ? "warn" : undefined;
  const hasFailed = state === "dead" || state === "failed";
  return (
    <div className="fate">
      <Tag tone={tone}>{deliveryText(delivery)}</Tag>
      {hasFailed && can(me, "deliveries.read") && (
        <Button
          small
          unavailable={offline ? t("offlinemessage.off") : busy}
          onClick={() => void run(() => runMessageAction(() => api.retryDelivery(delivery.id)))}
        >
          {t("answers.again")}
        </Button>
      )}
      {can(me, "deliveries.read") && (
        <Link
          to="/integrations/$"
          params={{ _splat: "deliveries" }}
          search={{ endpoint: delivery.endpoint.id } as never}
        >
          {t("answers.ledger")}
        </Link>
      )}
    </div>
  );
}

function deliveryText({ state, attempts, error }: Delivery): string {
  const reason = error?.message ?? "";
  if (state === "delivered") return t("answers.state.delivered");
  if (state !== "pending") return t("answers.state.dead", { why: reason });
  return attempts === 0
    ? t("answers.state.pending")
    : t("answers.state.retrying", { n: attempts, of: maxAttempts, why: reason });
}
