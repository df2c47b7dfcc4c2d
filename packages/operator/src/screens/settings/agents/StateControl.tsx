import type { Field } from "@parlour/protocol/settings/field";
import type { AgentState } from "@parlour/protocol/settings/kinds/bots/agent";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import { ChoiceTiles } from "../kit/form/ChoiceTiles.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { t } from "./text.ts";

const states: readonly AgentState[] = ["off", "shadow", "share", "on"];

/** Chooses the state of an agent, and says what it does in each (AGENT-002). */
export const StateControl = ({ form, name, label, readOnly }: ControlProps<Field>) => (
  <ChoiceTiles
    legend={
      <ChangedLabel form={form} name={name}>
        {label}
      </ChangedLabel>
    }
    value={form.values[name] as AgentState}
    options={states.map((value) => ({
      value,
      label: t(`agent.state.${value}`),
      hint: t(`agent.state.${value}.hint`),
    }))}
    onChange={(state) => form.set(name, state)}
    readOnly={readOnly}
  />
);
