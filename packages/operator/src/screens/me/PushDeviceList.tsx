import type { PushDevice } from "@parlour/protocol/api/people/push";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { unsubscribePush, loadPushDevices, removePushDevice } from "../../state/alerts/push.ts";
import { MutationButton } from "../../ui/MutationButton.tsx";
import { ErrorMessage, getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { Tag } from "../../ui/badges.tsx";
import { formatFullTime } from "../../ui/time.ts";
import { toast } from "../../ui/dialog/toast.tsx";
import { t } from "./text.ts";
import "../../ui/device-list.css";

/** Lists the operator's browsers with push notifications, and when each was last reached. */
export function PushDeviceList() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["push"],
    queryFn: ({ signal }) => loadPushDevices(signal),
  });
  const remove = async ({ id, name, here }: PushDevice) => {
    try {
      await removePushDevice(id);
      if (here) await unsubscribePush();
      toast(t("devices.removed", { name }));
    } catch (fault) {
      toast(getErrorText(fault), { tone: "bad" });
    }
    await queries.invalidateQueries({ queryKey: ["push"] });
  };
  return (
    <section className="card" aria-labelledby="s-devices">
      <h2 id="s-devices">{t("devices.group")}</h2>
      <p className="t13 soft">{t("devices.hint")}</p>
      {error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="t13">{t("devices.none")}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="devices">
          {data.map((device) => (
            <li key={device.id}>
              <span className="grow">
                {device.name} {device.here && <Tag>{t("devices.here")}</Tag>}
                <small className="faint">
                  {device.last_success_at === null
                    ? t("devices.never")
                    : t("devices.last", { time: formatFullTime(device.last_success_at) })}
                </small>
              </span>
              <MutationButton
                small
                aria-label={t("devices.remove.what", { name: device.name })}
                mutate={() => remove(device)}
              >
                {t("devices.remove")}
              </MutationButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
