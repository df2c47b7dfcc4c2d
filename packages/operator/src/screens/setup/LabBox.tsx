import type { Channel } from "@parlour/protocol";
import type { ChannelTest } from "@parlour/protocol/api";
import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api.ts";
import { CopyButton } from "../../ui/Copy.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { t } from "./text.ts";
import { labAddress } from "./lab-address.ts";

/** How to start the lab, and its link as soon as it answers Parlour's test message (CH-113). With the secret it checks signatures at once. */
export function LabBox({ channel, secret }: { channel: Channel; secret: string | null }) {
  const command = `npx parlour lab --channel '${channel.inbound_url ?? ""}'${secret === null ? "" : ` --secret '${secret}'`}`;
  const ours = channel.endpoint_url.includes(`//${labAddress}/`);
  const { data } = useQuery({
    queryKey: ["setup", "lab", channel.id],
    enabled: ours,
    retry: 0,
    gcTime: 0,
    queryFn: () => api.post<ChannelTest>(`/channels/${channel.id}/test`),
    refetchInterval: ({ state }) => (state.data?.outbound.outcome === "delivered" ? false : 3000),
  });
  const outcome = data?.outbound.outcome;
  const words =
    outcome === "delivered"
      ? t("lab.runs", { address: labAddress })
      : outcome === "private_address"
        ? t("lab.notreached", { address: labAddress })
        : t("lab.wait");
  return (
    <section className="labbox" aria-label={t("lab.title")}>
      <p className="t13">{t("lab.run")}</p>
      <div className="copyrow">
        <input className="input" readOnly value={command} aria-label={t("lab.run")} onFocus={(event) => event.target.select()} />
        <CopyButton text={command} />
      </div>
      {ours && (
        <p className="t13 soft" aria-live="polite">
          {words}
        </p>
      )}
      {(!ours || outcome === "delivered") && (
        <p>
          <a className="btn primary" href={`http://${labAddress}/`} target="_blank" rel="noopener noreferrer">
            {t("lab.open", { address: labAddress })} <Icon of={IconExternalLink} small />
          </a>
        </p>
      )}
    </section>
  );
}
