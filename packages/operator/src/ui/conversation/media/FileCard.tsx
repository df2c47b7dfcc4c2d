import type { Media } from "@parlour/protocol";
import { Icon } from "../../Icon.tsx";
import { toLink } from "@parlour/protocol/widget/links";
import { SafeLink } from "../../chat/SafeLink.tsx";
import { t } from "../text.ts";
import { toInstallationFileUrl } from "../../pictures.ts";
import { documentIcon, mediaIcons } from "./icons.ts";
import { listMediaDetails, getMediaTitle } from "./format.ts";

/** Shows type, name, size and duration of a file, which opens in a new tab (CH-065). */
export function FileCard({ media }: { media: Media }) {
  const name = getMediaTitle(media);
  return (
    <span className="file">
      <Icon
        of={
          media.type === "document" ? documentIcon(media.file_name ?? name) : mediaIcons[media.type]
        }
      />
      <FileLink media={media}>{name}</FileLink>
      <small className="num">{listMediaDetails(media).join(" · ")}</small>
    </span>
  );
}

/** The name of a file as a link, unless it has no URL or Safe URL blocks it. Own files pass. */
export function FileLink({ media, children }: { media: Media; children: string }) {
  const href = media.file === null ? null : (toLink(media.file)?.href ?? null);
  const title = t("media.open", { name: children });
  if (href === null)
    return (
      <span className="medium" dir="auto">
        {children}
      </span>
    );
  const installationFile = toInstallationFileUrl(href);
  if (installationFile !== null)
    return (
      <a
        className="medium"
        href={installationFile}
        target="_blank"
        rel="noopener noreferrer"
        title={title}
      >
        <bdi>{children}</bdi>
      </a>
    );
  return (
    <SafeLink className="medium" href={href} title={title}>
      <bdi>{children}</bdi>
    </SafeLink>
  );
}
