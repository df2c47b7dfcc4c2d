import type { WidgetContacts } from "@parlour/protocol/widget";
import type { PublicState } from "../../bridge.ts";

/**
 * The data of the visitor that the page can read without a request: the state from the chat window
 * and the contacts that the page set.
 */
export interface VisitorState {
  readonly facts: () => PublicState;
  /** Includes contacts that the page set and the server has not confirmed (WG-032). */
  readonly contacts: () => WidgetContacts;
  readonly claimContacts: (contacts: Partial<WidgetContacts>) => void;
  /**
   * Stores a new state from the chat window and returns the state before. Null: it belongs to the
   * removed visitor and is ignored.
   */
  update(facts: PublicState): PublicState | null;
  /** The chat window restarts, possibly with another visitor. */
  restart(): void;
  /** clearHistory (WG-064). */
  clear(): void;
}
const emptyContacts: WidgetContacts = { name: null, email: null, phone: null, description: null };
const initialState: PublicState = {
  connected: false,
  number: null,
  situation: null,
  contacts: emptyContacts,
  unread: 0,
  agents: [],
  calling: false,
  quiet: false,
  hasMessages: false,
};

export function createVisitorState(): VisitorState {
  let facts = initialState;
  let claimedContacts: Partial<WidgetContacts> = {};
  /** Number of the visitor whose history was cleared. */
  let removedNumber: number | null = null;
  return {
    facts: () => facts,
    contacts: () => ({ ...facts.contacts, ...claimedContacts }),
    claimContacts: (contacts) => void (claimedContacts = { ...claimedContacts, ...contacts }),
    update(next) {
      if (removedNumber !== null && next.number === removedNumber) return null;
      // The chat window has processed `forget`. The same visitor may return with a signed token
      // (WG-047).
      removedNumber = null;
      const before = facts;
      facts = next;
      const isSame = ([name]: readonly [string, unknown]): boolean =>
        next.contacts[name as keyof WidgetContacts] ===
        before.contacts[name as keyof WidgetContacts];
      // Values that the server changed replace those that the page set.
      if (before.connected)
        claimedContacts = Object.fromEntries(Object.entries(claimedContacts).filter(isSame));
      return before;
    },
    restart: () => void (facts = { ...initialState, situation: facts.situation }),
    clear() {
      removedNumber = facts.number;
      facts = {
        ...facts,
        contacts: emptyContacts,
        number: null,
        unread: 0,
        agents: [],
        hasMessages: false,
      };
      claimedContacts = {};
    },
  };
}
