import { parseDuration, formatDuration } from "./duration.ts";
import type { RoutingFormValues, TimeName } from "./routing-form.ts";
import { t } from "./text.ts";

/** Escalation steps in the preview. All steps except `mail_s`. */
const previewSteps = ["next_s", "department_s", "channel_s", "push_s", "visitor_s"] as const;

/**
 * Describes in sentences how a chat is routed with these settings: when which operators are asked,
 * and what happens if nobody answers.
 */
export function RoutingPreview({ values }: { values: RoutingFormValues }) {
  const getSeconds = (name: TimeName) => parseDuration(values[name]) ?? 0;
  const timeValue = (name: TimeName) => ({ time: durationText(getSeconds(name)) });
  const firstText =
    values.mode === "all"
      ? t("preview.first.all")
      : t("preview.first.one", { mode: t(`preview.${values.mode}`), ...timeValue("offer_s") });
  return (
    <section className="card" aria-labelledby="s-preview">
      <h2 id="s-preview">{t("preview.title")}</h2>
      <ol className="ladder" aria-live="polite">
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
      {values.reassign && (
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

/**
 * Formats a duration in the interface language, for example "2 min" or "1 h 30 min".
 * `parseDuration` reads the same format.
 */
export function durationText(seconds: number): string {
  return formatDuration(seconds, (name, n) => t(`time.${name}`, { n }));
}
