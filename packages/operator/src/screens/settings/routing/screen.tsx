import type { Routing } from "@parlour/protocol/api";
import type { Field } from "@parlour/protocol/settings/field";
import { listEarlyTimes, routing } from "@parlour/protocol/settings/kinds/routing";
import { Switch } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import { defaultControls, type ControlProps } from "../kit/kind/controls.tsx";
import { durationText } from "../kit/kind/duration.ts";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { RoutingPreview } from "./RoutingPreview.tsx";
import "./routing.css";
import { t } from "./text.ts";

/**
 * Settings → Routing: which operators are asked first, how a chat escalates, and how unanswered
 * chats are handled (CORE-031 – CORE-035).
 */
export const routingScreen = singleScreen<Routing>()({
  kind: routing,
  prefix: "routing",
  t,
  labels: [
    { label: "routing.reassign", group: "routing.group.unanswered" },
    { label: "preview.title" },
  ],
  sections: [
    { id: "first", fields: ["mode", "offer_s"] },
    {
      id: "ladder",
      fields: [
        "next_s",
        "department_s",
        "channel_s",
        "push_s",
        "mail_s",
        "visitor_s",
        "remind_s",
        "notify_outside_hours",
        "queue",
      ],
    },
    { id: "unanswered", fields: ["reassign_s"] },
    {
      id: "silent",
      fields: ["grace_s", "inactivity_s", "mail_inactivity_s", "messenger_inactivity_s"],
    },
    { id: "writing", fields: ["reserve"] },
    { id: "closing", fields: ["after_close"] },
    { id: "timer", fields: ["ring_order", "warn_s", "overdue_s"] },
  ],
  controls: { reassign_s: ReassignControl, inactivity_s: InactivityControl },
  isShown: (name, { mode }) => name !== "offer_s" || mode !== "all",
  check: (values) =>
    Object.fromEntries(
      listEarlyTimes(values).map(({ field, before }) => [
        field,
        t("routing.early", { before: t(`routing.${before}`) }),
      ]),
    ),
  side: (values) => <RoutingPreview values={values} />,
});

/** Time in seconds that is proposed when reassigning is switched on. */
const proposedTime = 600;

/** Renders a switch, and the time while it is on (CORE-153). */
function ReassignControl(props: ControlProps<Field>) {
  const { form, name, readOnly } = props;
  const isOn = form.values[name] !== durationText(0);
  const label = t("routing.reassign");
  return (
    <>
      <Switch
        name="reassign"
        label={
          isOn ? (
            label
          ) : (
            <ChangedLabel form={form} name={name}>
              {label}
            </ChangedLabel>
          )
        }
        hint={t("routing.reassign.hint")}
        checked={isOn}
        onChange={() => form.set(name, durationText(isOn ? 0 : proposedTime))}
        disabled={readOnly}
      />
      {isOn && <TimeControl {...props} />}
    </>
  );
}

/** Renders what the following times have in common above the first of them. */
function InactivityControl(props: ControlProps<Field>) {
  return (
    <>
      <p className="hint">{t("routing.inactivity.hint")}</p>
      <TimeControl {...props} />
    </>
  );
}
const TimeControl = defaultControls.integer as (props: ControlProps<Field>) => React.ReactNode;
