import type { Channel } from "@parlour/protocol";
import { usePublicUrl } from "../../../state/session.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { CopyField } from "../kit/resource/parts.tsx";
import type { ConnectorScreen } from "./connector-screen.ts";
import { t } from "./text.ts";

/** Shows what the administrator enters at the service, for example an address. */
export function ServiceSection({ screen, channel }: { screen: ConnectorScreen; channel: Channel }) {
  const publicUrl = usePublicUrl();
  const completion = screen.completion?.(channel, publicUrl);
  if (completion === undefined) return null;
  return (
    <SettingsSection id="g-service" title={t("connector.service")}>
      <p className="hint">{completion.text}</p>
      {completion.addresses.map(({ label, value }) => (
        <CopyField key={label} label={label} value={value} />
      ))}
    </SettingsSection>
  );
}
