import type { Channel, Operator } from "@parlour/protocol";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Icon } from "../../ui/Icon.tsx";
import { exactTime } from "../../ui/Time.tsx";
import { ChannelTestCard } from "./ChannelTest.tsx";
import { useHours, usePresenceOf } from "./data.ts";
import { Card } from "./Group.tsx";
import { At } from "./parts.tsx";
import { t } from "./text.ts";

/** Shows the current status with its reasons, the last requests and the test (CH-011, CH-113). */
export function ChannelSide({ channel, operators, dirty }: { channel: Channel; operators: readonly Operator[]; dirty: boolean }) {
  const presenceOf = usePresenceOf();
  const { data: hours } = useHours();
  const chosen = operators.filter((operator) => operator.active && channel.operators.includes(operator.id));
  const online = chosen.filter((operator) => presenceOf(operator) === "online").length;
  return (
    <>
      <Card id="s-now" title={t("status.title")}>
        <div className="now" aria-live="polite">
          <span className="big" data-value={channel.status} aria-hidden="true">
            {channel.status}
          </span>
          <p className="medium">{t(channel.status === 1 ? "status.available" : "status.unavailable")}</p>
          <p className="t13 faint">{t("status.asked", { value: channel.status })}</p>
        </div>
        <ul className="why">
          <Reason good={channel.enabled}>{t(channel.enabled ? "status.on" : "status.off")}</Reason>
          {hours !== undefined && (
            <Reason good={hours.open_now}>
              {t(hours.timezone === null ? "status.hours" : hours.open_now ? "status.hours.open" : "status.hours.shut")}
            </Reason>
          )}
          <Reason good={online > 0}>{t("status.online", { online, all: chosen.length })}</Reason>
        </ul>
        <Lasts channel={channel} />
      </Card>
      <ChannelTestCard id={channel.id} dirty={dirty} />
    </>
  );
}

function Reason({ good, children }: { good: boolean; children: string }) {
  return (
    <li>
      <Icon of={good ? IconCheck : IconMinus} small className={good ? "success" : "warning"} />
      {children}
    </li>
  );
}

function Lasts({ channel: { last_inbound_at: inbound, last_success_at: success, last_failure: failure } }: { channel: Channel }) {
  return (
    <dl className="lasts">
      <dt>{t("status.in")}</dt>
      <dd>
        <At time={inbound} />
      </dd>
      <dt>{t("status.out")}</dt>
      <dd>
        <At time={success} />
      </dd>
      <dt>{t("status.failure")}</dt>
      <dd>
        {failure === null ? (
          <span className="faint">{t("page.never")}</span>
        ) : (
          <Link to="/integrations/$" params={{ _splat: "deliveries" }} title={exactTime(failure.at)}>
            <At time={failure.at} /> · {failure.outcome}
            {failure.status !== null && ` ${failure.status}`}
          </Link>
        )}
      </dd>
    </dl>
  );
}
