import { setTimeout as pause } from "node:timers/promises";
import type { SentLog } from "../../../packages/testkit/src/index.ts";
import { callApi, type Installation } from "../installation.ts";
import { findSenderChats, readCode, type LoadPart, type StoredMessages } from "./load-part.ts";
import { openSideChat } from "./side-chat.ts";

/** Seconds after which a waiting chat is reminded of, again and again. */
export const remindS = 60;
/** Time that a customer waits, longer than two reminders and the silence of a node. */
const waitMs = 170_000;
const slotCount = 4;
const senders = /^m\d+$/;
/** A reminder can be late by the longest fault and the time until another node has the timer. */
const maxLateMs = 90_000;

/** Customers whom nobody answers. Their chats are escalated, then closed. */
export function startTimersPart(installation: Installation, sentLog: SentLog): LoadPart<null> {
  const { origin, answering, timersInboundUrl } = installation;
  let number = 0;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let isWaiting = true;
  const waitInVain = async (slot: number): Promise<void> => {
    await Promise.race([ended, pause((slot * waitMs) / slotCount / 2)]);
    while (isWaiting) {
      const name = `m${number++}`;
      const chat = await openSideChat(installation, sentLog, {
        inboundUrl: timersInboundUrl,
        name,
      });
      await Promise.race([ended, pause(waitMs)]);
      // Chats that still wait at the end are compared too.
      if (chat !== null && isWaiting)
        await callApi(origin, answering, `chats/${chat.id}/close`, { method: "POST" });
    }
  };
  const waiting = Array.from({ length: slotCount }, (_, slot) => waitInVain(slot));
  return {
    async stop() {
      isWaiting = false;
      end();
      await Promise.all(waiting);
    },
    isBusy: () => false,
    collect: () => null,
  };
}

/**
 * Each step of the escalation happens once, each reminder once in its interval, and a chat that
 * waited for long has a reminder.
 */
export function checkTimers(stored: StoredMessages): readonly string[] {
  return findSenderChats(stored, senders).flatMap((messages) => {
    const [first, last] = [messages[0], messages.at(-1)].map((message) =>
      Date.parse(message?.created_at ?? ""),
    ) as [number, number];
    const steps = messages.flatMap((message) => {
      const code = readCode(message) ?? "";
      if (code === "ladder_remind")
        return [
          `${code} ${Math.floor((Date.parse(message.created_at) - first) / remindS / 1_000)}`,
        ];
      return /^(?:ladder_|closed)/.test(code) ? [code] : [];
    });
    const chat = `timer: chat ${messages[0]?.chat_id}`;
    const repeated = steps.filter((step, n) => steps.indexOf(step) < n);
    const isReminded = steps.some((step) => step.startsWith("ladder_remind"));
    return [
      ...repeated.map((step) => `${chat}: ${step} happened twice`),
      ...(last - first > remindS * 1_000 + maxLateMs && !isReminded
        ? [`${chat}: no reminder in ${Math.round((last - first) / 1_000)} s`]
        : []),
    ];
  });
}

/** Counts the reminders of chats whose customers nobody answers. */
export const countReminders = (stored: StoredMessages): number =>
  findSenderChats(stored, senders)
    .flat()
    .filter((message) => readCode(message) === "ladder_remind").length;
