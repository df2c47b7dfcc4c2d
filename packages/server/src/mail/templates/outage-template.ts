import { factPart, renderLayout, type MailContent } from "./layout.ts";
import { createTimeFormat, operatorMailText, type MailLanguage } from "./operator-text.ts";
import { toOneLine } from "../one-line.ts";

/** A failing or disabled endpoint of an integrator. */
export interface OutageMailData {
  readonly kind: "channel" | "bot" | "webhook" | "old_system";
  readonly name: string;
  readonly isOff: boolean;
  /** Why the endpoint was disabled, or null if it is failing and still enabled. */
  readonly reason: "gone" | "failing" | null;
  readonly since: number;
  /** Time zone of the account. */
  readonly zone: string;
  /** Code of the last outcome, as in the delivery log. */
  readonly outcome: string;
  readonly status: number | null;
  /** Number of waiting deliveries. */
  readonly pending: number;
  readonly url: string;
  readonly settingsUrl: string;
}
/** Renders an email about a failing endpoint: what happened, why, what to do (CORE-112). */
export function renderOutageMail(language: MailLanguage, outage: OutageMailData): MailContent {
  const texts = operatorMailText[language];
  const time = createTimeFormat(language, outage.zone);
  const name = toOneLine(outage.name);
  const endpointName = texts.endpoint[outage.kind](name);
  return renderLayout(
    outage.isOff ? texts.offSubject(endpointName) : texts.failingSubject(endpointName),
    [
      {
        kind: "line",
        text: outage.isOff
          ? outage.reason === "gone"
            ? texts.gone(endpointName)
            : texts.off(endpointName)
          : texts.failing(endpointName),
      },
      ...factPart(texts.since, `${time.format(outage.since)} (${outage.zone})`),
      ...factPart(
        texts.lastFault,
        outage.status === null ? outage.outcome : `${outage.outcome} ${outage.status}`,
      ),
      ...factPart(texts.pending, outage.isOff ? "" : String(outage.pending)),
      { kind: "line", text: outage.isOff ? texts.offAdvice : texts.failingAdvice[outage.kind] },
      { kind: "link", text: texts.seeDeliveries, with: outage.url },
      { kind: "link", text: texts.seeSettings, with: outage.settingsUrl },
    ],
  );
}
