import type { Field } from "@parlour/protocol/settings/field";
import { webhook } from "@parlour/protocol/settings/kinds/webhook";
import { ChoicesControl, type ControlProps } from "../kit/kind/controls.tsx";
import { webhookEventGroups } from "../../../state/webhook-events.ts";
import { t } from "./text.ts";

/**
 * Renders the events by subject instead of one long list (WH-105). An error is shown under the
 * first group.
 */
export function EventGroups(props: ControlProps<Field>) {
  const control = { ...props, field: webhook.fields.events };
  return (
    <>
      <ChoicesControl
        {...control}
        label={t("webhook.events.chats")}
        values={webhookEventGroups.chats}
        error={props.form.errors[props.name]}
      />
      <ChoicesControl
        {...control}
        label={t("webhook.events.messages")}
        values={webhookEventGroups.messages}
      />
      <ChoicesControl
        {...control}
        label={t("webhook.events.others")}
        values={webhookEventGroups.others}
      />
    </>
  );
}
