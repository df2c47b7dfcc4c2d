import type { WidgetContacts } from "@parlour/protocol/widget";
import type { Facts } from "../bridge.ts";

/** What the page knows of its visitor without asking: the window's facts, and what the page itself said of him. */
export interface Known {
  readonly facts: () => Facts;
  /** With what the page said and the server has not confirmed yet (WG-032). */
  readonly contacts: () => WidgetContacts;
  readonly claim: (contacts: Partial<WidgetContacts>) => void;
  /** New facts of the window; answers those before. null: they are of the visitor who was forgotten, and the window has not heard it yet. */
  take(facts: Facts): Facts | null;
  /** The window begins anew, maybe with another visitor. */
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
      // The window has heard it. The same person may come again: signed (WG-047).
      forgotten = null;
      const before = facts;
      facts = next;
      const isSame = ([name]: readonly [string, unknown]): boolean =>
        next.contacts[name as keyof WidgetContacts] === before.contacts[name as keyof WidgetContacts];
      // What changed since the server was heard is newer than the page's own word.
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
