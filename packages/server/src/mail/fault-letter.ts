import { fact, letter, type Letter } from "./letter.ts";
import { timeIn, words, type MailLanguage } from "./letter-words.ts";
import { oneLine } from "./one-line.ts";

/** A failing or disabled endpoint of an integrator. */
export interface Fault {
  readonly kind: "channel" | "bot" | "webhook";
  readonly name: string;
  readonly isOff: boolean;
  /** Why the endpoint was disabled. null: it is failing. */
  readonly reason: "gone" | "failing" | null;
  readonly since: number;
  /** Time zone of the account. */
  readonly zone: string;
  /** The last outcome, as in the delivery log. */
  readonly outcome: string;
  readonly status: number | null;
  /** Number of waiting deliveries. */
  readonly pending: number;
  readonly url: string;
  readonly settingsUrl: string;
}
/**
 * Renders an email about a failing or disabled endpoint: what happened, why, and what to do
 * (CORE-112).
 */
export function faultLetter(language: MailLanguage, of: Fault): Letter {
  const w = words[language];
  const time = timeIn(language, of.zone);
  const name = oneLine(of.name);
  const what = w.endpoint[of.kind](name);
  return letter(of.isOff ? w.offSubject(what) : w.failingSubject(what), [
    { kind: "line", text: of.isOff ? (of.reason === "gone" ? w.gone(what) : w.off(what)) : w.failing(what) },
    ...fact(w.since, `${time.format(of.since)} (${of.zone})`),
    ...fact(w.lastFault, of.status === null ? of.outcome : `${of.outcome} ${of.status}`),
    ...fact(w.pending, of.isOff ? "" : String(of.pending)),
    { kind: "line", text: of.isOff ? w.offAdvice : w.failingAdvice[of.kind] },
    { kind: "link", text: w.seeDeliveries, with: of.url },
    { kind: "link", text: w.seeSettings, with: of.settingsUrl },
  ]);
}
