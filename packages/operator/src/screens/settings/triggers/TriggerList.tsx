import type { Trigger } from "@parlour/protocol/api";
import { IconArrowDown, IconArrowUp, IconBolt, IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Banner, Tag } from "../../../ui/marks.tsx";
import { stale, useAllChannels } from "../data.ts";
import { ListPage } from "../ListPage.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";
import "./triggers.css";
import { useReplaced, useTriggers } from "./use-triggers.ts";

/** Settings → Triggers (API-041): in their order, on and off. */
export function TriggerList() {
  const triggers = useTriggers();
  const replaced = useReplaced();
  const channels = useAllChannels();
  const queries = useQueryClient();
  const offline = useLive((state) => state.connection.kind === "offline");
  const [failure, setFailure] = useState<unknown>(null);
  const put = (next: readonly Trigger[], send: Promise<unknown>): void => {
    setFailure(null);
    queries.setQueryData(["triggers"], next);
    send.catch(setFailure).finally(() => stale("triggers"));
  };
  const move = (things: readonly Trigger[], n: number, by: -1 | 1): void => {
    const next = [...things];
    const [one] = next.splice(n, 1);
    if (one === undefined) return;
    next.splice(n + by, 0, one);
    put(next, api.put("/triggers/order", { ids: next.filter(({ managed }) => !managed).map(({ id }) => id) }));
    announce(t("order.moved", { name: one.name, n: n + by + 1 }));
  };
  const turn = (things: readonly Trigger[], trigger: Trigger): void => {
    const enabled = !trigger.enabled;
    put(
      things.map((one) => (one.id === trigger.id ? { ...one, enabled } : one)),
      api.patch(`/triggers/${trigger.id}`, { enabled }),
    );
  };
  const namesOf = (ids: readonly number[] | null): string =>
    ids === null
      ? t("where.all")
      : ids
          .map((id) => channels.data?.find((one) => one.id === id)?.name ?? "")
          .filter((name) => name !== "")
          .join(", ");
  const pages = replaced.data?.pages.length ?? 0;
  return (
    <ListPage<Trigger>
      read={triggers}
      title={t("triggers.title")}
      about={t("triggers.about")}
      add={
        <Link className="btn primary" to="/settings/$" params={{ _splat: "triggers/new" }}>
          <Icon of={IconPlus} /> {t("triggers.new")}
        </Link>
      }
      empty={{ icon: IconBolt, title: t("triggers.empty"), text: t("triggers.empty.text") }}
      above={
        <>
          {failure !== null && <Failure error={failure} />}
          {pages > 0 && (
            <Banner tone="info">
              <details>
                <summary>{t("triggers.replaced", { n: pages })}</summary>
                <ul className="t13">
                  {replaced.data?.pages.map(({ channel_id: id, url }) => (
                    <li key={`${id} ${url}`} className="mono">
                      {url}
                    </li>
                  ))}
                </ul>
              </details>
            </Banner>
          )}
        </>
      }
    >
      {(things) => (
        <div className="card">
          <table className="things triggers">
            <thead>
              <tr>
                <th scope="col">{t("trigger.name")}</th>
                <th scope="col">{t("trigger.then")}</th>
                <th scope="col">{t("trigger.once")}</th>
                <th scope="col">{t("trigger.when")}</th>
                <th scope="col">{t("trigger.on")}</th>
                <th scope="col">{t("order.head")}</th>
              </tr>
            </thead>
            <tbody>
              {things.map((trigger, n) => {
                const isFirst = n === 0 || things[n - 1]?.managed === true;
                return (
                  <tr key={trigger.id}>
                    <th scope="row">
                      <Link to="/settings/$" params={{ _splat: `triggers/${trigger.id}` }}>
                        <bdi>{trigger.name}</bdi>
                      </Link>
                      {trigger.managed && <Tag>parlour.yaml</Tag>}
                    </th>
                    <td className="whole" data-label={t("trigger.then")}>
                      {trigger.do.map((action) => t(`act.${actKind(action)}`)).join(", ")}
                    </td>
                    <td data-label={t("trigger.once")}>{t(`once.${trigger.once}`)}</td>
                    <td data-label={t("trigger.when")}>
                      <bdi>{namesOf(trigger.channels)}</bdi>
                    </td>
                    <td data-label={t("trigger.on")}>
                      <input
                        type="checkbox"
                        role="switch"
                        className="switch"
                        aria-label={t("trigger.switch", { name: trigger.name })}
                        checked={trigger.enabled}
                        aria-checked={trigger.enabled}
                        disabled={trigger.managed || offline}
                        onChange={() => turn(things, trigger)}
                      />
                    </td>
                    <td data-label={t("order.head")}>
                      {trigger.managed ? (
                        <span className="faint">–</span>
                      ) : (
                        <span className="order">
                          <Button
                            variant="quiet"
                            small
                            icon={IconArrowUp}
                            aria-label={t("order.up", { name: trigger.name })}
                            unavailable={offline ? shared("page.offline") : isFirst}
                            onClick={() => move(things, n, -1)}
                          />
                          <Button
                            variant="quiet"
                            small
                            icon={IconArrowDown}
                            aria-label={t("order.down", { name: trigger.name })}
                            unavailable={offline ? shared("page.offline") : n === things.length - 1}
                            onClick={() => move(things, n, 1)}
                          />
                        </span>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </ListPage>
  );
}
const actKind = (action: Trigger["do"][number]): "invitation" | "open" | "call" | "label" =>
  action.type === "open" ? (action.start === "call" ? "call" : "open") : action.type;
