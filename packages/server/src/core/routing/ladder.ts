import { isInvited } from "../bot/scope.ts";
import { systemLine, timeText } from "../chat/draft.ts";
import type { ChatLine, LineCode } from "../chat/line-codes.ts";
import type { Assignment, NamedRef } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { hoursFor, isOpen, nextOpening } from "../hours/open.ts";
import type { AccountConfig, RoutingConfig, Scene } from "../ports.ts";
import { chooseOne } from "./choose.ts";
import type { Desk } from "./desk.ts";
import { administrators, devicesOf, mailReadersOf, reachOf, why, type OfferStep } from "./reach.ts";

/** Steps that a waiting chat passes (CORE-035). */
type Step = OfferStep | "push" | "mail" | "visitor";
type Waiting = ChatDraft & { readonly wait: NonNullable<ChatDraft["wait"]> };
interface Taken {
  readonly chat: ChatDraft;
  readonly events: readonly Event[];
  /** Operator who now has an offer alone. */
  readonly turn: number | null;
}

const order: readonly Step[] = ["offer", "next", "department", "channel", "push", "mail", "visitor"];
const rank = (step: string | undefined): number => order.indexOf(step as Step);

/**
 * Executes the due escalation steps of a waiting chat: makes offers, passes an offer on, notifies
 * devices, visitor and administrators. A step without new recipients changes nothing; it is
 * repeated with the next step or when an operator comes online. While operators are invited by a
 * bot (BOT-070), there are only offers, without system messages: the invitation has its own message
 * and timeout.
 */
export function climb(scene: Scene, chat: ChatDraft, desk: Desk): Taken | null {
  if (!isWaiting(chat)) return null;
  const offer = offerOf(scene, chat, desk);
  const told = isInvited(chat) ? null : tell(scene, offer?.chat ?? chat);
  const last = told ?? offer;
  if (last === null) return null;
  return {
    chat: last.chat,
    events: [...(offer?.lines ?? []), ...(told?.lines ?? []), { name: "chat_updated", chat: last.chat }],
    turn: offer?.turn ?? null,
  };
}

/**
 * Returns the next escalation time after `now`: end of an offer, next step or reminder. null: the
 * chat does not wait. Reminders never end.
 */
export function nextRung(chat: ChatDraft, config: AccountConfig, now: number): number | null {
  if (!isWaiting(chat)) return null;
  const { wait } = chat;
  const since = Date.parse(wait.since);
  const times = wait.offer_until === undefined ? [] : [Date.parse(wait.offer_until)];
  if (wait.step === undefined) times.push(since);
  if (!isInvited(chat)) {
    const { routing } = config;
    for (const step of order) if (rank(step) > rank(wait.step) && afterMs(routing, step) > 0) times.push(since + afterMs(routing, step));
    times.push(...openingTime(chat, config, now));
    if (earlySteps(chat, config, now).size > 0) times.push(now + 1);
    times.push(since + (Math.floor(Math.max(now - since, 0) / remindMs(routing)) + 1) * remindMs(routing));
  }
  const coming = times.filter((at) => at > now);
  return coming.length === 0 ? null : Math.min(...coming);
}

/** Returns the next opening time if a push or mail is delayed until working hours. */
function openingTime(chat: Waiting, config: AccountConfig, now: number): readonly number[] {
  const { pushMs, mailMs } = config.routing;
  const isPushOwed = owesPush(chat.wait) && pushMs > 0 && devicesOf(config, chat).length > 0;
  const isMailOwed = owesMail(chat.wait) && mailMs > 0 && mailReadersOf(config, chat).length > 0;
  if ((!isPushOwed && !isMailOwed) || mayPush(chat, config, now)) return [];
  const opening = nextOpening(hoursFor(config, chat.department?.id ?? null, chat.channel.id), now);
  return opening === null ? [] : [opening];
}

/**
 * Returns the steps that are due early because a notification of the operators failed (CORE-191).
 * After devices: the mail. After the mail, or after devices without a mail step: the visitor's form
 * and a reminder. Only steps that are possible now are returned.
 */
function earlySteps(chat: Waiting, config: AccountConfig, now: number): ReadonlySet<Step | "remind"> {
  const { failed = [], step, reminded } = chat.wait;
  const early = new Set<Step | "remind">();
  if (failed.length === 0) return early;
  const { mailMs, visitorMs } = config.routing;
  const canMail = mailMs > 0 && owesMail(chat.wait) && mailReadersOf(config, chat).length > 0;
  if (!failed.includes("mail") && canMail) return mayPush(chat, config, now) ? early.add("mail") : early;
  // A mail without a reported failure may still arrive.
  if (!failed.includes("mail") && rank(step) >= rank("mail") && mailMs > 0 && mailReadersOf(config, chat).length > 0) return early;
  if (visitorMs > 0 && rank(step) < rank("visitor") && chat.channel.kind === "widget") early.add("visitor");
  if (reminded === undefined && administrators(config).length > 0) early.add("remind");
  return early;
}

/**
 * Returns whether the push notification is still to be sent: its step is not reached, or it waits
 * for working hours.
 */
const owesPush = ({ step, push_waits: waits }: Waiting["wait"]): boolean => rank(step) < rank("push") || waits === true;

/**
 * Returns whether the mail is still to be sent: its step is not reached, or it waits for working
 * hours.
 */
const owesMail = ({ step, mail_waits: waits }: Waiting["wait"]): boolean => rank(step) < rank("mail") || waits === true;

interface Rung {
  readonly chat: Waiting;
  readonly lines: readonly Event[];
  readonly turn: number | null;
}

/**
 * Offers the chat to the next operator alone, or to all operators that the step reaches. null: no
 * new operator.
 */
function offerOf(scene: Scene, chat: Waiting, desk: Desk): Rung | null {
  const { config, now } = scene;
  const step = offerStep(chat, config.routing, now);
  const reach = reachOf(config, chat, desk, step);
  const assignment = why(config.routing, step, reach);
  const isAlone = config.routing.mode !== "all" && (step === "offer" || step === "next");
  const { offered = [], asked = [], offer_until: until } = chat.wait;
  const inviter = inviterOf(chat, reach);
  if (inviter !== null && step === "offer") {
    if (offered.length > 0 && until !== undefined && Date.parse(until) > now) return null;
    if (offered.length === 0) {
      const next = { ...chat.wait, offered: [inviter], offer_until: timeText(now + config.routing.offerMs) };
      return rung(scene, chat, next, step, { ...assignment, rules: ["invitation"] }, { fresh: [inviter], passed: null });
    }
  }
  if (!isAlone) {
    // An operator who transferred the chat is asked together with the others, not first.
    const isWide = step === "department" || step === "channel";
    const fresh = reach.eligible.filter((id) => !offered.includes(id) && (isWide || !asked.includes(id)));
    if (fresh.length === 0) return null;
    const { offer_until: _, asked: __, ...rest } = chat.wait;
    const next = { ...rest, ...(isWide || asked.length === 0 ? {} : { asked }), offered: [...offered, ...fresh] };
    return rung(scene, chat, next, step, assignment, { fresh, passed: null });
  }
  const isStanding = until !== undefined && Date.parse(until) > now && offered.some((id) => reach.eligible.includes(id));
  if (isStanding) return null;
  const candidates = reach.eligible.filter((id) => !offered.includes(id) && !asked.includes(id));
  const one = chooseOne(config.routing.mode, candidates, desk);
  if (one === null) return null;
  const next = {
    ...chat.wait,
    offered: [one],
    offer_until: timeText(now + config.routing.offerMs),
    ...(offered.length + asked.length === 0 ? {} : { asked: [...asked, ...offered] }),
  };
  return rung(scene, chat, next, step, assignment, { fresh: [one], passed: offered.at(-1) ?? null });
}

/**
 * Returns the operator whose invitation started the chat if they can take it now, whatever its
 * department (CORE-155).
 */
function inviterOf({ wait: { inviter } }: Waiting, { eligible, others }: ReturnType<typeof reachOf>): number | null {
  if (inviter === undefined) return null;
  const against = others.find((one) => one.id === inviter)?.reasons ?? [];
  const isFree = eligible.includes(inviter) || (against.length > 0 && against.every((reason) => reason === "not_in_department"));
  return isFree ? inviter : null;
}

function rung(
  scene: Scene,
  chat: Waiting,
  wait: Waiting["wait"],
  step: OfferStep,
  assignment: Assignment,
  { fresh, passed }: { readonly fresh: readonly number[]; readonly passed: number | null },
): Rung {
  const before = chat.wait.step;
  const isHigher = rank(step) > rank(before);
  const { skipped = [], ...rest } = wait;
  // An operator who skipped the chat is alerted again by a new offer (CORE-151).
  const stillSkipped = skipped.filter((id) => !fresh.includes(id));
  const next: Waiting = {
    ...chat,
    wait: { ...rest, ...(stillSkipped.length === 0 ? {} : { skipped: stillSkipped }), ...(isHigher ? { step } : {}) },
    assignment,
  };
  const turn = wait.offer_until === undefined ? null : (fresh[0] ?? null);
  const names = namesOf(scene.config, fresh);
  // Operators who come online later in a step are only added to the list. One system message each
  // would flood the conversation.
  if (isInvited(chat) || (!isHigher && passed === null)) return { chat: next, lines: [], turn };
  const by = passed === null ? null : person(scene.config, passed);
  const to = turn === null ? null : person(scene.config, turn);
  const isFirst = before === undefined;
  const code = turn !== null && by !== null ? "offer_passed" : isFirst || step === "offer" ? "offered" : (`ladder_${step}` as const);
  const words =
    code === "offer_passed" ? `${by?.name} did not take it; offered to ${names}` : `${isFirst ? "Offered" : "Offered also"} to ${names}`;
  const line: ChatLine = { code, ...(by === null ? {} : { by }), ...(to === null ? {} : { to }), assignment };
  return { chat: next, lines: [systemLine(scene, chat.id, line, words)], turn };
}

/**
 * Executes the steps for people who are not in the application: push, mail, the visitor's form,
 * reminders.
 */
function tell(scene: Scene, chat: Waiting): { readonly chat: Waiting; readonly lines: readonly Event[] } | null {
  const { config, now } = scene;
  const { routing } = config;
  const elapsed = now - Date.parse(chat.wait.since);
  const lines: Event[] = [];
  let { wait } = chat;
  const early = earlySteps(chat, config, now);
  const isTime = (step: Step): boolean => afterMs(routing, step) > 0 && (elapsed >= afterMs(routing, step) || early.has(step));
  const say = (code: LineCode, words: string, to?: readonly number[]): void => {
    const assignment = to === undefined ? {} : { assignment: { rules: [code], eligible: [...to], others: [] } };
    lines.push(systemLine(scene, chat.id, { code, ...assignment }, words));
  };
  const devices = devicesOf(config, chat);
  if (owesPush(wait) && isTime("push") && devices.length > 0 && mayPush(chat, config, now)) {
    const { push_waits: _, ...rest } = wait;
    wait = { ...rest, step: rank(wait.step) > rank("push") ? (wait.step ?? "push") : "push" };
    say("ladder_push", `A notice to the devices of ${namesOf(config, devices)} is being sent`, devices);
  }
  const readers = mailReadersOf(config, chat);
  if (owesMail(wait) && isTime("mail") && readers.length > 0 && mayPush(chat, config, now)) {
    const { mail_waits: _, ...rest } = wait;
    wait = { ...rest, step: rank(wait.step) > rank("mail") ? (wait.step ?? "mail") : "mail" };
    say("ladder_mail", `A mail to ${namesOf(config, readers)} is being sent`, readers);
  }
  if (rank(wait.step) < rank("visitor") && isTime("visitor") && chat.channel.kind === "widget") {
    const isClosed = !mayPush(chat, config, now);
    const push = isClosed && owesPush(wait) && routing.pushMs > 0 ? ({ push_waits: true } as const) : {};
    const mail = isClosed && owesMail(wait) && routing.mailMs > 0 && readers.length > 0 ? ({ mail_waits: true } as const) : {};
    wait = { ...wait, step: "visitor", ...push, ...mail };
    say("ladder_visitor", "The visitor can now leave a message or ask to be called back");
  }
  const reminders = Math.floor(elapsed / remindMs(routing));
  const people = administrators(config);
  if ((reminders > (wait.reminded ?? 0) || early.has("remind")) && people.length > 0) {
    wait = { ...wait, reminded: reminders };
    say("ladder_remind", `Still nobody took it: reminder to ${namesOf(config, people)}`, people);
  }
  return lines.length === 0 ? null : { chat: { ...chat, wait }, lines };
}

/** Returns the widest offer step that is due. */
function offerStep(chat: Waiting, routing: RoutingConfig, now: number): OfferStep {
  if (isInvited(chat)) return "offer";
  const elapsed = now - Date.parse(chat.wait.since);
  const steps: readonly OfferStep[] = ["next", "department", "channel"];
  return steps.findLast((step) => afterMs(routing, step) > 0 && elapsed >= afterMs(routing, step)) ?? "offer";
}

function afterMs(routing: RoutingConfig, step: Step): number {
  const times: Readonly<Record<Step, number>> = {
    offer: 0,
    next: routing.nextMs,
    department: routing.departmentMs,
    channel: routing.channelMs,
    push: routing.pushMs,
    mail: routing.mailMs,
    visitor: routing.visitorMs,
  };
  return times[step];
}
/** At least 60 s, even if 0 is set, so that a waiting chat always causes reminders. */
const remindMs = (routing: RoutingConfig): number => Math.max(routing.remindMs, 60_000);

/**
 * Returns whether push and mail may be sent now: within working hours, or always if the account
 * wants it.
 */
function mayPush(chat: ChatDraft, config: AccountConfig, now: number): boolean {
  return config.routing.notifyOutsideHours || isOpen(hoursFor(config, chat.department?.id ?? null, chat.channel.id), now);
}

function isWaiting(chat: ChatDraft): chat is Waiting {
  return chat.state === "waiting" && chat.wait !== null;
}
function person(config: AccountConfig, id: number): NamedRef {
  return { id, name: config.operators.get(id)?.name ?? "" };
}
function namesOf(config: AccountConfig, ids: readonly number[]): string {
  const names = ids.map((id) => person(config, id).name);
  if (names.length > namesMost) return `${names.slice(0, namesMost - 1).join(", ")} and ${names.length - namesMost + 1} others`;
  return names.length < 2 ? (names[0] ?? "nobody") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
const namesMost = 4;
