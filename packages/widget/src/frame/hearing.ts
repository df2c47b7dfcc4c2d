import type { Heard } from "../bridge.ts";
import type { Acts } from "./acts.ts";
import type { Held } from "./held.ts";
import type { Inviting } from "./inviting.ts";
import type { Failure } from "./model.ts";
import type { PageSaid } from "./page-said.ts";
import type { Reading } from "./reading.ts";
import type { Asked } from "./requests.ts";

export interface HearingDeps extends Held {
  readonly ref: () => string;
  readonly acts: Pick<Acts, "call" | "say">;
  readonly ask: (frame: Asked) => Promise<Failure | null>;
  readonly inviting: Inviting;
  readonly reading: Pick<Reading, "mark">;
  readonly said: Pick<PageSaid, "heard">;
  readonly forget: () => void;
}

/** Creates the handler for messages of the host page (bridge). */
export function hearPage({ model, set, ref, acts, ask, inviting, reading, said, forget }: HearingDeps): (message: Heard) => void {
  return (message) => {
    switch (message.type) {
      case "state":
        set({ ...model(), state: message.state });
        inviting.reached(message.focus);
        return reading.mark();
      case "place":
        return set({ ...model(), phone: message.phone });
      case "look":
        return set({ ...model(), dark: message.dark ?? model().dark, accent: message.accent ?? model().accent });
      case "invite":
        return inviting.invite({ text: message.text, department_id: message.department_id, agent: null, at: 0, by: message.by });
      case "call":
        return void acts.call(message.phone);
      case "offline":
        return void ask({ type: "offline", ref: ref(), contacts: message.contacts, text: message.text });
      case "say":
        return void acts.say(message.text);
      case "forget":
        return forget();
      case "unread":
        return message.port.postMessage(model());
      case "page":
      case "contacts":
      case "custom_data":
      case "attributes":
      case "user_token":
      case "replaced":
        return said.heard(message);
    }
  };
}
