import type { Reachability, ReachabilityList } from "@parlour/protocol/api/people/push";
import { IconBellOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { defineTexts } from "../../../text/index.ts";
import { Tag } from "../../../ui/badges.tsx";

const t = defineTexts({
  en: {
    "reach.none": "alerts not tested",
    "reach.none.hint":
      "This person has no device with push and has never tested their alerts. They may miss chats.",
    "reach.broken": "alerts failing: {rows}",
    "reach.row.sound": "sound",
    "reach.row.notification": "notification",
    "reach.row.push": "push",
    "reach.row.badge": "badge",
    "reach.row.connection": "connection",
  },
  ru: {
    "reach.none": "оповещения не проверены",
    "reach.none.hint":
      "Нет устройств с пушами, оповещения ни разу не проверены. Чаты могут остаться незамеченными.",
    "reach.broken": "не работают: {rows}",
    "reach.row.sound": "звук",
    "reach.row.notification": "уведомление",
    "reach.row.push": "пуш",
    "reach.row.badge": "значок",
    "reach.row.connection": "соединение",
  },
});
const alertKinds = ["sound", "notification", "push", "badge", "connection"] as const;

/** Returns how an operator can be notified. Loads it only for roles that manage the team. */
export function useReachability(): (operatorId: number) => Reachability | undefined {
  const me = useCurrentOperator();
  const { data } = useQuery({
    queryKey: ["reach"],
    queryFn: () => api.get<ReachabilityList>("/push/reach"),
    enabled: can(me, "operators.manage"),
  });
  return (operatorId) => data?.items.find((item) => item.operator_id === operatorId);
}

/** Marks operators who answer chats but cannot be notified. */
export function ReachabilityBadge({
  operator,
  reach,
}: {
  operator: { readonly answers_chats: boolean };
  reach: Reachability | undefined;
}) {
  if (reach === undefined || !operator.answers_chats) return null;
  const failedAlerts = alertKinds.filter((row) => reach.self_test?.broken.includes(row) === true);
  if (failedAlerts.length > 0)
    return (
      <Tag tone="warn" icon={IconBellOff}>
        {t("reach.broken", { rows: failedAlerts.map((row) => t(`reach.row.${row}`)).join(", ") })}
      </Tag>
    );
  if (reach.devices > 0 || reach.self_test !== null) return null;
  return (
    <span title={t("reach.none.hint")}>
      <Tag icon={IconBellOff}>{t("reach.none")}</Tag>
    </span>
  );
}
