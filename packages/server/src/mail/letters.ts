import { fact, letter, type Letter } from "./letter.ts";
import { timeIn, words, type MailLanguage } from "./letter-words.ts";
import { oneLine } from "./one-line.ts";

/** Renders an email about an offline message, for the operators who want it (CORE-110). */
export function offlineLetter(
  language: MailLanguage,
  of: {
    readonly channel: string;
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly department: string | null;
    readonly page: string | null;
    readonly text: string;
    readonly url: string;
  },
): Letter {
  const w = words[language];
  const who = of.name || of.email || of.phone;
  return letter(w.offlineSubject(who, of.channel), [
    { kind: "line", text: w.offlineText(of.channel) },
    ...fact(w.name, of.name),
    ...fact(w.email, of.email),
    ...fact(w.phone, of.phone),
    ...fact(w.department, of.department ?? ""),
    ...fact(w.page, of.page ?? ""),
    { kind: "said", text: of.text },
    { kind: "link", text: w.open, with: of.url },
  ]);
}

/**
 * Renders an email about a chat that no operator takes (CORE-035). `text`: last message of the
 * visitor, "" if the recipient may not see it.
 */
export function waitingLetter(
  language: MailLanguage,
  of: { readonly visitor: string; readonly channel: string; readonly minutes: number; readonly text: string; readonly url: string },
): Letter {
  const w = words[language];
  return letter(w.waitingSubject(of.visitor, of.channel), [
    { kind: "line", text: w.waitingText(of.visitor, of.minutes) },
    ...(of.text === "" ? [] : [{ kind: "said" as const, text: of.text }]),
    { kind: "link", text: w.answer, with: of.url },
  ]);
}

/** Renders an email with a one-time link to set a password (API-041). */
export function linkLetter(
  language: MailLanguage,
  of: {
    readonly kind: "invite" | "reset" | "forgot";
    readonly name: string;
    readonly by: string;
    readonly account: string;
    readonly url: string;
    readonly until: string;
  },
): Letter {
  const w = words[language];
  const isInvite = of.kind === "invite";
  return letter(isInvite ? w.inviteSubject(of.account) : w.resetSubject, [
    { kind: "line", text: w.hello(of.name) },
    { kind: "line", text: isInvite ? w.inviteText(of.by, of.account) : of.kind === "forgot" ? w.forgotText : w.resetText(of.by) },
    { kind: "link", text: isInvite ? w.join : w.setPassword, with: of.url },
    { kind: "line", text: w.once(of.until) },
  ]);
}

/**
 * Renders an email about new or changed addresses to which texts of visitors are sent (CORE-165).
 */
export function addressLetter(
  language: MailLanguage,
  of: {
    readonly kind: "channel" | "bot" | "webhook" | "calls";
    readonly name: string;
    /** Newest first. */
    readonly changes: readonly { readonly address: string; readonly by: string; readonly at: number }[];
    readonly zone: string;
    readonly settingsUrl: string;
    readonly auditUrl: string;
  },
): Letter {
  const w = words[language];
  const time = timeIn(language, of.zone);
  const what = w.endpoint[of.kind](oneLine(of.name));
  return letter(w.addressSubject(what), [
    { kind: "line", text: w.addressText(what) },
    ...of.changes.flatMap(({ address, by, at }) => [
      ...fact(w.address, address),
      ...fact(w.changedBy, oneLine(by)),
      ...fact(w.time, `${time.format(at)} (${of.zone})`),
    ]),
    { kind: "line", text: w.addressAdvice },
    { kind: "link", text: w.seeSettings, with: of.settingsUrl },
    { kind: "link", text: w.seeAudit, with: of.auditUrl },
  ]);
}

/** Renders the test email of the mail settings. */
export function testLetter(language: MailLanguage, url: string): Letter {
  const w = words[language];
  return letter(w.testSubject, [
    { kind: "line", text: w.testText },
    { kind: "line", text: url },
  ]);
}
