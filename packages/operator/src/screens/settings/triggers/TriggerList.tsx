import type { Trigger } from "@parlour/protocol/api";
import { IconArrowDown, IconArrowUp, IconBolt, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useLive } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Banner, Tag } from "../../../ui/marks.tsx";
import { useAllChannels } from "../data.ts";
import { ListPage } from "../ListPage.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";
import "./triggers.css";
import { useTriggerDeeds, type TriggerDeeds } from "./use-trigger-deeds.ts";
import { useReplaced, useTriggers } from "./use-triggers.ts";

/** Settings → Triggers (API-041): in their order, on and off. */
export function TriggerList() {
  const triggers = useTriggers();
  const deeds = useTriggerDeeds();
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
          {deeds.failure !== null && <Failure error={deeds.failure} />}
          <Replaced />
        </>
      }
    >
      {(things) => <TriggerTable things={things} deeds={deeds} />}
    </ListPage>
  );
}

/** Pages whose own setRules stands in place of these. */
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

interface Things {
  readonly things: readonly Trigger[];
  readonly deeds: TriggerDeeds;
}

function TriggerTable({ things, deeds }: Things) {
  return (
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
          {things.map((trigger, n) => (
            <TriggerRow key={trigger.id} things={things} trigger={trigger} n={n} deeds={deeds} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Things {
  readonly trigger: Trigger;
  readonly n: number;
}

function TriggerRow({ things, trigger, n, deeds }: RowProps) {
  const offline = useLive((state) => state.connection.kind === "offline");
  return (
    <tr>
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
        <ChannelNames ids={trigger.channels} />
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
          onChange={() => deeds.turn(things, trigger)}
        />
      </td>
      <td data-label={t("order.head")}>
        {trigger.managed ? <span className="faint">–</span> : <Order things={things} trigger={trigger} n={n} deeds={deeds} />}
      </td>
    </tr>
  );
}

function ChannelNames({ ids }: { ids: readonly number[] | null }) {
  const channels = useAllChannels();
  if (ids === null) return <bdi>{t("where.all")}</bdi>;
  const names = ids.map((id) => channels.data?.find((one) => one.id === id)?.name ?? "");
  return <bdi>{names.filter((name) => name !== "").join(", ")}</bdi>;
}

function Order({ things, trigger: { name }, n, deeds }: RowProps) {
  const offline = useLive((state) => state.connection.kind === "offline") && shared("page.offline");
  const isFirst = n === 0 || things[n - 1]?.managed === true;
  return (
    <span className="order">
      <Button
        variant="quiet"
        small
        icon={IconArrowUp}
        aria-label={t("order.up", { name })}
        unavailable={offline || isFirst}
        onClick={() => deeds.move(things, n, -1)}
      />
      <Button
        variant="quiet"
        small
        icon={IconArrowDown}
        aria-label={t("order.down", { name })}
        unavailable={offline || n === things.length - 1}
        onClick={() => deeds.move(things, n, 1)}
      />
    </span>
  );
}

const actKind = (action: Trigger["do"][number]): "invitation" | "open" | "call" | "label" =>
  action.type === "open" ? (action.start === "call" ? "call" : "open") : action.type;
