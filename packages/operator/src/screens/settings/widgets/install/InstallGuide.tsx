import type { Channel } from "@parlour/protocol";
import { IconCode } from "@tabler/icons-react";
import { PlatformDetails, PlatformList } from "../../../../ui/install/PlatformList.tsx";
import { SnippetCode } from "../form/ApiFields.tsx";
import { t } from "../text.ts";
import { SiteTag } from "./SiteTag.tsx";

/** Shows how to install the widget on each kind of site, and where it was seen (WG-313). */
export function InstallGuide({ channel }: { channel: Channel }) {
  return (
    <section className="group" aria-labelledby="g-snippet">
      <div className="install-head">
        <h2 id="g-snippet">{t("snippet.group")}</h2>
        <SiteTag channel={channel} />
      </div>
      <PlatformList snippet={channel.snippet ?? ""} publicId={channel.public_id}>
        <PlatformDetails
          name={t("install.html")}
          about={t("install.html.about")}
          icon={IconCode}
          isOpen
        >
          <SnippetCode channel={channel} />
        </PlatformDetails>
      </PlatformList>
    </section>
  );
}
