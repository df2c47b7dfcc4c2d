import type { Facts, ToPage } from "../bridge.ts";
import type { Early } from "../loader/start.ts";
import type { Callbacks } from "./callbacks.ts";
import type { FirstWord } from "./first-word.ts";
import type { Invitations } from "./invitations.ts";
import type { Known } from "./known.ts";
import type { Moving } from "./moving.ts";
import type { Surface } from "./surface.ts";
import type { TitleBadge } from "./title.ts";

export interface WindowSaidDeps {
  readonly early: Early;
  readonly known: Known;
  readonly surface: Surface;
  readonly move: Moving["move"];
  /** Null until their script is loaded, so none was shown. */
  readonly invitations: () => Invitations | null;
  /**
   * Shows an operator's invitation, sent at this time, once the script is loaded. 0: it was
   * withdrawn.
   */
  readonly invited: (at: number) => void;
  readonly badge: TitleBadge;
  readonly word: FirstWord;
  readonly tell: Callbacks["tell"];
  /** Values changed that page rules depend on. */
  readonly tellRules: () => void;
  readonly onGone: () => void;
}
type Heard = { readonly [K in ToPage["type"]]: (message: Extract<ToPage, { type: K }>) => void };

/** Creates the handler for messages of the chat window (bridge). */
export function hearWindow(deps: WindowSaidDeps): (message: ToPage) => void {
  const { surface, move, invitations, invited, tell, onGone } = deps;
  const { browser, tab } = deps.early.store;
  const heard: Heard = {
    facts: ({ facts }) => factsCame(facts, deps),
    token: ({ token }) => browser.keep({ token: token ?? undefined }),
    keep: ({ sealed }) => tab.keep({ sealed: sealed ?? undefined }),
    move: ({ cause }) => move(cause, cause === "reply" ? "invitation" : cause === "ended" ? "api" : "visitor"),
    invited: ({ at }) => invited(at),
    withdrawn: () => invited(0),
    drawn: () => surface.set({ isDrawn: true }),
    touched() {
      invitations()?.touched();
      surface.touched();
    },
    gone: onGone,
    event: ({ name, detail }) => tell(name, detail, name === "callEnd" ? detail : undefined),
  };
  // The chat window may be newer than this page and send unknown types.
  return (message) => (heard[message.type] as ((message: ToPage) => void) | undefined)?.(message);
}

function factsCame(facts: Facts, { early: { face, config }, known, surface, move, badge, word, tellRules }: WindowSaidDeps): void {
  const before = known.take(facts);
  if (before === null) return;
  const { unread, number, connected, hasMessages } = facts;
  config.chat_mode = facts.situation?.mode ?? "offline";
  if (before.connected && unread > before.unread) surface.tease();
  else surface.set({});
  if (face.title_badge && unread !== before.unread) badge.show(unread);
  if (number !== null) word.wake();
  tellRules();
  if (surface.stand().state === "chat/min" && connected && !hasMessages) move("ended", "api");
}
