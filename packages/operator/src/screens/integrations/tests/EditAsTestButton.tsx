import { IconFlask } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useEndpoints } from "../../../state/endpoint-health.ts";
import { Button } from "../../../ui/Button.tsx";
import { storeSample, parseSample } from "../../../ui/exchange/test/test-event.ts";
import { t } from "../text.ts";

/**
 * Opens the Tests screen with the sent body as the sample (product.md 6). Not available for
 * channels, because they have no samples.
 */
export function EditAsTestButton({
  endpointId,
  event,
  body,
}: {
  endpointId: number;
  event: string;
  body: string;
}) {
  const router = useRouter();
  const endpoints = useEndpoints("seldom").data;
  const endpoint = endpoints?.find((item) => item.id === endpointId);
  const parsed = parseSample(body);
  if (!endpoint || endpoint.kind === "channel" || "wrong" in parsed) return null;
  const target = { kind: endpoint.kind, id: endpoint.owner_id };
  const open = () => {
    storeSample(target, event, parsed.sample);
    void router.navigate({
      to: "/integrations/$",
      params: { _splat: "tests" },
      search: { ...target, event } as never,
    });
  };
  return (
    <Button small icon={IconFlask} onClick={open}>
      {t("test.use")}
    </Button>
  );
}
