import type { Instance } from "@parlour/protocol/api";
import { installation } from "@parlour/protocol/settings/kinds/installation";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { t } from "../text.ts";

/**
 * Settings → Installation: the support contact of CH-038, and whether accounts may create bot
 * providers themselves (BOT-002).
 */
export const installationScreen = singleScreen<Instance>()({
  kind: installation,
  prefix: "instance",
  t,
  sections: [
    { id: "support", fields: ["support_contact"] },
    { id: "bots", fields: ["bot_self_service"] },
  ],
});
