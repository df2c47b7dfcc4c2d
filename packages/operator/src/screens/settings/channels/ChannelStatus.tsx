import type { Channel } from "@parlour/protocol";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import { Icon } from "../../../ui/Icon.tsx";
import { ChannelTestCard } from "./ChannelTestCard.tsx";
import { useHours, useOperatorPresence, useOperators } from "../../../state/api/queries.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { LastFailure, Timestamp } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";

interface ChannelStatusProps {
  channel: Channel;
  dirty: boolean;
}

/** Shows the current status and its reasons, the latest requests, and the test (CH-011, CH-113). */
export function ChannelStatus({ channel, dirty }: ChannelStatusProps) {
  const operators = useOperators().data ?? [];
  const getPresence = useOperatorPresence();
  const hours = useHours().data;
  const activeOperators = operators.filter(
    (operator) => operator.active && channel.operators.includes(operator.id),
  );
  const onlineCount = activeOperators.filter(
    (operator) => getPresence(operator) === "online",
  ).length;
  return (
    <>
      <SideCard id="s-now" title={t("status.title")}>
        <div className="now" aria-live="polite">
          <span className="big" data-value={channel.status} aria-hidden="true">
            {channel.status}
          </span>
          <p className="medium">
            {t(channel.status === 1 ? "status.available" : "status.unavailable")}
          </p>
          <p className="t13 faint">{t("status.asked", { value: channel.status })}</p>
        </div>
        <ul className="why">
          <Reason good={channel.enabled}>{t(channel.enabled ? "status.on" : "status.off")}</Reason>
          {hours !== undefined && (
            <Reason good={hours.open_now}>
              {t(
                hours.timezone === null
                  ? "status.hours"
                  : hours.open_now
                    ? "status.hours.open"
                    : "status.hours.shut",
              )}
            </Reason>
          )}
          <Reason good={onlineCount > 0}>
            {t("status.online", { online: onlineCount, all: activeOperators.length })}
          </Reason>
        </ul>
        <LastRequests channel={channel} />
      </SideCard>
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

function LastRequests({ channel }: { channel: Channel }) {
  return (
    <dl className="lasts">
      <dt>{t("status.in")}</dt>
      <dd>
        <Timestamp time={channel.last_inbound_at} />
      </dd>
      <dt>{t("status.out")}</dt>
      <dd>
        <Timestamp time={channel.last_success_at} />
      </dd>
      <dt>{t("status.failure")}</dt>
      <dd>
        <LastFailure failure={channel.last_failure} />
      </dd>
    </dl>
  );
}
