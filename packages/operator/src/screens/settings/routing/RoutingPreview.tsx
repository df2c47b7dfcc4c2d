import type { RoutingValues } from "@parlour/protocol/settings/kinds/routing";
import { durationText } from "../kit/kind/duration.ts";
import { t } from "./text.ts";

/** Escalation steps in the preview. All steps except `mail_s`. */
const previewSteps = ["next_s", "department_s", "channel_s", "push_s", "visitor_s"] as const;

type TimeName = keyof RoutingValues & `${string}_s`;

/**
 * Describes in sentences how a chat is routed with these settings: when which operators are asked,
 * and what happens if nobody answers.
 */
export function RoutingPreview({ values }: { values: RoutingValues }) {
  // A text that is not a time is NaN.
  const getSeconds = (name: TimeName) => values[name] || 0;
  const timeValue = (name: TimeName) => ({ time: durationText(getSeconds(name)) });
  const firstText =
    values.mode === "all"
      ? t("preview.first.all")
      : t("preview.first.one", { mode: t(`preview.${values.mode}`), ...timeValue("offer_s") });
  return (
    <section className="card" aria-labelledby="s-preview">
      <h2 id="s-preview">{t("preview.title")}</h2>
      <ol className="routing-steps" aria-live="polite">
        <li>{firstText}</li>
        {previewSteps.map(
          (name) =>
            getSeconds(name) > 0 &&
            // Everyone available has it already.
            !(name === "next_s" && values.mode === "all") && (
              <li key={name}>{t(`preview.${name}`, timeValue(name))}</li>
            ),
        )}
        <li>{t("preview.remind", timeValue("remind_s"))}</li>
      </ol>
      {getSeconds("reassign_s") > 0 && (
        <p className="t13 soft">{t("preview.reassign", timeValue("reassign_s"))}</p>
      )}
      <p className="t13 soft">
        {getSeconds("grace_s") === 0
          ? t("preview.grace.off")
          : t("preview.grace", timeValue("grace_s"))}
      </p>
      <p className="t13 soft">
        {getSeconds("inactivity_s") === 0
          ? t("preview.inactivity.off")
          : t("preview.inactivity", timeValue("inactivity_s"))}
      </p>
    </section>
  );
}
