import type { Webhook } from "@parlour/protocol/api";
import { LastResults } from "../LastResults.tsx";

/** Test of each event and the last results (WH-070). */
export function WebhookSide({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <LastResults endpoint={webhook.endpoint_id} />
    </>
  );
}
