import type { Entries, Registered } from "../registered.ts";
import type { LabState } from "../state.ts";
import { stringOf } from "../taken.ts";

/** Creates the lab's webhook in Parlour. */
export function openWebhook(state: LabState, entries: Entries): Registered {
  let made: string | null = null;
  const { hook } = state.setup;
  return {
    async make() {
      if (made !== null) return null;
      await entries.removeLeftovers("/webhooks", "url", hook.endpoint);
      const asked = await entries.create("/webhooks", { url: hook.endpoint });
      if ("fault" in asked) return asked.fault;
      made = stringOf(asked.value["id"]);
      state.hidden.hookSecret = stringOf(asked.value["signing_secret"]) || null;
      Object.assign(hook, {
        isOurs: true,
        secret: state.hidden.hookSecret !== null,
        text: "All six events come here. It is taken away when the lab ends.",
      });
      state.tell({ setup: state.setup });
      return null;
    },
    async remove() {
      const fault = made === null ? null : await entries.remove("/webhooks", made);
      if (fault !== null) return fault;
      made = null;
      Object.assign(hook, { isOurs: false, secret: false, text: "" });
      state.hidden.hookSecret = null;
      state.tell({ setup: state.setup });
      return null;
    },
    isMade: () => made !== null,
  };
}
