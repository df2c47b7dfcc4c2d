import type { Trigger } from "@parlour/protocol/api";
import { IconArrowDown, IconArrowUp, IconBolt } from "@tabler/icons-react";
import { useLive } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { useAllChannels } from "../data.ts";
import { AddLink, ListPage } from "../ListPage.tsx";
import { t as shared } from "../text.ts";
import { ThingName, Things } from "../Things.tsx";
import { t } from "./text.ts";
import "./triggers.css";
import { useTriggerDeeds, type TriggerDeeds } from "./use-trigger-deeds.ts";
import { useReplaced, useTriggers } from "./use-triggers.ts";

/** Settings → Triggers (API-041): order, on and off. */
export function TriggerList() {
  const triggers = useTriggers();
  const deeds = useTriggerDeeds();
  return (
    <ListPage<Trigger>
      read={triggers}
      title={t("triggers.title")}
      about={t("triggers.about")}
      add={<AddLink to="triggers/new">{t("triggers.new")}</AddLink>}
      empty={{ icon: IconBolt, title: t("triggers.empty"), text: t("triggers.empty.text") }}
      above={
        <>
          {deeds.failure !== null && <Failure error={deeds.failure} />}
          <Replaced />
        </>
      }
    >
      {(triggers) => <TriggerTable all={triggers} deeds={deeds} />}
    </ListPage>
  );
}

/** Lists pages whose own setRules call replaces these triggers. */
function Replaced() {
  const { data } = useReplaced();
  if (data === undefined || data.pages.length === 0) return null;
  return (
    <Banner tone="info">
      <details>
        <summary>{t("triggers.replaced", { n: data.pages.length })}</summary>
        <ul className="t13">
          {data.pages.map(({ channel_id: id, url }) => (
            <li key={`${id} ${url}`} className="mono">
              {url}
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}

interface All {
  /** In their order. */
  readonly all: readonly Trigger[];
  readonly deeds: TriggerDeeds;
}

function TriggerTable({ all, deeds }: All) {
  return (
    <div className="card">
      <Things
        things={all}
        className="triggers"
        name={{ head: t("trigger.name"), cell: (trigger) => <ThingName of={trigger} page="triggers" /> }}
        columns={[
          {
            head: t("trigger.then"),
            className: "whole",
            cell: (trigger) => trigger.do.map((action) => t(`act.${actKind(action)}`)).join(", "),
          },
          { head: t("trigger.once"), cell: (trigger) => t(`once.${trigger.once}`) },
          { head: t("trigger.when"), cell: (trigger) => <ChannelNames ids={trigger.channels} /> },
          { head: t("trigger.on"), cell: (trigger) => <OnOff trigger={trigger} onTurn={() => deeds.turn(all, trigger)} /> },
          { head: t("order.head"), cell: (trigger, n) => <Order all={all} deeds={deeds} trigger={trigger} n={n} /> },
        ]}
      />
    </div>
  );
}

function ChannelNames({ ids }: { ids: readonly number[] | null }) {
  const channels = useAllChannels();
  if (ids === null) return <bdi>{t("where.all")}</bdi>;
  const names = ids.map((id) => channels.data?.find((one) => one.id === id)?.name ?? "");
  return <bdi>{names.filter((name) => name !== "").join(", ")}</bdi>;
}

function OnOff({ trigger: { name, enabled, managed }, onTurn }: { trigger: Trigger; onTurn: () => void }) {
  const offline = useLive((state) => state.connection.kind === "offline");
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      aria-label={t("trigger.switch", { name })}
      checked={enabled}
      aria-checked={enabled}
      disabled={managed || offline}
      onChange={onTurn}
    />
  );
}

/**
 * Moves a trigger up or down. Triggers of the provisioning file come first, in the order of the
 * file.
 */
function Order({ all, deeds, trigger: { name, managed }, n }: All & { trigger: Trigger; n: number }) {
  const offline = useLive((state) => state.connection.kind === "offline") && shared("page.offline");
  const isFirst = n === 0 || all[n - 1]?.managed === true;
  if (managed) return <span className="faint">–</span>;
  return (
    <span className="order">
      <Button
        variant="quiet"
        small
        icon={IconArrowUp}
        aria-label={t("order.up", { name })}
        unavailable={offline || isFirst}
        onClick={() => deeds.move(all, n, -1)}
      />
      <Button
        variant="quiet"
        small
        icon={IconArrowDown}
        aria-label={t("order.down", { name })}
        unavailable={offline || n === all.length - 1}
        onClick={() => deeds.move(all, n, 1)}
      />
    </span>
  );
}

const actKind = (action: Trigger["do"][number]): "invitation" | "open" | "call" | "label" =>
  action.type === "open" ? (action.start === "call" ? "call" : "open") : action.type;
