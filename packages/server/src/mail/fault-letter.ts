import { fact, letter, type Letter } from "./letter.ts";
import { timeIn, words, type MailLanguage } from "./letter-words.ts";
import { oneLine } from "./one-line.ts";

/** An endpoint of integrators in trouble. */
export interface Fault {
  readonly kind: "channel" | "bot" | "webhook";
  readonly name: string;
  readonly isOff: boolean;
  /** Of an endpoint that was switched off; null: it fails. */
  readonly reason: "gone" | "failing" | null;
  readonly since: number;
  /** Time zone of the account. */
  readonly zone: string;
  /** The last failure in the words of the ledger. */
  readonly outcome: string;
  readonly status: number | null;
  /** Deliveries that wait for it. */
  readonly pending: number;
  readonly url: string;
  readonly settingsUrl: string;
}
/** That an endpoint fails, or was switched off: what happened, why, what to do (CORE-112). */
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
