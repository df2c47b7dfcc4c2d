import type { Trigger } from "@parlour/protocol/api";
import { useLiveState } from "../../../state/live-context.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { useAllChannels } from "../../../state/api/queries.ts";
import { KindList } from "../kit/kind/KindList.tsx";
import type { ResourceColumn } from "../kit/resource/ResourceTable.tsx";
import { triggerScreen } from "./screen.tsx";
import { getActionKind } from "./trigger-form.ts";
import { t } from "./text.ts";
import {
  usePagesWithOwnRules,
  useTriggerActions,
  useTriggers,
  type TriggerActions,
} from "./use-triggers.ts";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";

/** Renders Settings → Triggers (API-313): the triggers with their order and their switches. */
export function TriggerList() {
  const triggers = useTriggers().data ?? [];
  const actions = useTriggerActions(triggers);
  return (
    <KindList
      screen={triggerScreen}
      columns={createColumns(actions)}
      above={
        <>
          {actions.failure !== null && <ErrorMessage error={actions.failure} />}
          <OwnRulesNotice />
        </>
      }
    />
  );
}

const createColumns = (actions: TriggerActions): readonly ResourceColumn<Trigger>[] => [
  {
    head: t("trigger.do"),
    className: "whole",
    cell: (trigger) => trigger.do.map((action) => t(`act.${getActionKind(action)}`)).join(", "),
  },
  { head: t("trigger.once"), cell: (trigger) => t(`trigger.once.${trigger.once}`) },
  { head: t("trigger.channels"), cell: (trigger) => <ChannelNames ids={trigger.channels} /> },
  {
    head: t("trigger.enabled"),
    cell: (trigger) => <EnabledSwitch trigger={trigger} onTurn={() => actions.toggle(trigger)} />,
  },
];

/** Lists the pages on which a `setRules` call replaces these triggers. */
function OwnRulesNotice() {
  const { data } = usePagesWithOwnRules();
  if (data === undefined || data.pages.length === 0) return null;
  return (
    <Banner tone="info">
      <Disclosure title={t("trigger.replaced", { n: data.pages.length })}>
        <ul className="t13">
          {data.pages.map(({ channel_id, url }) => (
            <li key={`${channel_id} ${url}`} className="mono">
              {url}
            </li>
          ))}
        </ul>
      </Disclosure>
    </Banner>
  );
}

function ChannelNames({ ids }: { ids: readonly number[] | null }) {
  const channels = useAllChannels();
  if (ids === null) return <bdi>{t("where.all")}</bdi>;
  const names = ids.map((id) => channels.data?.find((channel) => channel.id === id)?.name ?? "");
  return <bdi>{names.filter((name) => name !== "").join(", ")}</bdi>;
}

function EnabledSwitch({
  trigger: { name, enabled, managed },
  onTurn,
}: {
  trigger: Trigger;
  onTurn: () => void;
}) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
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
