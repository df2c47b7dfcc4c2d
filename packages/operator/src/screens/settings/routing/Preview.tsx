import { secondsOf, textOf } from "./duration.ts";
import type { RoutingValues, TimeName } from "./routing-form.ts";
import { t } from "./text.ts";

/** Escalation steps in the preview. `mail_s` is not among them. */
const shown = ["next_s", "department_s", "channel_s", "push_s", "visitor_s"] as const;

/**
 * Describes in sentences how a chat is routed with these settings: which operators are asked when,
 * and what happens without an answer.
 */
export function Preview({ values }: { values: RoutingValues }) {
  const seconds = (name: TimeName) => secondsOf(values[name]) ?? 0;
  const said = (name: TimeName) => ({ time: timeWords(seconds(name)) });
  const first =
    values.mode === "all" ? t("preview.first.all") : t("preview.first.one", { mode: t(`preview.${values.mode}`), ...said("offer_s") });
  return (
    <section className="card" aria-labelledby="s-preview">
      <h2 id="s-preview">{t("preview.title")}</h2>
      <ol className="ladder" aria-live="polite">
        <li>{first}</li>
        {shown.map((name) => seconds(name) > 0 && <li key={name}>{t(`preview.${name}`, said(name))}</li>)}
        <li>{t("preview.remind", said("remind_s"))}</li>
      </ol>
      {values.reassign && <p className="t13 soft">{t("preview.reassign", said("reassign_s"))}</p>}
      <p className="t13 soft">{seconds("grace_s") === 0 ? t("preview.grace.off") : t("preview.grace", said("grace_s"))}</p>
      <p className="t13 soft">
        {seconds("inactivity_s") === 0 ? t("preview.inactivity.off") : t("preview.inactivity", said("inactivity_s"))}
      </p>
    </section>
  );
}

/**
 * Formats a duration in the interface language, such as "2 min" or "1 h 30 min". `parseDuration`
 * reads the same format.
 */
export function timeWords(seconds: number): string {
  return textOf(seconds, (name, n) => t(`time.${name}`, { n }));
}
