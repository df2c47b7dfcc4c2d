import type { WidgetContacts } from "@parlour/protocol/widget";
import type { PublicState } from "../../bridge.ts";

/**
 * Visitor data that the page can read without a request: the state from the chat window, and the
 * contacts that the page has set.
 */
export interface VisitorState {
  readonly facts: () => PublicState;
  /**
   * Returns the contacts. They include contacts that the page has set and the server has not
   * confirmed yet (WG-032).
   */
  readonly contacts: () => WidgetContacts;
  readonly claimContacts: (contacts: Partial<WidgetContacts>) => void;
  /** The token that the page passed to `setUserToken` (WG-047), or null. */
  readonly userToken: () => string | null;
  readonly setUserToken: (token: string) => void;
  /**
   * Stores a new state from the chat window and returns the previous state. Returns null and
   * ignores the new state if it belongs to the removed visitor.
   */
  update(facts: PublicState): PublicState | null;
  /** Prepares for a restart of the chat window, possibly with another visitor. */
  restart(): void;
  /** Removes the visitor's data. Called by clearHistory (WG-064). */
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
  let userToken: string | null = null;
  /** Number of the visitor whose history was cleared. */
  let removedNumber: number | null = null;
  return {
    facts: () => facts,
    contacts: () => ({ ...facts.contacts, ...claimedContacts }),
    claimContacts: (contacts) => void (claimedContacts = { ...claimedContacts, ...contacts }),
    userToken: () => userToken,
    setUserToken: (token) => void (userToken = token),
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
      // Values that the server has changed replace the values that the page has set.
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
      userToken = null;
    },
  };
}
