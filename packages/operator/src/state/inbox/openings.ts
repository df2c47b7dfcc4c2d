import { useSyncExternalStore } from "react";
import { createEventEmitter } from "../api/event-emitter.ts";
import type { InboxView } from "../live-state.ts";

/** What the server must confirm before the opened chat is the operator's. */
export type OpeningRequest = "accept" | "join" | "accept_transfer" | "continue";

/** A chat that the operator opens to answer it, until the server has confirmed it (CORE-471). */
export interface Opening {
  readonly request: OpeningRequest;
  /** null while the server has not answered. Else why the operator did not get the chat. */
  readonly refusal: string | null;
}
/** The chat that the inbox shows, before the router has rendered its address. */
export interface ShownChat {
  readonly view: InboxView;
  readonly chatId: number;
}

const changes = createEventEmitter();
const openings = new Map<number, Opening>();
/** How often each chat was opened with a request. */
const counts = new Map<number, number>();
let shown: ShownChat | null = null;

export const getOpening = (chatId: number): Opening | undefined => openings.get(chatId);

/** Sets or removes the opening of a chat. */
export function setOpening(chatId: number, opening: Opening | null): void {
  if (opening === null) openings.delete(chatId);
  else openings.set(chatId, opening);
  if (opening?.refusal === null) counts.set(chatId, (counts.get(chatId) ?? 0) + 1);
  changes.emit();
}

/** Returns whether the server has not yet confirmed that the chat is the operator's. */
export const isOpeningPending = (chatId: number): boolean => openings.get(chatId)?.refusal === null;

export function setShownChat(next: ShownChat | null): void {
  shown = next;
  changes.emit();
}

export const useOpening = (chatId: number): Opening | undefined =>
  useSyncExternalStore(changes.subscribe, () => openings.get(chatId));

/** Returns how often the chat was opened with a request. */
export const useOpeningCount = (chatId: number): number =>
  useSyncExternalStore(changes.subscribe, () => counts.get(chatId) ?? 0);

export const useShownChat = (): ShownChat | null =>
  useSyncExternalStore(changes.subscribe, () => shown);
