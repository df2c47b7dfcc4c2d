import type { ServiceResources, RegisteredResource } from "../registered-resource.ts";
import type { LabState } from "../state.ts";
import { toText } from "../received-request.ts";

/** Creates the lab's webhook in Parlour. */
export function createWebhookConnection(
  state: LabState,
  entries: ServiceResources,
): RegisteredResource {
  let createdId: string | null = null;
  const { hook } = state.setup;
  const publish = (isOurs: boolean, text: string): void => {
    Object.assign(hook, { isOurs, secret: state.secrets.hookSecret !== null, text });
    state.publish({ setup: state.setup });
  };
  return {
    async create() {
      if (createdId !== null) return null;
      await entries.removeLeftovers("/webhooks", "url", hook.endpoint);
      const result = await entries.create("/webhooks", { url: hook.endpoint });
      if ("fault" in result) return result.fault;
      createdId = toText(result.value["id"]);
      state.secrets.hookSecret = toText(result.value["signing_secret"]) || null;
      publish(true, "All six events come here. It is taken away when the lab ends.");
      return null;
    },
    async remove() {
      const fault = createdId === null ? null : await entries.remove("/webhooks", createdId);
      if (fault !== null) return fault;
      createdId = null;
      state.secrets.hookSecret = null;
      publish(false, "");
      return null;
    },
    exists: () => createdId !== null,
  };
}
