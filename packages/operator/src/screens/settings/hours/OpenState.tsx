import { i18n } from "../../../text/index.ts";
import { t } from "./text.ts";

/** Shows whether the saved hours are open now, and the next opening time (CORE-090). */
export function OpenState({
  open,
  next,
  zone,
}: {
  open: boolean;
  next: string | null;
  zone: string | null;
}) {
  return (
    <section className="card" aria-labelledby="s-open">
      <h2 id="s-open">{t("hours.now")}</h2>
      <div className="now" aria-live="polite">
        <span className="big" data-value={open ? 1 : 0} aria-hidden="true">
          {open ? 1 : 0}
        </span>
        <p className="medium">{t(open ? "hours.open" : "hours.shut")}</p>
        <p className="t13 faint">
          {zone === null
            ? t("hours.always")
            : open
              ? t("hours.saved", { zone: zone.replaceAll("_", " ") })
              : next === null
                ? t("hours.never")
                : t("hours.opens", { time: formatOpening(next, zone) })}
        </p>
      </div>
    </section>
  );
}

/** Formats an opening time as "Mon 23 Nov, 09:00", in the time zone of the working hours. */
function formatOpening(at: string, timeZone: string): string {
  return i18n.date(new Date(at), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
}
