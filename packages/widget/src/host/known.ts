import type { WidgetContacts } from "@parlour/protocol/widget";
import type { Facts } from "../bridge.ts";

/**
 * The data of the visitor that the page can read without a request: the state from the chat window
 * and the contacts that the page set.
 */
export interface Known {
  readonly facts: () => Facts;
  /** Includes contacts that the page set and the server has not confirmed (WG-032). */
  readonly contacts: () => WidgetContacts;
  readonly claim: (contacts: Partial<WidgetContacts>) => void;
  /**
   * Stores a new state from the chat window and returns the state before. Null: it belongs to the
   * removed visitor and is ignored.
   */
  take(facts: Facts): Facts | null;
  /** The chat window restarts, possibly with another visitor. */
  restart(): void;
  /** clearHistory (WG-064). */
  forget(): void;
}
const nobody: WidgetContacts = { name: null, email: null, phone: null, description: null };
const nothing: Facts = {
  connected: false,
  number: null,
  situation: null,
  contacts: nobody,
  unread: 0,
  agents: [],
  calling: false,
  quiet: false,
  hasMessages: false,
};

export function openKnown(): Known {
  let facts = nothing;
  let claimed: Partial<WidgetContacts> = {};
  /** Number of the visitor whose history was cleared. */
  let forgotten: number | null = null;
  return {
    facts: () => facts,
    contacts: () => ({ ...facts.contacts, ...claimed }),
    claim: (contacts) => void (claimed = { ...claimed, ...contacts }),
    take(next) {
      if (forgotten !== null && next.number === forgotten) return null;
      // The chat window has processed `forget`. The same visitor may return with a signed token
      // (WG-047).
      forgotten = null;
      const before = facts;
      facts = next;
      const isSame = ([name]: readonly [string, unknown]): boolean =>
        next.contacts[name as keyof WidgetContacts] === before.contacts[name as keyof WidgetContacts];
      // Values that the server changed replace those that the page set.
      if (before.connected) claimed = Object.fromEntries(Object.entries(claimed).filter(isSame));
      return before;
    },
    restart: () => void (facts = { ...nothing, situation: facts.situation }),
    forget() {
      forgotten = facts.number;
      facts = { ...facts, contacts: nobody, number: null, unread: 0, agents: [], hasMessages: false };
      claimed = {};
    },
  };
}
