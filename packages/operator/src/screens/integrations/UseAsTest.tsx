import { IconFlask } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useEndpoints } from "../../state/endpoints.ts";
import { Button } from "../../ui/Button.tsx";
import { keepSample, sampleOf } from "./test-event.ts";
import { t } from "./text.ts";

/**
 * Opens the Tests screen with the sent body as the sample (product.md 6). Not available for
 * channels, which have no samples.
 */
export function UseAsTest({ endpointId, event, body }: { endpointId: number; event: string; body: string }) {
  const router = useRouter();
  const { data: endpoints = [] } = useEndpoints({ seldom: true });
  const endpoint = endpoints.find((one) => one.id === endpointId);
  const read = sampleOf(body);
  if (!endpoint || endpoint.kind === "channel" || "wrong" in read) return null;
  const { kind, owner_id: id } = endpoint;
  const open = () => {
    keepSample({ kind, id }, event, read.sample);
    void router.navigate({ to: "/integrations/$", params: { _splat: "tests" }, search: { kind, id, event } as never });
  };
  return (
    <Button small icon={IconFlask} onClick={open}>
      {t("test.use")}
    </Button>
  );
}
