import type { Agent } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { agent } from "@parlour/protocol/settings/kinds/bots/agent";
import { IconRobot } from "@tabler/icons-react";
import { Banner, Tag, type Tone } from "../../../ui/badges.tsx";
import { findConditionError } from "../../../ui/conditions/edit-tree.ts";
import { getLoadedFacts } from "../../../ui/conditions/use-fact-catalogue.ts";
import { RecentDeliveries } from "../channels/RecentDeliveries.tsx";
import { CustomHours } from "../hours/CustomHours.tsx";
import { listHoursFields, toApiHours, toHoursValues, validateHours } from "../hours/hours-form.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { DeliveriesLink } from "../kit/resource/parts.tsx";
import { listFields } from "../kit/setting-field.ts";
import { ConditionControl } from "../views/ConditionControl.tsx";
import { Gates, ProofLink } from "./Gates.tsx";
import { MissingArticles } from "./MissingArticles.tsx";
import { t } from "./text.ts";

/** Settings → Agents (AGENT-005). */
export const agentScreen = kindScreen<Agent>()({
  kind: agent,
  prefix: "agent",
  t,
  icon: IconRobot,
  labels: [...listHoursFields(), ...listFields(["conditions.add"])],
  sections: [
    { fields: ["name", "state", "share_percent"] },
    {
      id: "replies",
      fields: ["instructions", "says_it_is_a_machine", "offers_person", "send_earlier_chats"],
    },
    { id: "sources", fields: ["sections", "quick_replies"], below: () => <MissingArticles /> },
    { fields: ["channels"], bare: true },
    { id: "people", fields: ["threshold", "max_turns", "topics"] },
    { id: "when", fields: ["hand_over_when"] },
    { fields: ["hours"] },
  ],
  controls: {
    // The gates have the steps from one state to the next (AGENT-062).
    state: () => null,
    hand_over_when: ConditionControl,
    hours: (props) => <CustomHours {...props} />,
  },
  custom: {
    hours: { toForm: toHoursValues, toSent: toApiHours, findError: validateHours },
  },
  isShown: (name, { state }) => name !== "share_percent" || state === "share",
  findErrors(values) {
    const condition = values["hand_over_when"] as Condition;
    return omitAbsent({
      hand_over_when: findConditionError(condition, getLoadedFacts("chat")).if,
    });
  },
  newValues: () => ({ state: "shadow" }),
  about: (stored) => (stored === null ? t("agent.new.about") : undefined),
  above: (stored) => (
    <>
      {stored.stopped !== null && (
        <Banner tone="bad">
          <p className="medium">{t(`agent.stopped.${stored.stopped}`)}</p>
          <p>{t("agent.stopped.next")}</p>
        </Banner>
      )}
      <Gates agent={stored} />
    </>
  ),
  tools: ({ id, endpoint_id }) => (
    <>
      <ProofLink id={id} />
      <DeliveriesLink endpoint={endpoint_id} />
    </>
  ),
  side: ({ endpoint_id }) => <RecentDeliveries endpoint={endpoint_id} />,
  columns: () => [
    { head: t("agent.state"), cell: (stored) => <StateTag agent={stored} /> },
    {
      head: t("agent.channels"),
      cell: ({ channels }) =>
        channels === null ? t("agent.channels.all") : t("agent.channels.n", { n: channels.length }),
    },
  ],
  opensCreated: true,
});

const tones: Readonly<Record<Agent["state"], Tone | undefined>> = {
  off: undefined,
  shadow: "info",
  share: "ok",
  on: "ok",
};

function StateTag({ agent: { state, stopped, share_percent } }: { readonly agent: Agent }) {
  if (stopped !== null) return <Tag tone="bad">{t("agent.stopped")}</Tag>;
  return (
    <Tag tone={tones[state]}>
      {state === "share" ? t("agent.share.n", { n: share_percent }) : t(`agent.state.${state}`)}
    </Tag>
  );
}
